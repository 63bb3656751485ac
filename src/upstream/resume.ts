/**
 * One large file to disk, over as many attempts as it takes: a transfer that broke off goes on
 * where it was, as long as the file is the same.
 */
import { once } from 'node:events'
import {
  createWriteStream,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { systemTimers, type Timers } from '../platform/timers.ts'
import { connectionFailure } from './connection-failure.ts'
import { type Connections, createConnections } from './connections.ts'
import { createTooLargeError, header } from './download.ts'
import { UpstreamError } from './http.ts'

export interface ResumeOptions {
  userAgent: string
  /** For the connection, the headers and any silence within the body. */
  idleMs: number
  maxBytes: number
  signal: AbortSignal
  timers?: Pick<Timers, 'sleep'>
}

/** Validators of the file at the start of the transfer; parts of another version are not used. */
interface StartedTransfer {
  etag: string | null
  lastModified: string | null
  size: number | null
}

export interface Fetched {
  bytes: number
  lastModified: string | null
}

const ATTEMPTS = 5
const PAUSE_MS = 2_000

/**
 * Downloads the whole file to `path`, of the size that the server states. An existing file is
 * reused while the server has the same version.
 * @throws UpstreamError if the file cannot be completed; the part that was read stays for the next
 * attempt
 */
export async function fetchWhole(
  url: string,
  path: string,
  options: ResumeOptions,
): Promise<Fetched> {
  const connections = createConnections({
    connect: { timeout: options.idleMs },
    headersTimeout: options.idleMs,
    bodyTimeout: options.idleMs,
  })
  const { timers = systemTimers, signal } = options
  try {
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt(url, path, connections, options)
      } catch (error) {
        const final =
          !(error instanceof UpstreamError) ||
          error.kind === 'too_large' ||
          (error.status !== null && error.status < 500)
        if (final || tried >= ATTEMPTS || signal.aborted) throw error
        await timers.sleep(PAUSE_MS * tried)
      }
    }
  } finally {
    await connections.close()
  }
}

async function attempt(
  url: string,
  path: string,
  connections: Connections,
  options: ResumeOptions,
): Promise<Fetched> {
  const { host } = new URL(url)
  const part = `${path}.part`
  const started = readStarted(`${path}.begun`)
  const whole = started !== null && existsSync(path)
  const partBytes = started === null || whole || !existsSync(part) ? 0 : statSync(part).size
  const validator = started?.etag ?? started?.lastModified ?? null
  const resuming = partBytes > 0 && validator !== null
  const headers: Record<string, string> = {
    'user-agent': options.userAgent,
    'accept-encoding': 'identity',
  }
  if (resuming) Object.assign(headers, { range: `bytes=${partBytes}-`, 'if-range': validator })
  if (whole && started.etag) headers['if-none-match'] = started.etag
  if (whole && started.lastModified) headers['if-modified-since'] = started.lastModified
  const { signal } = options
  const response = await connections.request(url, { headers, signal }).catch((error: unknown) => {
    if (signal.aborted) throw signal.reason
    throw new UpstreamError(host, 'network', connectionFailure(error), { cause: error })
  })
  const { statusCode: status } = response
  if (status === 304 || (status === 416 && resuming && partBytes === started?.size)) {
    await response.body.dump()
    if (status === 416) renameSync(part, path)
    return { bytes: statSync(path).size, lastModified: started?.lastModified ?? null }
  }
  if (status !== 200 && status !== 206) {
    await response.body.dump()
    if (status === 416) rmSync(part, { force: true })
    const kind = status === 429 || status === 503 ? 'throttled' : 'server_error'
    throw new UpstreamError(host, kind, `answered ${status}`, {
      status: status === 416 ? 500 : status,
    })
  }
  const from = status === 206 ? partBytes : 0
  const length = Number(response.headers['content-length'])
  const size = Number.isSafeInteger(length) ? from + length : null
  if (size !== null && size > options.maxBytes) {
    response.body.destroy()
    throw createTooLargeError(host, options.maxBytes)
  }
  const stated: StartedTransfer = {
    etag: header(response.headers.etag),
    lastModified: header(response.headers['last-modified']),
    size,
  }
  if (status === 200) writeFileSync(`${path}.begun`, JSON.stringify(stated))
  const came = readArriving(host, response.body, options.maxBytes - from)
  const file = createWriteStream(part, { flags: status === 206 ? 'a' : 'w' })
  await pipeline(came.chunks, file, { signal }).catch(async (error: unknown) => {
    // A refusal may come before the file is open, which would create it later.
    if (!file.closed) await once(file, 'close')
    throw signal.aborted ? signal.reason : error
  })
  if (signal.aborted) throw signal.reason
  if (came.broke)
    throw new UpstreamError(
      host,
      'network',
      `the transfer broke off after ${statSync(part).size} bytes`,
      { cause: came.broke },
    )
  const bytes = statSync(part).size
  if (size !== null && bytes !== size)
    throw new UpstreamError(host, 'network', `${bytes} of ${size} bytes came`)
  renameSync(part, path)
  return { bytes, lastModified: stated.lastModified ?? started?.lastModified ?? null }
}

/**
 * Yields data until the transfer ends or fails. Data that arrived before a failure is still
 * written.
 */
function readArriving(
  host: string,
  body: AsyncIterable<Buffer>,
  maxBytes: number,
): { chunks: AsyncIterable<Buffer>; broke: unknown } {
  const came = { chunks: read(), broke: null as unknown }
  return came

  async function* read() {
    let bytes = 0
    try {
      for await (const chunk of body) {
        bytes += chunk.length
        if (bytes > maxBytes)
          throw new UpstreamError(host, 'too_large', 'more came than the file may have')
        yield chunk
      }
    } catch (error) {
      if (error instanceof UpstreamError) throw error
      came.broke = error
    }
  }
}

function readStarted(path: string): StartedTransfer | null {
  try {
    const { etag, lastModified, size } = JSON.parse(
      readFileSync(path, 'utf8'),
    ) as Partial<StartedTransfer>
    return { etag: etag ?? null, lastModified: lastModified ?? null, size: size ?? null }
  } catch {
    return null
  }
}
