/**
 * Requests as bytes over one connection, pipelined, so that a proof can send what no HTTP client
 * would.
 */
import { connect } from 'node:net'

export interface RawReply {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: string
}

export interface RawConnection {
  /**
   * Rejects if the connection closes before the whole answer is there. Answers come in the order of
   * the requests.
   */
  send(request: Buffer | string): Promise<RawReply>
  /** Stops reading, so that answers stay unread. */
  stopReading(): void
  readonly isOpen: boolean
  close(): void
}

type Waiting = Pick<PromiseWithResolvers<RawReply>, 'resolve' | 'reject'>

/** Resolves once connected; the service may still close the connection unread. */
export function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  const waiting: Waiting[] = []
  let unread: Buffer = Buffer.alloc(0)
  let isOpen = false

  function read(bytes: Buffer): void {
    unread = unread.length === 0 ? bytes : Buffer.concat([unread, bytes])
    for (;;) {
      const parsed = parseReply(unread)
      if (parsed === null) return
      unread = unread.subarray(parsed.length)
      waiting.shift()?.resolve(parsed.reply)
    }
  }

  const closed = () => {
    isOpen = false
    for (const each of waiting.splice(0))
      each.reject(new Error('the connection closed before the answer'))
  }
  socket.on('data', read).on('close', closed)

  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('connect', () => {
      isOpen = true
      socket.off('error', reject).on('error', () => {})
      resolve({
        send(request) {
          const { promise, resolve, reject } = Promise.withResolvers<RawReply>()
          if (isOpen) {
            waiting.push({ resolve, reject })
            socket.write(request)
          } else reject(new Error('the connection is closed'))
          return promise
        },
        stopReading: () => void socket.pause(),
        get isOpen() {
          return isOpen
        },
        close() {
          isOpen = false
          socket.destroy()
        },
      })
    })
  })
}

/** The first whole answer in these bytes and how long it is; `null` if it is not complete. */
function parseReply(bytes: Buffer): { reply: RawReply; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const length = end + 4 + Number(headers['content-length'] ?? 0)
  if (bytes.length < length) return null
  return {
    reply: {
      status: Number(first.split(' ')[1]),
      headers,
      body: bytes.toString('utf8', end + 4, length),
    },
    length,
  }
}

export interface RawRequest {
  method?: string
  target: string
  headers?: Readonly<Record<string, string>>
  body?: string | Buffer
}

/** One request of HTTP/1.1. Nothing is checked or encoded. */
export function rawRequest({ method = 'GET', target, headers = {}, body }: RawRequest): Buffer {
  const bytes = body === undefined ? null : Buffer.from(body)
  const length = bytes === null ? '' : `content-length: ${bytes.length}\r\n`
  const type =
    bytes === null || 'content-type' in headers ? '' : 'content-type: application/json\r\n'
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const head = Buffer.from(
    `${method} ${target} HTTP/1.1\r\nhost: x\r\n${type}${length}${lines.join('')}\r\n`,
  )
  return bytes === null ? head : Buffer.concat([head, bytes])
}
