/** Files of a build: from the registry's publishers, or from a folder with the same content. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { TimeBudget } from '../../platform/time-budget.ts'
import type { Downloaded, Downloader, Validators } from '../../upstream/download.ts'
import { DatasetFault } from '../readers/fault.ts'
import type { RegistryDataset } from './registry.ts'

/** Conditions that end a download early. */
export interface Within {
  signal: AbortSignal
  budget: TimeBudget
}

export interface CorpusFiles {
  /** Distinguishes origins: a run continues only with the same origin. */
  origin: string
  /** Text of the registry document. */
  registry(within: Within): Promise<string>
  /**
   * Brings a dataset's file to `path`. @throws UpstreamError or DatasetFault; errors of the disk as
   * they are.
   */
  fetch(
    dataset: RegistryDataset,
    path: string,
    validators: Validators | undefined,
    within: Within,
  ): Promise<Downloaded>
}

export function createPublishedFiles(
  registryUrl: string,
  downloader: Downloader,
  scratchPath: string,
): CorpusFiles {
  return {
    origin: registryUrl,
    async registry(within) {
      try {
        await downloader.download(registryUrl, scratchPath, within)
        return readFileSync(scratchPath, 'utf8')
      } finally {
        await rm(scratchPath, { force: true })
      }
    },
    fetch: (dataset, path, validators, within) =>
      downloader.download(dataset.downloadUrl!, path, {
        ...(validators ? { validators } : {}),
        ...within,
      }),
  }
}

/**
 * A folder with `data.json`, the registry document, and the datasets' files, each named by its
 * identifier with any ending or as in its download address.
 */
export function filesOfFolder(folder: string): CorpusFiles {
  const registryPath = join(folder, 'data.json')
  return {
    origin: folder,
    async registry() {
      if (!existsSync(registryPath))
        throw new Error(`${folder} holds no data.json (the registry document)`)
      return readFileSync(registryPath, 'utf8')
    },
    async fetch(dataset, path, _validators, { signal }) {
      const name = findFile(readdirSync(folder), dataset)
      if (name === null) throw new DatasetFault('the folder holds no file of this dataset')
      const hash = createHash('sha256')
      await pipeline(
        createReadStream(join(folder, name)),
        async function* (chunks: AsyncIterable<Buffer>) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            yield chunk
          }
        },
        createWriteStream(path),
        { signal },
      )
      return {
        changed: true,
        sha256: hash.digest('hex'),
        bytes: (await stat(path)).size,
        etag: null,
        lastModified: null,
      }
    },
  }
}

function findFile(names: readonly string[], dataset: RegistryDataset): string | null {
  const byIdentifier = names.find(
    (name) => name === dataset.identifier || basename(name, extname(name)) === dataset.identifier,
  )
  if (byIdentifier) return byIdentifier
  if (dataset.downloadUrl === null) return null
  const last = basename(new URL(dataset.downloadUrl).pathname)
  return names.find((name) => name === last || name === safeDecode(last)) ?? null
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
