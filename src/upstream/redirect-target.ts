/**
 * Fetches what another upstream redirects to, such as a presigned address of an object store:
 * without credentials, once, bounded.
 */
import { connectionFailure } from './connection-failure.ts'
import { type Connections, createConnections } from './connections.ts'
import { isPrivateAddress, publicLookup } from './download.ts'
import { readBounded, UpstreamError, type UpstreamResponse } from './http.ts'

export interface RedirectTargets {
  /** Requests the address and follows no further redirect. @throws UpstreamError */
  get(url: string, accept: string, signal: AbortSignal): Promise<UpstreamResponse>
  close(): Promise<void>
}

const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/

/** Whether an address is of this machine, as those of a sandbox are. */
export function isLoopback(url: string): boolean {
  return LOOPBACK.test(new URL(url).hostname)
}

export function createRedirectTargets(options: {
  /** The name of the upstream in failures. */
  name: string
  userAgent: string
  timeoutMs: number
  maxBytes: number
  /**
   * Whether addresses of this machine are allowed, also without TLS. All others have to be public
   * and https.
   */
  allowLoopback: boolean
}): RedirectTargets {
  const { name, userAgent, timeoutMs, maxBytes, allowLoopback } = options
  const connect = { timeout: timeoutMs }
  const publicHosts = createConnections({
    connections: 8,
    connect: { ...connect, lookup: publicLookup },
  })
  const loopback = createConnections({ connections: 8, connect })

  /** @throws UpstreamError if the address is not allowed */
  function connectionsFor(url: string): Connections {
    const refuse = (why: string): never => {
      throw new UpstreamError(name, 'server_error', `redirects to ${why}`)
    }
    if (!URL.canParse(url)) return refuse('no address')
    const { protocol, hostname, username, password } = new URL(url)
    if (username !== '' || password !== '') return refuse('an address with credentials')
    if (isLoopback(url))
      return allowLoopback && /^https?:$/.test(protocol)
        ? loopback
        : refuse('an address within a private network')
    if (protocol !== 'https:') return refuse('an address that is not https')
    if (isPrivateAddress(hostname.replace(/^\[|\]$/g, '')))
      return refuse('an address within a private network')
    return publicHosts
  }

  return {
    async get(url, accept, signal) {
      const connections = connectionsFor(url)
      const deadline = AbortSignal.timeout(timeoutMs)
      try {
        const { statusCode, headers, body } = await connections.request(url, {
          method: 'GET',
          headers: { 'user-agent': userAgent, accept },
          signal: AbortSignal.any([signal, deadline]),
        })
        return { status: statusCode, headers, body: await readBounded(body, maxBytes, name) }
      } catch (error) {
        if (error instanceof UpstreamError) throw error
        if (signal.aborted) throw signal.reason
        if (deadline.aborted)
          throw new UpstreamError(name, 'timeout', `no answer within ${timeoutMs} ms`)
        throw new UpstreamError(name, 'network', connectionFailure(error), { cause: error })
      }
    },
    async close() {
      await Promise.all([publicHosts.close(), loopback.close()])
    },
  }
}
