/**
 * The disk is full: what a buyer gets who repeats a paid request, then and once there is room
 * again. Nothing is charged twice.
 */
import { execFileSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GateStep } from '../../src/payments/gate.ts'
import type { StoreSettings } from '../support/engines.ts'
import { createFolder } from '../support/folder.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'
import { TEA } from '../support/service.ts'
import {
  eachInOneWorld,
  expectDelivered,
  expectProblem,
  ITEM_PRICE,
  ledgerOf,
  withoutChain,
} from '../support/world.ts'

interface Disk {
  fresh(): Promise<StoreSettings>
  /** Leaves no room for any write; the returned call makes room again. */
  fill(store: StoreSettings): Promise<() => Promise<void>>
}

const mounted: string[] = []
/** Returns a folder on a file system of its own, or null if this user may not mount one. */
function mountSmallDisk(): string | null {
  const folder = createFolder()
  try {
    const options = ['-t', 'tmpfs', '-o', 'size=24m,mode=700', 'tmpfs', folder]
    execFileSync('mount', options, { stdio: 'pipe' })
  } catch {
    return null
  }
  mounted.push(folder)
  return folder
}

/** Writes a file until the file system has no byte left. */
function fillUp(path: string): void {
  const file = openSync(path, 'w')
  try {
    for (const bytes of [Buffer.alloc(65_536), Buffer.alloc(512)]) {
      try {
        for (;;) writeSync(file, bytes)
      } catch (error) {
        if ((error as { code?: string }).code !== 'ENOSPC') throw error
      }
    }
  } finally {
    closeSync(file)
  }
}

const sqlite: Disk = {
  fresh: async () => ({ databaseUrl: null, dataDir: mountSmallDisk()! }),
  async fill({ dataDir }) {
    const ballast = join(dataDir, 'ballast')
    fillUp(ballast)
    return async () => rmSync(ballast)
  },
}

/**
 * PostgreSQL refuses to extend any file of the ledger or the limits, as it does on a full disk; it
 * still reads.
 */
const REFUSE_WRITES = `
  create or replace function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = '53100'; end $$;
  do $$ declare each record; begin
    for each in select tablename from pg_tables where schemaname = 'public' loop
      execute format('create trigger no_room before insert or update on %I for each statement execute function no_room()', each.tablename);
    end loop; end $$`
const ALLOW_WRITES = 'drop function no_room cascade'

let server: Databases
const postgres: Disk = {
  fresh: async () => ({
    databaseUrl: await server.migratedDatabaseUrl(),
    dataDir: createFolder(),
  }),
  async fill({ databaseUrl }) {
    await run(databaseUrl!, REFUSE_WRITES)
    return () => run(databaseUrl!, ALLOW_WRITES)
  },
}

async function run(connectionString: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(sql)
  await client.end()
}

const mayMount = mountSmallDisk() !== null

afterAll(() => {
  for (const folder of mounted) execFileSync('umount', ['-l', folder])
})

describe.skipIf(withoutChain)('the disk is full', () => {
  const world = eachInOneWorld()
  beforeAll(async () => {
    server = await sharedPostgres()
  })
  afterAll(() => server?.stop())

  describe.each([
    ['SQLite', sqlite, mayMount],
    ['PostgreSQL', postgres, true],
  ] as const)('%s', (_, disk, isPossible) => {
    /** Starts a service whose disk is full from this step of the first payment on. */
    async function serve(when: GateStep | null) {
      const store = await disk.fresh()
      let makeRoom = async () => {}
      const { service, wallet, payment, buy } = await world.sale({
        store,
        overrides: {
          gate: {
            async onStep(step) {
              if (step !== when) return
              when = null
              makeRoom = await disk.fill(store)
            },
          },
        },
      })
      return {
        service,
        wallet,
        payment,
        buy: () => buy(),
        async fill() {
          makeRoom = await disk.fill(store)
        },
        makeRoom: () => makeRoom(),
      }
    }

    it.skipIf(!isPossible)('a bought answer is repeated, a new payment is not taken', async () => {
      const { service, wallet, buy, fill, makeRoom } = await serve(null)
      const bought = await buy()
      expectDelivered(bought)
      await fill()
      const again = await buy()
      expectDelivered(again)
      expect(again.bytes).toBe(bought.bytes)
      const other = await world.buyerWith(1)
      const second = await world.pays(other)
      expectProblem(await service.ask(TEA, { payment: second }), 503, 'STORE_UNAVAILABLE', null)
      expect(await world.paidBy(other)).toEqual([])
      await makeRoom()
      expectDelivered(await service.ask(TEA, { payment: second }))
      expect([await world.paidBy(wallet), await world.paidBy(other)]).toEqual([
        [ITEM_PRICE],
        [ITEM_PRICE],
      ])
      expect(service.shop.runs).toBe(2)
    })

    it.skipIf(!isPossible).each<GateStep>(['claimed', 'answered'])(
      'from "%s" on: nothing is charged, and the same payment buys as soon as there is room',
      async (when) => {
        const { wallet, buy, makeRoom } = await serve(when)
        expectProblem(await buy(), 503, 'STORE_UNAVAILABLE', null)
        expect((await buy()).status).toBe(503)
        expect(await world.paidBy(wallet)).toEqual([])
        await makeRoom()
        expectDelivered(await buy())
        expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
      },
    )

    it.skipIf(!isPossible)(
      'after the money moved: the answer is there as soon as there is room, without a second charge',
      async () => {
        const { service, wallet, buy, makeRoom } = await serve('settled')
        expectProblem(await buy(), 503, 'SETTLEMENT_UNKNOWN', null)
        expectProblem(await buy(), 503, 'SETTLEMENT_UNKNOWN', null)
        await makeRoom()
        expectDelivered(await buy())
        expectDelivered(await buy())
        expect(service.shop.runs).toBe(1)
        expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
        expect(await ledgerOf(service, wallet)).toHaveLength(1)
      },
    )
  })
})
