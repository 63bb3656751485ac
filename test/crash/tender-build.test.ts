/** The service, killed with SIGKILL while its tender index is built: the process that builds ends, store and saved index are whole, the next start serves. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { NOW, variations } from '../../bench/support/notices.ts'
import { manualClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/observe/log.ts'
import type { Store } from '../../src/store/open.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { createTenderIndex } from '../../src/tenders/index/tender-index.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'

const NOTICES = Array.from(variations(3000))
const MAIN = join(import.meta.dirname, '../../src/main.ts')
const ADDRESS = `0x${'1'.repeat(40)}`
const OFFLINE = 'http://127.0.0.1:9'

eachEngine('the service, killed while the tender index is built', (under) => {
  let settings: StoreSettings
  let store: Store
  let running: ChildProcess | null = null

  beforeEach(async () => {
    settings = await under.freshSettings()
    store = await under.open(settings)
    await merged('first')
  })
  afterEach(() => void running?.kill('SIGKILL'))

  /** Merges every notice again. */
  const merged = (hash: string) =>
    createTenderStore(store.main).apply({
      releases: NOTICES.map((notice) => {
        const json = JSON.stringify({ ...notice, description: `${notice.description} As ${hash} published.` })
        return { key: notice.key, ocid: notice.ocid, releasedMs: NOW, hash, json }
      }),
      awards: [],
      quarantined: [],
      merge: ([json]) => {
        const { key, ocid } = JSON.parse(json!) as { key: string; ocid: string }
        return [{ key, ocid, updatedMs: NOW, keepUntilMs: NOW, liveUntilMs: NOW, json: json! }]
      },
      source: null,
    })

  const files = () => readdirSync(settings.dataDir).filter((name) => name.startsWith('tenders.'))
  const saved = () => readFileSync(join(settings.dataDir, 'tenders.generation'))

  async function serve(): Promise<{ process: ChildProcess; url: string; died: Promise<unknown> }> {
    const environment = {
      PATH: process.env.PATH ?? '',
      DATA_DIR: settings.dataDir,
      DATABASE_URL: settings.databaseUrl ?? '',
      LOG_LEVEL: 'silent',
      PORT: '0',
      PUBLIC_URL: 'http://127.0.0.1:0',
      INGEST: 'off',
      X402_PAY_TO: ADDRESS,
      X402_FACILITATOR_URL: OFFLINE,
      RATE_LIMITS: 'address:100000,free:100000',
    }
    const child = spawn(process.execPath, [MAIN, 'serve'], { env: environment, stdio: ['ignore', 'pipe', 'inherit'] })
    running = child
    const died = once(child, 'exit')
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /listening on (http:[^,]+),/.exec(line)?.[1]
      if (url) return { process: child, url, died }
    }
    throw new Error('the service ended before it served')
  }

  /** How many notices it serves. */
  async function served(url: string): Promise<number> {
    const { upstreams } = (await (await fetch(`${url}/v1/health`)).json()) as { upstreams: { tender_index: { notices: number } } }
    return upstreams.tender_index.notices
  }

  /** The process that builds for this one. */
  function builderOf(parent: number): number | null {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    const own = stdout.split('\n').find((line) => new RegExp(`^\\s*\\d+\\s+${parent}\\s.*tenders/index/build-child`).test(line))
    return own === undefined ? null : Number.parseInt(own, 10)
  }

  async function described(): Promise<string[]> {
    const tenderIndex = createTenderIndex({ ...settings, clock: manualClock(NOW), log: silentLog })
    expect(await tenderIndex.load()).toBe(true)
    const generation = tenderIndex.current()!
    return Array.from({ length: generation.data.count }, (_, number) => generation.notice(number).description!)
  }

  it('leaves no process, the whole store and the last saved index, which the next start serves until it has built its own', async () => {
    const first = await serve()
    await vi.waitFor(async () => expect(await served(first.url)).toBe(NOTICES.length), { timeout: 60_000, interval: 50 })
    first.process.kill('SIGTERM')
    await first.died
    const [before, names] = [saved(), files()]

    await merged('second')
    const second = await serve()
    const isOurs = (name: string) => name.startsWith(`tenders.texts.${second.process.pid}.`)
    await vi.waitFor(() => expect(files().some(isOurs)).toBe(true), { timeout: 60_000, interval: 1 })
    const builder = builderOf(second.process.pid!)!
    second.process.kill('SIGKILL')
    await second.died
    expect(() => process.kill(builder, 0)).not.toThrow()
    await vi.waitFor(() => expect(() => process.kill(builder, 0)).toThrow('ESRCH'), { timeout: 60_000, interval: 10 })

    expect(saved().equals(before)).toBe(true)
    expect(files()).toEqual(expect.arrayContaining(names))
    const rows = await store.main.selectFrom('tender_notices').select('json').execute()
    expect(rows.filter(({ json }) => json.includes('As second published.'))).toHaveLength(NOTICES.length)
    const texts = await described()
    expect(texts.filter((text) => text.endsWith('As first published.'))).toHaveLength(NOTICES.length)

    const third = await serve()
    await vi.waitFor(async () => expect(await served(third.url)).toBe(NOTICES.length), { timeout: 60_000, interval: 10 })
    await vi.waitFor(() => expect(saved().equals(before)).toBe(false), { timeout: 60_000, interval: 50 })
    await vi.waitFor(async () => expect([await served(third.url), files().length]).toEqual([NOTICES.length, 2]), {
      timeout: 60_000,
      interval: 50,
    })
    third.process.kill('SIGTERM')
    await third.died
    const next = await described()
    expect(next.filter((text) => text.endsWith('As second published.'))).toHaveLength(NOTICES.length)
  }, 400_000)
})
