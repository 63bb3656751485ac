/**
 * A text file as chunks of UTF-8, whatever it was written in: UTF-8 with or without mark, UTF-16 of
 * both orders, windows-1252.
 */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const CHUNK_BYTES = 256 * 1024

export async function* utf8Chunks(path: string): AsyncGenerator<Buffer> {
  const { encoding, markBytes } = await detectEncoding(path)
  const stream = createReadStream(path, { start: markBytes, highWaterMark: CHUNK_BYTES })
  if (encoding === 'utf-8') {
    yield* stream
    return
  }
  const decoder = new TextDecoder(encoding)
  for await (const chunk of stream) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    if (text) yield Buffer.from(text)
  }
  const rest = decoder.decode()
  if (rest) yield Buffer.from(rest)
}

async function detectEncoding(path: string): Promise<{ encoding: Encoding; markBytes: number }> {
  const handle = await open(path, 'r')
  const { bytesRead, buffer } = await handle
    .read(Buffer.alloc(4096), 0, 4096, 0)
    .finally(() => handle.close())
  const head = buffer.subarray(0, bytesRead)
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', markBytes: 2 }
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', markBytes: 2 }
  const markBytes = head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf ? 3 : 0
  // Headings and JSON punctuation are ASCII: in UTF-16 every other byte of them is NUL.
  if (head.length >= 4 && head[1] === 0 && head[3] === 0 && head[0] !== 0)
    return { encoding: 'utf-16le', markBytes: 0 }
  if (head.length >= 4 && head[0] === 0 && head[2] === 0 && head[1] !== 0)
    return { encoding: 'utf-16be', markBytes: 0 }
  return { encoding: (await isUtf8(path)) ? 'utf-8' : 'windows-1252', markBytes }
}

/**
 * One stray byte anywhere decides: spreadsheet programs save CSV as windows-1252, where only the
 * names of a few rows show it.
 */
async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES })
  try {
    for await (const chunk of stream) decoder.decode(chunk as Buffer, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  } finally {
    stream.destroy()
  }
}
