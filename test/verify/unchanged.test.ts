/**
 * An unchanged answer is free: 304 for an unpaid caller with the current answer, from stored data
 * alone.
 */
import { connect, type Socket } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startWorld, type World } from '../../sandbox/world.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { openStore } from '../../src/store/open.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { createBuyer } from '../support/buyer.ts'

const HOUR_MS = 3_600_000
/** UNCHANGED_REQUESTS=1000000 is the full proof. */
const REQUESTS = Number(process.env.UNCHANGED_REQUESTS ?? 5000)

let world: World
let app: App
let clock: ManualClock
beforeAll(async () => {
  world = await startWorld({ port: await freePort(), logLevel: 'silent', inMemory: true })
  clock = manualClock(Date.now())
  app = await createApp(
    loadConfig({
      ...world.environment,
      INGEST: 'off',
      RATE_LIMITS: 'address:100000000,free:100000000',
    }),
    { clock },
  )
  await app.start()
}, 60_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
})

const calls = () => world.sources.companiesHouse.calls.length
/** Rows of every table, ledger included. */
async function rows(): Promise<Record<string, number>> {
  const store = await openStore({ databaseUrl: null, dataDir: world.environment.DATA_DIR! })
  const counted: Record<string, number> = {}
  for (const database of [store.main, store.ledger.read] as unknown as Kysely<
    Record<string, object>
  >[]) {
    for (const { name } of await database.introspection.getTables()) {
      const { count } = await database
        .selectFrom(name)
        .select(sql<number>`count(*)`.as('count'))
        .executeTakeFirstOrThrow()
      counted[name] = Number(count)
    }
  }
  await store.close()
  return counted
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
function heapMb(): number {
  collect()
  return Math.round(process.memoryUsage().heapUsed / 100_000) / 10
}

/**
 * Concurrent sockets, as many agents have, each with a queue of requests: this measures the
 * service, not its client.
 */
const SOCKETS = 20
const QUEUE = 25
/**
 * Statuses of so many answers to the same question, pipelined over one connection. They have no
 * body.
 */
function statusesOf(socket: Socket, path: string, etag: string): Promise<string[]> {
  const question = `GET ${path} HTTP/1.1\r\nhost: ${new URL(app.url).host}\r\nif-none-match: ${etag}\r\n\r\n`
  return new Promise((resolve, reject) => {
    let told = ''
    const listen = (bytes: Buffer) => {
      told += bytes.toString('latin1')
      const statuses = told.match(/^HTTP\/1\.1 \d{3}/gm) ?? []
      if (statuses.length < QUEUE || !told.endsWith('\r\n\r\n')) return
      socket.off('data', listen).off('close', reject)
      resolve(statuses.map((line) => line.slice(-3)))
    }
    socket.on('data', listen).once('close', reject)
    socket.write(question.repeat(QUEUE))
  })
}

const ask = (path: string, etag: string) =>
  fetch(`${app.url}${path}`, { headers: { 'If-None-Match': etag } })

async function etagOf(path: string, url = app.url): Promise<string> {
  const bought = await createBuyer({ privateKey: world.buyer.privateKey }).call(
    { method: 'GET', url: `${url}${path}` },
    { maxUsd: '0.2' },
  )
  expect(bought.status).toBe(200)
  return bought.headers.get('etag')!
}

test('an answer without a body states no length, which would be that of the answer', async () => {
  const path = '/v1/company/99000001'
  const again = await ask(path, await etagOf(path))
  expect([again.status, again.headers.get('content-length')]).toEqual([304, null])
})

test('much of it queries no source', async () => {
  const path = '/v1/company/99000001'
  const etag = await etagOf(path)
  const before = { calls: calls(), rows: await rows() }
  const seen = new Map<string, number>()
  const { hostname, port } = new URL(app.url)
  const sockets = Array.from({ length: SOCKETS }, () => connect(Number(port), hostname))
  let early = 0
  for (let sent = 0; sent < REQUESTS; sent += SOCKETS * QUEUE) {
    const statuses = await Promise.all(sockets.map((socket) => statusesOf(socket, path, etag)))
    for (const status of statuses.flat()) seen.set(status, (seen.get(status) ?? 0) + 1)
    if (sent === SOCKETS * QUEUE) early = heapMb()
  }
  const late = heapMb()
  for (const socket of sockets) socket.destroy()
  const after = { calls: calls(), rows: await rows() }
  expect([...seen]).toEqual([['304', REQUESTS]])
  expect(after).toEqual(before)
  // What the first requests load stays; what each of them left would be seen.
  expect(late - early).toBeLessThan(20)
}, 3_600_000)

test('an unpaid call with an entity tag › counts as a free request, and is quoted the price once these are spent', async () => {
  const port = String(await freePort())
  const limits = { PORT: port, PUBLIC_URL: '', INGEST: 'off', RATE_LIMITS: 'address:1000,free:2' }
  const limited = await createApp(loadConfig({ ...world.environment, ...limits }), { clock })
  await limited.start()
  try {
    const path = '/v1/company/99000001'
    const etag = await etagOf(path, limited.url)
    const statuses: number[] = []
    for (const tag of [etag, `"${'A'.repeat(43)}"`, etag])
      statuses.push(
        (await fetch(`${limited.url}${path}`, { headers: { 'If-None-Match': tag } })).status,
      )
    expect(statuses).toEqual([304, 402, 402])
  } finally {
    await limited.stop()
  }
})

test('304 while it is stored fresh, 402 once it is not, without a query', async () => {
  const path = '/v1/company/99000001/verdict?detail=full'
  const etag = await etagOf(path)
  expect(etag).toMatch(/^"[A-Za-z0-9_-]{43}"$/)
  const before = calls()
  const unchanged = await ask(path, etag)
  expect([unchanged.status, unchanged.headers.get('etag'), await unchanged.text()]).toEqual([
    304,
    etag,
    '',
  ])
  const [asGzip, asZstd] = ['gzip', 'zstd'].map((name) => etag.replace(/"$/, `-${name}"`))
  for (const same of [`"other", W/${etag}`, asGzip!, `W/${asZstd}`])
    expect([same, (await ask(path, same)).status]).toEqual([same, 304])
  for (const other of [`"${'A'.repeat(43)}"`, '*', '"x"', 'junk'])
    expect([other, (await ask(path, other)).status]).toEqual([other, 402])
  // Another question of the same subject, and a subject that is not held at all.
  expect((await ask('/v1/company/99000001', etag)).status).toBe(402)
  expect((await ask('/v1/company/99000002', etag)).status).toBe(402)
  expect((await ask('/v1/company/nonsense', etag)).status).toBe(400)
  clock.advance(7 * HOUR_MS)
  expect((await ask(path, etag)).status).toBe(402)
  expect(calls()).toBe(before)
})
