/** Location of generations: one SQLite file each in a folder, or one schema each in PostgreSQL. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { openSecondaryDatabase } from '../open.ts'
import { postgresEngine, sqliteEngine } from './engines.ts'
import {
  beginBuild,
  type MirrorBuild,
  type MirrorGeneration,
  openGeneration,
} from './generation.ts'
import type { MirrorTables } from './tables.ts'

export interface MirrorLocation {
  /** To be filled; what an earlier attempt left of it is there. */
  build(id: string): Promise<MirrorBuild>
  /** Returns `null` if it does not exist. Call it only for finished generations. */
  open(id: string): Promise<MirrorGeneration | null>
  /**
   * Removes all others. Those that another process reads go on being read there until it closes
   * them.
   */
  retain(ids: readonly string[]): Promise<void>
  /** Bytes on disk. */
  size(id: string): Promise<number>
}

/** Lower case letters, digits and underscores: it names files and schemas. */
const ID = /^[a-z0-9_]{1,40}$/
const FILES = ['.db', '.db-wal', '.db-shm']

export function mirrorLocation({
  databaseUrl,
  dataDir,
}: {
  databaseUrl: string | null
  dataDir: string
}): MirrorLocation {
  return databaseUrl === null ? filePlace(join(dataDir, 'companies')) : schemaPlace(databaseUrl)
}

function filePlace(folder: string): MirrorLocation {
  const pathOf = (id: string) => join(folder, `${checkId(id)}.db`)
  return {
    async build(id) {
      mkdirSync(folder, { recursive: true })
      return beginBuild(
        await openSecondaryDatabase<MirrorTables>({ path: pathOf(id) }, { patient: true }),
        sqliteEngine,
      )
    },
    async open(id) {
      if (!existsSync(pathOf(id))) return null
      return openGeneration(
        await openSecondaryDatabase<MirrorTables>({ path: pathOf(id) }, { patient: false }),
        sqliteEngine,
        id,
      )
    },
    async retain(ids) {
      if (!existsSync(folder)) return
      for (const file of readdirSync(folder)) {
        const id = file.replace(/\.db(-wal|-shm)?$/, '')
        if (id !== file && !ids.includes(id)) rmSync(join(folder, file), { force: true })
      }
    },
    async size(id) {
      const paths = FILES.map((end) => join(folder, `${checkId(id)}${end}`)).filter((path) =>
        existsSync(path),
      )
      return paths.reduce((bytes, path) => bytes + statSync(path).size, 0)
    },
  }
}

const SCHEMA = 'company_mirror_'

function schemaPlace(databaseUrl: string): MirrorLocation {
  const schemaOf = (id: string) => `${SCHEMA}${checkId(id)}`
  const open = (id: string, patient: boolean) =>
    openSecondaryDatabase<MirrorTables>({ databaseUrl, schema: schemaOf(id) }, { patient })

  async function ask<T>(work: (db: Kysely<MirrorTables>) => Promise<T>): Promise<T> {
    const db = await openSecondaryDatabase<MirrorTables>(
      { databaseUrl, schema: 'public' },
      { patient: true },
    )
    try {
      return await work(db)
    } finally {
      await db.destroy()
    }
  }

  const schemas = (db: Kysely<MirrorTables>) =>
    sql<{
      name: string
    }>`SELECT nspname AS name FROM pg_namespace WHERE nspname LIKE ${`${SCHEMA.replaceAll('_', '\\_')}%`}`.execute(
      db,
    )

  return {
    async build(id) {
      await ask((db) => sql`CREATE SCHEMA IF NOT EXISTS ${sql.id(schemaOf(id))}`.execute(db))
      return beginBuild(await open(id, true), postgresEngine)
    },
    async open(id) {
      const known = await ask(schemas)
      if (!known.rows.some(({ name }) => name === schemaOf(id))) return null
      return openGeneration(await open(id, false), postgresEngine, id)
    },
    retain: (ids) =>
      ask(async (db) => {
        const liveSchemas = ids.map(schemaOf)
        for (const { name } of (await schemas(db)).rows)
          if (!liveSchemas.includes(name))
            await sql`DROP SCHEMA ${sql.id(name)} CASCADE`.execute(db)
      }),
    size: (id) =>
      ask(async (db) => {
        const found = await sql<{
          bytes: number
        }>`SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint AS bytes
          FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = ${schemaOf(id)} AND c.relkind = 'r'`.execute(
          db,
        )
        return Number(found.rows[0]?.bytes ?? 0)
      }),
  }
}

function checkId(id: string): string {
  if (!ID.test(id)) throw new Error(`no name of a generation: ${id}`)
  return id
}
