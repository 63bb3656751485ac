/**
 * Reads an endless answer line by line. A slow reader slows the sender; only the incomplete line is
 * buffered.
 */
import { createConnections } from './connections.ts'
import { retryAfterMs, UpstreamError } from './http.ts'

export interface LinesOptions {
  /** Name in error messages. */
  name: string
  headers: Readonly<Record<string, string>>
  /** For the connection and the headers, and the longest silence within the answer. */
  idleMs: number
  maxLineBytes: number
  signal: AbortSignal
}

/**
 * Lines as they come, those of one chunk together; an empty one is a sign of life.
 * @throws UpstreamError with the status when the answer is none of 200, when it breaks off, ends,
 * or is silent for too long
 */
export async function* openLines(
  url: string,
  { name, headers, idleMs, maxLineBytes, signal }: LinesOptions,
): AsyncGenerator<string[], never> {
  const connection = createConnections({
    connections: 1,
    connect: { timeout: idleMs },
    headersTimeout: idleMs,
    bodyTimeout: idleMs,
  })
  try {
    const response = await connection.request(url, { headers, signal })
    const { statusCode: status } = response
    if (status !== 200) {
      await response.body.dump()
      const kind = status === 429 ? 'throttled' : 'server_error'
      throw new UpstreamError(name, kind, `answered ${status}`, {
        status,
        retryAfterMs: retryAfterMs(response.headers['retry-after'], Date.now()),
      })
    }
    // Signals that the answer has started, before its first line.
    yield []
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of response.body as AsyncIterable<Buffer>) {
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
      rest = lines.pop()!
      if (rest.length > maxLineBytes)
        throw new UpstreamError(name, 'too_large', 'sent a line without end')
      if (lines.length > 0) yield lines.map((line) => line.trim())
    }
    throw new UpstreamError(name, 'network', 'ended')
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof UpstreamError) throw error
    throw new UpstreamError(name, 'network', 'the connection was lost', { cause: error })
  } finally {
    await connection.destroy()
  }
}
