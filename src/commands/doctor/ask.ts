import type { Payload } from '../../platform/assumption.ts'
import { connectionFailure } from '../../upstream/connection-failure.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 64 * 1024 * 1024
/** The source is away, busy, or does not know us: nothing is said about what it answers. */
const NO_ANSWER = new Set([401, 403, 407, 429])

export interface Request {
  headers?: Readonly<Record<string, string>>
  /** Sent as JSON by POST. */
  post?: object
  userAgent: string
  signal?: AbortSignal
  /** The possible causes of a 403 of this source. */
  forbidden?: string
}

/** There is an answer, and nothing in it to judge. */
export class RefusedAnswer extends Error {
  override name = 'RefusedAnswer'
  readonly status: number

  constructor(status: number, cause?: string) {
    super(`it answered ${status}${cause ? `: ${cause}` : ''}`)
    this.status = status
  }
}

/** One request. @throws Error when there is no answer to judge */
export async function askOnce(url: string, request: Request): Promise<Payload> {
  const { bytes, ...answer } = await askBytes(url, request, MAX_BYTES)
  if (bytes.length > MAX_BYTES) throw new Error(`it answered more than ${MAX_BYTES} bytes`)
  const body = textOf(bytes)
  return { ...answer, body, json: parsed(body) }
}

/** The same of what is no text, read a little further than `enoughBytes`. */
export async function askBytes(
  url: string,
  { headers, post, userAgent, signal, forbidden }: Request,
  enoughBytes: number,
): Promise<Omit<Payload, 'body' | 'json'> & { bytes: Buffer }> {
  const response = await fetch(url, {
    method: post ? 'POST' : 'GET',
    headers: {
      'user-agent': userAgent,
      ...(post ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(post ? { body: JSON.stringify(post) } : {}),
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), ...(signal ? [signal] : [])]),
  }).catch((error: Error) => {
    const { cause } = error as { cause?: unknown }
    throw new Error(cause instanceof Error ? connectionFailure(cause) : error.message)
  })
  if (NO_ANSWER.has(response.status) || response.status >= 500) {
    await response.body?.cancel()
    throw new RefusedAnswer(response.status, response.status === 403 ? forbidden : undefined)
  }
  return {
    url,
    status: response.status,
    headers: Object.fromEntries(response.headers),
    bytes: await bytesOf(response, enoughBytes),
  }
}

async function bytesOf(response: Response, enoughBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    parts.push(part)
    if (bytes > enoughBytes) break
  }
  return Buffer.concat(parts)
}

function textOf(whole: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(whole)
  } catch {
    return new TextDecoder('windows-1252').decode(whole)
  }
}

export const answered = (url: string, answer: Record<string, unknown>): Payload => ({
  url,
  status: 200,
  headers: {},
  body: JSON.stringify(answer),
  json: answer,
})

function parsed(body: string): unknown {
  try {
    return JSON.parse(body.replace(/^\ufeff/, ''))
  } catch {
    return undefined
  }
}
