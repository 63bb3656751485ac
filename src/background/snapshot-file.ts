/**
 * Files that are stored between releases. As in the store (`stored-layout.ts`), a file of
 * another layout or a truncated file is no copy.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { type Layout, pack, unpack } from './stored-layout.ts'

/** Null: no copy. @throws errors of the disk, which say nothing about what is kept. */
export function readSnapshotFile<T>(layout: Layout<T>, path: string): T | null {
  return existsSync(path) ? unpack(layout, readFileSync(path, 'utf8')) : null
}

/** In one step, so that a reader sees the old or the new. */
export function writeSnapshotFile<T>(layout: Layout<T>, path: string, value: T): void {
  writeFileSync(`${path}.part`, pack(layout, value))
  renameSync(`${path}.part`, path)
}
