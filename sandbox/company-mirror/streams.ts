/**
 * The register's streams on loopback: one event a line, signs of life, resuming by timepoint, and
 * every way in which they break.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { serve } from '../serve.ts'

export interface PublishedEvent {
  stream: string
  /** Data as in the REST resource. */
  data: Record<string, unknown>
  resourceUri: string
  publishedAt: string
  deleted?: boolean
}

/**
 * `forgotten`: the register has nothing that old any more (416). `throttled`, `refused`,
 * `forbidden`, `error`: 429, 401, 403, 503. `garbage`: a line of no JSON.
 */
export type StreamFault = 'forgotten' | 'throttled' | 'refused' | 'forbidden' | 'error'

export interface SandboxStreams {
  url: string
  keys: readonly string[]
  connections: readonly { stream: string; key: string; timepoint: number | null; status: number }[]
  open(): number
  /** Sends an event to listeners and to clients that resume. Returns its timepoint. */
  publish(event: PublishedEvent): number
  /** Sends a raw line to listeners. */
  say(stream: string, line: string): void
  /** Sends an empty line to all listeners. */
  beat(): void
  /** Breaks every connection. */
  drop(): void
  /** Ends every answer in order. */
  finish(): void
  /** Until `heal`. */
  break(fault: StreamFault): void
  heal(): void
  close(): Promise<void>
}

const STATUS: Readonly<Record<StreamFault, number>> = {
  forgotten: 416,
  throttled: 429,
  refused: 401,
  forbidden: 403,
  error: 503,
}
const MOST_A_KEY = 9

export async function startStreams(
  options: { keys?: readonly string[]; beatMs?: number; mostAKey?: number } = {},
): Promise<SandboxStreams> {
  const keys = options.keys ?? ['sandbox-stream-key']
  const events: { stream: string; timepoint: number; line: string }[] = []
  const connections: { stream: string; key: string; timepoint: number | null; status: number }[] =
    []
  const listening = new Set<{ stream: string; key: string; response: ServerResponse }>()
  let fault: StreamFault | null = null
  let last = 1000

  function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url ?? '/', 'http://sandbox')
    const stream = url.pathname.slice(1)
    const key = Buffer.from(String(request.headers.authorization).replace('Basic ', ''), 'base64')
      .toString()
      .replace(/:$/, '')
    const timepoint = url.searchParams.has('timepoint')
      ? Number(url.searchParams.get('timepoint'))
      : null
    const busy =
      [...listening].filter((each) => each.key === key).length >= (options.mostAKey ?? MOST_A_KEY)
    const failing = fault === 'forgotten' && timepoint === null ? null : fault
    const status = !keys.includes(key) ? 401 : failing ? STATUS[failing] : busy ? 429 : 200
    connections.push({ stream, key, timepoint, status })
    response.statusCode = status
    if (status !== 200) return response.end()
    // An empty line would say that nothing is waiting.
    response.flushHeaders()
    if (timepoint !== null)
      for (const each of events)
        if (each.stream === stream && each.timepoint >= timepoint) response.write(`${each.line}\n`)
    const listener = { stream, key, response }
    listening.add(listener)
    response.on('close', () => listening.delete(listener))
  }

  const beat = () => {
    for (const { response } of listening) response.write('\n')
  }
  const say = (stream: string, line: string) => {
    for (const each of listening) if (each.stream === stream) each.response.write(`${line}\n`)
  }
  const { url, close } = await serve(answer)
  const beating = options.beatMs === undefined ? null : setInterval(beat, options.beatMs).unref()
  return {
    url,
    keys,
    connections,
    open: () => listening.size,
    publish({ stream, data, resourceUri, publishedAt, deleted }) {
      last += 1
      const event = {
        timepoint: last,
        published_at: publishedAt,
        type: deleted ? 'deleted' : 'changed',
      }
      const line = JSON.stringify({
        resource_kind: stream,
        resource_uri: resourceUri,
        resource_id: 'sandbox',
        data,
        event,
      })
      events.push({ stream, timepoint: last, line })
      say(stream, line)
      return last
    },
    say,
    beat,
    drop() {
      for (const { response } of listening) response.socket?.destroy()
    },
    finish() {
      for (const { response } of listening) response.end()
    },
    break(next) {
      fault = next
    },
    heal() {
      fault = null
    },
    close() {
      if (beating) clearInterval(beating)
      return close()
    },
  }
}
