/** Files of many publishers to disk: conditional, bounded, paced per host, never held in memory. */
import { createHash } from 'node:crypto'
import { lookup } from 'node:dns'
import { createWriteStream } from 'node:fs'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { Dispatcher } from 'undici'
import type { TimeBudget } from '../platform/time-budget.ts'
import { connectionFailure } from './connection-failure.ts'
import { type Connections, createConnections } from './connections.ts'
import { retryAfterMs, UpstreamError } from './http.ts'
import { createPace, type Pace } from './pace.ts'

export interface DownloadOptions {
  userAgent: string
  /** Pause between two requests to one host, one at a time. */
  intervalMs: number
  /** For the connection, the headers and any silence within the body. */
  idleMs: number
  maxBytes: number
  /**
   * Addresses within this machine or network are refused unless the operator's own configuration
   * points there.
   */
  allowPrivate: boolean
}

/** Validators of the stored copy, sent to check whether it changed. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

export type Downloaded =
  | { changed: false }
  | ({ changed: true; sha256: string; bytes: number } & Validators)

export interface Downloader {
  /**
   * Writes the body to `path`. The budget is spent by requests, not by waiting for their turn.
   * @throws UpstreamError; errors of the disk, and the reasons of an aborted signal or a spent
   * budget, as they are.
   */
  download(
    url: string,
    path: string,
    options?: { validators?: Validators; signal?: AbortSignal; budget?: TimeBudget },
  ): Promise<Downloaded>
  close(): Promise<void>
}

const MAX_REDIRECTS = 6
/** Attempts at a server that is down or busy, and the longest wait it can ask for between them. */
const ATTEMPTS = 2
const MAX_WAIT_MS = 30_000

/**
 * Address ranges of IPv4 that are not public, from the register of special-purpose addresses (RFC
 * 6890).
 */
const PRIVATE_IPV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const

/**
 * The same of IPv6. Translators and tunnels (`64:ff9b::/96`, `64:ff9b:1::/48`, `2001::/32`,
 * `2002::/16`) and IPv4-compatible addresses (`::/96`) carry an IPv4 address, which may be a
 * private one: no publisher needs them, so all of them are refused. Addresses mapped from IPv4
 * (`::ffff:0:0/96`) are judged by the rules of IPv4, which `BlockList` does by itself.
 */
const PRIVATE_IPV6 = [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['100::', 64],
  ['2001::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const

const PRIVATE = new BlockList()
for (const [net, bits] of PRIVATE_IPV4) PRIVATE.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of PRIVATE_IPV6) PRIVATE.addSubnet(net, bits, 'ipv6')

export function isPrivateAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && PRIVATE.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/**
 * Whether the operator configured an address of this machine or network, whose files then may be
 * there too.
 */
export function isLocalUrl(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return host === 'localhost' || isPrivateAddress(host)
}

/** Requests an address and the ones that it redirects to, none of them private unless allowed. */
function createFollower(connections: Connections, allowPrivate: boolean) {
  return async (
    url: string,
    headers: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Dispatcher.ResponseData> => {
    let at = url
    for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
      const { protocol, host } = new URL(at)
      if (protocol !== 'http:' && protocol !== 'https:')
        throw new UpstreamError(
          host,
          'network',
          `redirects to ${protocol} addresses are not followed`,
        )
      if (!allowPrivate && isLocalUrl(at))
        throw new UpstreamError(host, 'network', 'the address lies within a private network')
      const response = await connections.request(at, {
        method: 'GET',
        headers,
        ...(signal ? { signal } : {}),
      })
      const location = response.headers.location
      if (![301, 302, 303, 307, 308].includes(response.statusCode) || typeof location !== 'string')
        return response
      await response.body.dump()
      at = new URL(location, at).href
    }
    throw new UpstreamError(
      new URL(url).host,
      'network',
      `redirects more than ${MAX_REDIRECTS} times`,
    )
  }
}

export function createTooLargeError(host: string, maxBytes: number): UpstreamError {
  const most = Math.round(maxBytes / 1024 / 1024)
  return new UpstreamError(host, 'too_large', `the file is larger than ${most} MiB`)
}

export function createDownloader(options: DownloadOptions): Downloader {
  const { idleMs, maxBytes } = options
  const connections = createConnections({
    connections: 2,
    connect: { timeout: idleMs, ...(options.allowPrivate ? {} : { lookup: publicLookup }) },
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
  })
  const paces = new Map<string, Pace>()

  const getPace = (host: string) =>
    paces.getOrInsertComputed(host, () =>
      createPace({ calls: 1, perMs: options.intervalMs, concurrency: 1 }),
    )

  const follow = createFollower(connections, options.allowPrivate)

  async function attempt(
    url: string,
    path: string,
    validators: Validators | undefined,
    signal?: AbortSignal,
  ): Promise<Downloaded> {
    const host = new URL(url).host
    const response = await request(url, validators, signal)
    if (response.statusCode === 304 && validators) {
      await response.body.dump()
      return { changed: false }
    }
    if (response.statusCode !== 200) return rejectStatus(response, host)
    const stated = Number(response.headers['content-length'] ?? 0)
    if (stated > maxBytes) {
      response.body.on('error', () => {}).destroy()
      throw createTooLargeError(host, maxBytes)
    }
    return {
      changed: true,
      ...(await save(response, path, host, signal)),
      etag: header(response.headers.etag),
      lastModified: header(response.headers['last-modified']),
    }
  }

  async function request(url: string, validators: Validators | undefined, signal?: AbortSignal) {
    const headers: Record<string, string> = {
      'user-agent': options.userAgent,
      accept: '*/*',
      'accept-encoding': 'identity',
    }
    if (validators?.etag) headers['if-none-match'] = validators.etag
    if (validators?.lastModified) headers['if-modified-since'] = validators.lastModified
    try {
      return await follow(url, headers, signal)
    } catch (error) {
      if (error instanceof UpstreamError || signal?.aborted) throw error
      throw new UpstreamError(new URL(url).host, 'network', connectionFailure(error), {
        cause: error,
      })
    }
  }

  async function rejectStatus(response: Dispatcher.ResponseData, host: string): Promise<never> {
    const { statusCode: status } = response
    const message = `the server answered ${status}`
    await response.body.dump()
    if (status === 429 || status === 503) {
      const wait = retryAfterMs(response.headers['retry-after'], Date.now())
      if (wait !== null) getPace(host).holdFor(Math.min(wait, MAX_WAIT_MS))
      throw new UpstreamError(host, 'throttled', message, { status, retryAfterMs: wait })
    }
    throw new UpstreamError(host, status >= 500 ? 'server_error' : 'network', message, { status })
  }

  /** Writes the body to a file while it is hashed and its size is bounded. */
  async function save(
    { body }: Dispatcher.ResponseData,
    path: string,
    host: string,
    signal?: AbortSignal,
  ): Promise<{ sha256: string; bytes: number }> {
    const hash = createHash('sha256')
    let bytes = 0
    try {
      await pipeline(
        body,
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            bytes += chunk.length
            if (bytes > maxBytes) throw createTooLargeError(host, maxBytes)
            hash.update(chunk)
            yield chunk
          }
        },
        createWriteStream(path),
        ...(signal ? [{ signal }] : []),
      )
    } catch (error) {
      // A socket's errors carry a system call too, but not one on a file.
      const call = (error as NodeJS.ErrnoException).syscall
      const isOfFile = call !== undefined && call !== 'read' && call !== 'connect'
      const isOurs = error instanceof UpstreamError || signal?.aborted
      if (isOfFile || (isOurs && call === undefined)) throw error
      throw new UpstreamError(host, 'network', `the transfer broke off after ${bytes} bytes`, {
        cause: error,
      })
    }
    return { sha256: hash.digest('hex'), bytes }
  }

  return {
    async download(url, path, { validators, signal: givenUp, budget } = {}) {
      const pace = getPace(new URL(url).host)
      const signal =
        budget && givenUp ? AbortSignal.any([givenUp, budget.signal]) : (givenUp ?? budget?.signal)
      const tryOnce = () => attempt(url, path, validators, signal)
      for (let tried = 1; ; tried += 1) {
        try {
          return await pace.run(() => (budget ? budget.spend(tryOnce) : tryOnce()), signal)
        } catch (error) {
          signal?.throwIfAborted()
          const again =
            error instanceof UpstreamError &&
            (error.kind === 'throttled' || error.kind === 'server_error' || error.status === null)
          const final =
            !again || error.kind === 'too_large' || (error.retryAfterMs ?? 0) > MAX_WAIT_MS
          if (tried >= ATTEMPTS || final) throw error
        }
      }
    },
    close: connections.close,
  }
}

/**
 * Names that resolve into the private network are refused where the connection is made, so that no
 * second answer can differ.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0)
    const found = addresses.filter(({ address }) => !isPrivateAddress(address))
    if (found.length === 0)
      return callback(new Error('the name resolves to a private network'), '', 0)
    if (options.all) return callback(null, found)
    callback(null, found[0]!.address, found[0]!.family)
  })
}

/** Returns a header that is stated once. */
export const header = (value: string | string[] | undefined) =>
  typeof value === 'string' && value !== '' ? value : null
