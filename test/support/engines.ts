/** One suite over both engines: SQLite in a temporary folder, and the PostgreSQL of this run. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest'
import { openStore, type Store } from '../../src/store/open.ts'
import { type Databases, sharedPostgres } from './postgres.ts'
import { createStoreFolder } from './store-folder.ts'

export interface StoreSettings {
  databaseUrl: string | null
  dataDir: string
}

export interface EngineUnderTest {
  readonly engine: Store['engine']
  /** `it` on SQLite, and nothing on PostgreSQL: for what no statement of a store decides. */
  once(name: string, run: () => Promise<void>): void
  /**
   * A new, empty place for a store. Several stores may be opened on it, as replicas do. With
   * `migrated`, it has the current layout already, which costs less than migrations.
   */
  freshSettings(options?: { migrated?: boolean }): Promise<StoreSettings>
  /**
   * A new place with what `fill` writes. It is filled once for all tests of the engine, closed by
   * `fill` itself, and copied for each.
   */
  filledSettings(fill: (settings: StoreSettings) => Promise<void>): Promise<StoreSettings>
  /** An open store on a new place, or a further one on the given place; closed after the test. */
  open(settings?: StoreSettings): Promise<Store>
}

export function eachEngine(
  name: string,
  suite: (under: EngineUnderTest) => void,
  { skip = false } = {},
): void {
  for (const engine of ['sqlite', 'postgres'] as const) {
    describe.skipIf(skip)(`${name} (${engine})`, () => {
      const folders: string[] = []
      const stores: Store[] = []
      let server: Databases | null = null

      async function freshSettings({ migrated = false } = {}): Promise<StoreSettings> {
        const dataDir =
          migrated && server === null
            ? await createStoreFolder('ukintel-store-')
            : mkdtempSync(join(tmpdir(), 'ukintel-store-'))
        folders.push(dataDir)
        if (server === null) return { databaseUrl: null, dataDir }
        const databaseUrl = migrated ? server.migratedDatabaseUrl() : server.freshDatabaseUrl()
        return { databaseUrl: await databaseUrl, dataDir }
      }

      const filled = new Map<(settings: StoreSettings) => Promise<void>, StoreSettings>()
      async function filledSettings(
        fill: (settings: StoreSettings) => Promise<void>,
      ): Promise<StoreSettings> {
        let from = filled.get(fill)
        if (from === undefined) {
          from = await freshSettings({ migrated: true })
          await fill(from)
          filled.set(fill, from)
        }
        const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-store-'))
        folders.push(dataDir)
        cpSync(from.dataDir, dataDir, { recursive: true })
        if (server === null || from.databaseUrl === null) return { databaseUrl: null, dataDir }
        return { databaseUrl: await server.copiedDatabaseUrl(from.databaseUrl), dataDir }
      }

      beforeAll(async () => {
        if (engine === 'postgres') server = await sharedPostgres()
      })
      afterEach(async () => {
        for (const store of stores.splice(0)) await store.close()
      })
      afterAll(async () => {
        await server?.stop()
        for (const folder of folders) rmSync(folder, { recursive: true, force: true })
      })

      suite({
        engine,
        once: (name, run) => {
          if (engine === 'sqlite') it(name, run)
        },
        freshSettings,
        filledSettings,
        async open(settings) {
          const store = await openStore(settings ?? (await freshSettings({ migrated: true })))
          stores.push(store)
          return store
        },
      })
    })
  }
}
