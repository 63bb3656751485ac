/**
 * Sends one POST of JSON to an address that answers JSON, without pacing or retry. For callers that
 * treat every failure as "no answer".
 */
import { request } from 'undici'
import { inSpan, traceHeaders } from '../observe/spans.ts'
import { readBounded } from './http.ts'

export interface PostOptions {
  headers?: Readonly<Record<string, string>>
  /** From the first byte sent to the last one read. */
  timeoutMs: number
  maxBodyBytes: number
  signal?: AbortSignal
}

/** @throws Error when it is late, aborted, too large, no JSON, or not answered with 2xx */
export function postJson(url: string, body: unknown, options: PostOptions): Promise<unknown> {
  return inSpan(
    () => `POST ${new URL(url).host}`,
    () => post(url, body, options),
  )
}

async function post(
  url: string,
  body: unknown,
  { headers, timeoutMs, maxBodyBytes, signal }: PostOptions,
): Promise<unknown> {
  const late = AbortSignal.timeout(timeoutMs)
  const limited = signal ? AbortSignal.any([signal, late]) : late
  const reply = await request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      ...headers,
      ...traceHeaders(url),
    },
    body: JSON.stringify(body),
    signal: limited,
  })
  const { origin } = new URL(url)
  const answer = await readBounded(reply.body, maxBodyBytes, origin)
  if (reply.statusCode < 200 || reply.statusCode > 299)
    throw new Error(`${origin} answered ${reply.statusCode}`)
  return JSON.parse(answer.toString('utf8'))
}
