/**
 * PostgreSQL falls silent in the middle of a transaction for longer than a statement may take, and
 * then answers again.
 */
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { StoreUnavailable } from '../../src/platform/errors.ts'
import { createDocuments } from '../../src/store/documents.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { limitStoreWait } from '../../src/store/wait-limit.ts'
import { startWireProxy, type WireProxy } from '../prove/wire/proxy.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'

const QUERY_TIMEOUT_MS = 300

let server: Databases
beforeAll(async () => {
  server = await sharedPostgres()
})
afterAll(() => server?.stop())

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A store behind the wire, another one past it, and which connections carried which statements. */
async function overTheWire(queryTimeoutMs = QUERY_TIMEOUT_MS): Promise<{
  store: Store
  direct: Store
  proxy: WireProxy
  sent: { connection: number; sql: string }[]
}> {
  const url = new URL(await server.freshDatabaseUrl())
  const sent: { connection: number; sql: string }[] = []
  const proxy = await startWireProxy(Number(url.port), ({ connection, direction, sql }) => {
    if (direction === 'statement') sent.push({ connection, sql })
    return { pass: 0 }
  })
  closers.push(() => proxy.close())
  const direct = await openStore({ databaseUrl: url.href, dataDir: '' })
  closers.push(() => direct.close())
  const databaseUrl = url.href.replace(url.port, String(proxy.port))
  const store = await openStore({ databaseUrl, dataDir: '' }, { queryTimeoutMs })
  closers.push(() => store.close())
  return { store, direct, proxy, sent }
}

it('a call waits no longer than its own limit, over all its statements, and a job as long as a statement may take', async () => {
  const { store, proxy } = await overTheWire(60_000)
  const read = () => createDocuments(store.main).load('any')
  const answered = await limitStoreWait(5000, read)
  expect(answered).toBeNull()

  const heal = proxy.partition()
  await limitStoreWait(200, async () => {
    await expect(read()).rejects.toThrow(StoreUnavailable)
    // The limit is spent: a further statement is tried once more, shortly.
    await expect(read()).rejects.toThrow(StoreUnavailable)
  })
  const waiting = read()
  heal()
  await expect(waiting.then(() => 'answered')).resolves.toBe('answered')
})

it('a transaction whose beginning was not answered › what is written after it is committed', async () => {
  const { store, direct, proxy } = await overTheWire()
  const heal = proxy.partition()
  await expect(
    store.ledger.write(async (tx) => tx.selectFrom('claims').select('id').execute()),
  ).rejects.toThrow(StoreUnavailable)
  heal()
  await createDocuments(store.main).save('written', '{}', 1)
  expect(await createDocuments(direct.main).load('written')).not.toBeNull()
})

it('a transaction whose statement was not answered › is never committed, and its connection is not used again', async () => {
  const { store, direct, proxy, sent } = await overTheWire()
  let heal = () => {}
  const half = store.main.transaction().execute(async (tx) => {
    heal = proxy.partition()
    await createDocuments(tx).save('half', '{}', 1)
  })
  await expect(half).rejects.toThrow()
  const [silent] = sent.slice(-1)
  heal()
  await store.main.transaction().execute((tx) => createDocuments(tx).save('whole', '{}', 1))
  const { main } = direct
  expect(
    (await main.selectFrom('documents').select('key').execute()).map(({ key }) => key),
  ).toEqual(['whole'])
  expect(
    sent.filter(({ connection, sql }) => connection === silent!.connection && sql === 'rollback'),
  ).toEqual([])
  expect(sent.at(-1)).toMatchObject({ sql: 'commit' })
  expect(sent.at(-1)!.connection).not.toBe(silent!.connection)
})
