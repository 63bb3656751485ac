/** Parts of a zip archive as guarded streams. */
import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { DatasetFault, isMachineFault } from './fault.ts'
import type { ReadLimits } from './limits.ts'

const MAX_PARTS = 10_000

export interface Archive {
  names: ReadonlySet<string>
  /** @throws DatasetFault when the part is missing, damaged or inflates beyond the limits. */
  stream(name: string): AsyncIterable<Buffer>
  close(): void
}

export async function openArchive(path: string, limits: ReadLimits): Promise<Archive> {
  let zip: ZipFile
  const entries = new Map<string, Entry>()
  try {
    zip = await openPromise(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true })
    for await (const entry of zip.eachEntry()) {
      if (entries.size >= MAX_PARTS)
        throw new DatasetFault('the spreadsheet archive has too many parts')
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw asFault(error)
  }
  return {
    names: new Set(entries.keys()),
    async *stream(name) {
      const entry = entries.get(name)
      if (!entry) throw new DatasetFault(`the spreadsheet has no ${name}`)
      const refuse = (bytes: number) => {
        if (bytes > limits.maxPartBytes)
          throw new DatasetFault(`${name} inflates to more than ${mebibytes(limits.maxPartBytes)}`)
        if (bytes > limits.ratioFloorBytes && bytes > entry.compressedSize * limits.maxRatio) {
          throw new DatasetFault(
            `${name} inflates more than ${limits.maxRatio} times, which no published sheet does`,
          )
        }
      }
      refuse(entry.uncompressedSize)
      let stream: Readable | null = null
      try {
        stream = await zip.openReadStreamPromise(entry)
        let bytes = 0
        for await (const chunk of stream) {
          bytes += (chunk as Buffer).length
          // The stated size is the archive's own word: what really comes out counts.
          refuse(bytes)
          yield chunk as Buffer
        }
      } catch (error) {
        throw asFault(error)
      } finally {
        stream?.destroy()
      }
    },
    close: () => zip.close(),
  }
}

function asFault(error: unknown): unknown {
  if (error instanceof DatasetFault || isMachineFault(error)) return error
  return new DatasetFault('the spreadsheet archive is damaged', error)
}

function mebibytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MiB`
}
