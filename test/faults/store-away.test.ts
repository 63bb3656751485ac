/**
 * The database goes away under a running service: nothing is sold, nothing is charged, and what was
 * paid for is there when it is back.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GateStep } from '../../src/payments/gate.ts'
import { freePort } from '../../src/transports/free-port.ts'
import type { StoreSettings } from '../support/engines.ts'
import { createFolder } from '../support/folder.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type Reply, shiftedClock, TEA } from '../support/service.ts'
import {
  eachInOneWorld,
  expectDelivered,
  expectProblem,
  ITEM_PRICE,
  withoutChain,
} from '../support/world.ts'

interface Engine {
  fresh(): Promise<StoreSettings>
  /** Takes the database away; the returned call restores it. */
  takeAway(store: StoreSettings): Promise<() => Promise<void>>
  /** A fault of our own making: a table that is not there. */
  dropFeedback(store: StoreSettings): Promise<void>
}

const sqlite: Engine = {
  fresh: async () => ({ databaseUrl: null, dataDir: createFolder() }),
  async takeAway({ dataDir }) {
    const files = ['ledger.db', 'ukintel.db'].map((name) => {
      const path = join(dataDir, name)
      const database = new DatabaseSync(path)
      database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      const bytes = readFileSync(path)
      overwrite(path, Buffer.alloc(bytes.length, 'Z'))
      return { path, bytes, database }
    })
    return async () => {
      for (const { path, bytes, database } of files) {
        overwrite(path, bytes)
        // As any write does: other connections forget the pages that they hold.
        database.exec('PRAGMA user_version=1')
        database.close()
      }
    }
  },
  async dropFeedback({ dataDir }) {
    const database = new DatabaseSync(join(dataDir, 'ukintel.db'))
    database.exec('DROP TABLE feedback')
    database.close()
  },
}

function overwrite(path: string, bytes: Buffer): void {
  const file = openSync(path, 'r+')
  writeSync(file, bytes, 0, bytes.length, 0)
  closeSync(file)
}

let server: PostgresServer
const postgres: Engine = {
  fresh: async () => ({ databaseUrl: await server.freshDatabaseUrl(), dataDir: createFolder() }),
  takeAway: () => server.halt(),
  async dropFeedback({ databaseUrl }) {
    const client = new pg.Client({ connectionString: databaseUrl! })
    await client.connect()
    await client.query('DROP TABLE feedback')
    await client.end()
  },
}

function expectAway(reply: Reply, charged: false | null = null): void {
  expectProblem(reply, 503, 'STORE_UNAVAILABLE', charged)
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(reply.json).toMatchObject({
    retryable: true,
    hint: expect.stringContaining('same PAYMENT-SIGNATURE'),
  })
  expect(reply.bytes).not.toMatch(/sqlite|postgres|ECONN|127\.0\.0\.1|not a database|terminat/i)
}

describe.skipIf(withoutChain)('the database goes away', () => {
  const world = eachInOneWorld()
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(async () => {
    await server?.stop()
  })

  describe.each([
    ['SQLite', sqlite],
    ['PostgreSQL', postgres],
  ])('%s', (_, engine) => {
    it('a paid call is 503 and charges nothing, prices are still quoted, and the same payment buys when the store is back', async () => {
      const store = await engine.fresh()
      const port = String(await freePort())
      const { service, buy, expectPaid } = await world.sale({
        store,
        environment: { METRICS_PORT: port },
      })
      const statusOf = async (path: string) =>
        (await fetch(`http://127.0.0.1:${port}${path}`)).status
      const isReady = async () => [await statusOf('/live'), await statusOf('/ready')]
      expect(await isReady()).toEqual([200, 200])
      expect((await service.ask('/metrics')).status).toBe(404)
      const bringBack = await engine.takeAway(store)
      for (let times = 0; times < 2; times += 1) expectAway(await buy())
      expectAway(
        await service.ask('/v1/feedback', { method: 'POST', body: '{"message":"hello"}' }),
        false,
      )
      expect((await service.ask(TEA)).status).toBe(402)
      expect((await service.ask('/v1/health')).status).toBe(200)
      expect(await isReady()).toEqual([200, 503])
      expect(service.shop.runs).toBe(0)
      await expectPaid(0)
      await bringBack()
      expectDelivered(await buy())
      await expectPaid()
    })

    it.each<GateStep>(['claimed', 'answered'])('at "%s": 503, nothing is charged', async (when) => {
      const store = await engine.fresh()
      let bringBack = async () => {}
      const { wallet, buy, expectPaid } = await world.sale({
        store,
        overrides: {
          gate: {
            claimLeaseMs: 1,
            async onStep(step) {
              if (step === when) bringBack = await engine.takeAway(store)
            },
          },
        },
      })
      expectAway(await buy(await world.pays(wallet)))
      await expectPaid(0)
      await bringBack()
      await expectPaid(0)
    })

    it('after the money moved: no answer denies it, and the result is there when the store is back', async () => {
      const store = await engine.fresh()
      let bringBack = async () => {}
      const clock = shiftedClock()
      const service = await world.serve({
        store,
        overrides: {
          clock,
          gate: {
            async onStep(step) {
              if (step === 'settled' && (await world.paidBy(wallet)).length === 1)
                bringBack = await engine.takeAway(store)
            },
          },
        },
      })
      const wallet = await world.buyerWith(1)
      const payment = await world.pays(wallet)
      expectProblem(await service.ask(TEA, { payment }), 503, 'SETTLEMENT_UNKNOWN', null)
      await bringBack()
      // What could not be written down keeps its lease.
      clock.shiftMs = 31_000
      expectDelivered(await service.ask(TEA, { payment }))
      expect(service.shop.runs).toBe(1)
      expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
    })

    it('a statement that is at fault itself stays 500', async () => {
      const store = await engine.fresh()
      const service = await world.serve({ store })
      await engine.dropFeedback(store)
      expectProblem(
        await service.ask('/v1/feedback', { method: 'POST', body: '{"message":"hello"}' }),
        500,
        'INTERNAL',
      )
    })
  })
})
