/** A store of its own on each engine that a bench measures. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore } from '../../src/store/open.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { ENGINES } from '../harness.ts'

export interface Engine {
  name: string
  databaseUrl: string | null
  dataDir: string
  /** Removes all that was stored. */
  close(): Promise<void>
}

/**
 * Waits for the disk at each commit, as an operator's server does. Workers of a parallel query
 * would end before their CPU is read.
 */
const SETTINGS = ['fsync=on', 'shared_buffers=256MB', 'max_parallel_workers_per_gather=0']

export async function openEngines(names: readonly string[] = ENGINES): Promise<Engine[]> {
  const engines: Engine[] = []
  for (const name of names) {
    const dataDir = mkdtempSync(join(tmpdir(), `ukintel-bench-${name}-`))
    const server = name === 'sqlite' ? null : await startPostgres(SETTINGS)
    engines.push({
      name,
      dataDir,
      databaseUrl: server && (await server.freshDatabaseUrl()),
      async close() {
        await server?.stop()
        rmSync(dataDir, { recursive: true })
      },
    })
  }
  return engines
}

/** Returns the size of what is stored. */
export async function diskMib({ databaseUrl, dataDir }: Engine): Promise<number> {
  if (databaseUrl === null) return folderMib(dataDir)
  const { main, close } = await openStore({ databaseUrl, dataDir })
  const { rows } = await sql<{ bytes: string }>`
    select pg_database_size(current_database()) as bytes`.execute(main)
  await close()
  return Number(rows[0]!.bytes) / 2 ** 20
}

export function folderMib(folder: string): number {
  const sizes = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .map((each) => statSync(join(each.parentPath, each.name)).size)
  return sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20
}
