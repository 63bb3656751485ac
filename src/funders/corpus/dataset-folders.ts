/**
 * The downloaded corpus on disk. Each dataset has a folder with `state.json` and one version folder
 * named by its content: the file as published and its compact copy. A version counts once
 * `state.json` names it, so that a crash leaves the version before.
 */
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readSnapshotFile, writeSnapshotFile } from '../../background/snapshot-file.ts'
import type { Layout } from '../../background/stored-layout.ts'
import { sha256Hex } from '../../platform/hash.ts'

const schema = z.strictObject({
  identifier: z.string(),
  url: z.string(),
  /** The version in use: the first half of its SHA-256. `null` before the first good one. */
  version: z.string().nullable(),
  rows: z.int().min(0),
  /** When the version in use was downloaded. */
  fetchedMs: z.number().nullable(),
  /**
   * When the publisher last answered with a file or "unchanged"; decides what a resumed run still
   * has to request.
   */
  checkedMs: z.number().nullable(),
  /** Reason why the newest attempt brought no usable version; `null` after a success. */
  failure: z.string().nullable(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
})

export type DatasetState = z.infer<typeof schema>

const STATE: Layout<DatasetState> = { name: 'funder-dataset', version: 1, schema }

export interface DatasetFolder {
  state: DatasetState
  save(state: DatasetState): void
  /** Path of a download before its content is known. */
  incoming: string
  /** Folder of a version: `source` and the compact copy within. */
  versionFolder(version: string): string
  /** Removes every version but the one in use. */
  tidy(): void
}

export interface DatasetFolders {
  root: string
  dataset(identifier: string, url: string): DatasetFolder
  /** Removes folders of datasets that are not among these. */
  retain(identifiers: readonly string[]): string[]
}

/** Name of the published file within a version's folder. */
export const SOURCE_FILE = 'source'

export function openDatasetFolders(root: string): DatasetFolders {
  const base = join(root, 'datasets')
  mkdirSync(base, { recursive: true })

  return {
    root,
    dataset(identifier, url) {
      const folder = join(base, folderName(identifier))
      mkdirSync(folder, { recursive: true })
      const blank: DatasetState = {
        identifier,
        url,
        version: null,
        rows: 0,
        fetchedMs: null,
        checkedMs: null,
        failure: null,
        etag: null,
        lastModified: null,
      }
      const seenState = readSnapshotFile(STATE, join(folder, 'state.json')) ?? blank
      // What a server said about another address says nothing about this one.
      const opened: DatasetFolder = {
        state:
          seenState.url === url
            ? seenState
            : { ...seenState, url, etag: null, lastModified: null, checkedMs: null },
        save(state) {
          opened.state = state
          writeSnapshotFile(STATE, join(folder, 'state.json'), state)
        },
        incoming: join(folder, 'incoming'),
        versionFolder: (version) => join(folder, version),
        tidy() {
          for (const name of readdirSync(folder)) {
            if (name !== 'state.json' && name !== opened.state.version)
              rmSync(join(folder, name), { recursive: true, force: true })
          }
        },
      }
      return opened
    },
    retain(identifiers) {
      const wanted = new Set(identifiers.map(folderName))
      const removed = readdirSync(base).filter((name) => !wanted.has(name))
      for (const name of removed) rmSync(join(base, name), { recursive: true, force: true })
      return removed
    },
  }
}

/** Identifiers come from outside and may be no file names. */
function folderName(identifier: string): string {
  return /^[A-Za-z0-9_-]{1,64}$/.test(identifier)
    ? identifier
    : `x${sha256Hex(identifier).slice(0, 40)}`
}
