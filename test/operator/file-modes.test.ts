/**
 * Stored answers are given to who knows their payment, so no other user of the machine may read
 * them.
 */
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { makePrivate } from '../../src/platform/private-folder.ts'
import { openStore } from '../../src/store/open.ts'
import { createFolder } from '../support/folder.ts'
import { ask, startService } from '../support/service.ts'

const folder = createFolder()

const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8)
const FILES = ['ledger.db', 'ledger.db-wal', 'ukintel.db', 'ukintel.db-wal']
const modesIn = (dataDir: string, names: readonly string[]) =>
  ['.', ...names].map((name) => modeOf(join(dataDir, name)))

it('DATA_DIR is created with mode 700, its databases with 600', async () => {
  const dataDir = join(folder, 'data')
  const store = await openStore({ databaseUrl: null, dataDir })
  expect(modesIn(dataDir, FILES)).toEqual(['700', '600', '600', '600', '600'])
  await store.close()
})

it('the start takes from others what an earlier release let them read', async () => {
  const dataDir = join(folder, 'earlier')
  const settings = { databaseUrl: null, dataDir }
  const serve = async () => {
    const service = await startService({ store: settings })
    expect((await ask(`${service.url}/v1/health`)).status).toBe(200)
    return service
  }
  await (await serve()).stop()
  const kept = ['ledger.db', 'ukintel.db', 'signing-key.pem']
  chmodSync(dataDir, 0o755)
  for (const name of kept) chmodSync(join(dataDir, name), 0o644)
  const service = await serve()
  try {
    expect(modesIn(dataDir, kept)).toEqual(['700', '600', '600', '600'])
  } finally {
    await service.stop()
  }
})

it('a folder that many users share keeps its mode and is named', () => {
  const shared = join(folder, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  const file = join(shared, 'ledger.db')
  writeFileSync(file, '')
  chmodSync(file, 0o664)
  expect(makePrivate(shared, ['ledger.db', 'absent.db'])).toEqual([shared])
  expect([modeOf(shared), modeOf(file)]).toEqual(['1777', '600'])
})

it.each([[[]], [['a', 'b']]])(
  'a file in place of a folder is named and keeps its mode',
  async (below) => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    chmodSync(file, 0o644)
    const dataDir = join(file, ...below)
    await expect(openStore({ databaseUrl: null, dataDir })).rejects.toThrow(
      `DATA_DIR "${dataDir}" holds no usable database: EEXIST: file already exists, mkdir '${file}'`,
    )
    expect(modeOf(file)).toBe('644')
  },
)

it('a database that is silent is named after two seconds', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await vi.waitFor(() => expect(silent.listening).toBe(true))
  const { port } = silent.address() as { port: number }
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const told: string[] = []
    const opened = openStore(
      { databaseUrl: `postgres://127.0.0.1:${port}/x`, dataDir: folder },
      { onWait: (what) => told.push(what) },
    ).catch((error: Error) => error.message)
    await vi.advanceTimersByTimeAsync(1_999)
    expect(told).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(told).toEqual([`PostgreSQL at 127.0.0.1:${port}`])
    await vi.advanceTimersByTimeAsync(8_000)
    expect(await opened).toMatch(/^DATABASE_URL: no usable PostgreSQL at 127\.0\.0\.1:/)
  } finally {
    vi.useRealTimers()
    silent.close()
  }
})
