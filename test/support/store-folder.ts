/** Folders with an empty SQLite store. A copy costs a quarter of the migrations of a new one. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore } from '../../src/store/open.ts'
import { askShared } from './shared.ts'

let migrated: Promise<string | null> | null = null

/** Returns a new folder whose store has the current layout. Outside of a run it is empty. */
export async function createStoreFolder(prefix: string): Promise<string> {
  migrated ??= askShared('sqlite')
  const from = await migrated
  const folder = mkdtempSync(join(tmpdir(), prefix))
  if (from !== null) cpSync(from, folder, { recursive: true })
  return folder
}

/** Creates the folder that the others are copied from. */
export async function createMigratedFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'ukintel-migrated-'))
  const store = await openStore({ databaseUrl: null, dataDir: folder })
  await store.close()
  return {
    answer: folder,
    stop: async () => rmSync(folder, { recursive: true, force: true }),
  }
}
