/** A serving process that is killed while it fills the tender index from the store. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import type { Store } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { liveUntilMs, type Notice } from '../../src/tenders/model/notice.ts'
import { CONTRACTS_FINDER } from '../../src/tenders/portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { eachEngine, type StoreSettings } from '../support/engines.ts'
import { eventually } from '../support/world.ts'
import { sampleNotice } from '../tenders/samples.ts'

const MAIN = join(import.meta.dirname, '../../bin/ukintel.js')
/** Enough for hundreds of turns of the event loop. */
const NOTICES = 6000

eachEngine('a fill of the tender index', (under) => {
  const children: ChildProcess[] = []
  afterEach(async () => {
    for (const child of children.splice(0)) await killed(child)
  })

  async function serve({ dataDir, databaseUrl }: StoreSettings) {
    const child = spawn(process.execPath, [MAIN, 'serve'], {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: dataDir,
        RATE_LIMITS: 'free:60000/60000',
        DATABASE_URL: databaseUrl ?? '',
        X402_PAY_TO: `0x${'1'.repeat(40)}`,
        PORT: '0',
        INGEST: 'off',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    children.push(child)
    for await (const line of createInterface({ input: child.stdout })) {
      const url = /listening on (http:\S+),/.exec(line)?.[1]
      if (url) return { child, url }
    }
    throw new Error('the service ended before it served')
  }

  it('killed outright leaves the store as it was, and the restart serves all of it', {
    timeout: 120_000,
  }, async () => {
    const settings = await under.freshSettings({ migrated: true })
    const store = await under.open(settings)
    await fillStore(store)
    const before = await contentOf(store)

    const first = await serve(settings)
    // The kill proves nothing unless the fill is still under way.
    const seen = await Promise.all([indexOf(first.url), availabilityOfBrief(first.url)])
    expect(seen).toMatchObject([{ live: 0 }, { deliverable: false }])
    await killed(first.child)
    expect(await contentOf(store)).toEqual(before)

    const second = await serve(settings)
    await eventually(async () => (await indexOf(second.url)).live === NOTICES)
    expect(await availabilityOfBrief(second.url)).toBeUndefined()
    expect(await contentOf(store)).toEqual(before)
  })
})

async function killed(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Reports the tender index as the health of the service shows it. */
async function indexOf(url: string): Promise<{ live: number }> {
  const health = await (await fetch(`${url}/v1/health`)).json()
  return (
    (health as { upstreams?: { tender_index: { live: number } } }).upstreams?.tender_index ?? {
      live: 0,
    }
  )
}

async function availabilityOfBrief(url: string): Promise<unknown> {
  const quote = await (await fetch(`${url}/v1/tenders/ocds-h6vhtk-1/brief`)).json()
  return (quote as { extensions: { availability?: unknown } }).extensions.availability
}

async function fillStore({ main }: Store): Promise<void> {
  const nowMs = Date.now()
  const notices = Array.from({ length: NOTICES }, (_, index) =>
    sampleNotice({
      key: `ocds-h6vhtk-${index}`,
      title: `Cleaning of hall ${index}`,
      publishedMs: nowMs - 86_400_000,
      updatedMs: nowMs - 86_400_000,
      deadlineMs: nowMs + 10 * 86_400_000,
    }),
  )
  await createTenderStore(main).apply({
    releases: notices.map((notice) => {
      const json = JSON.stringify(notice)
      return { key: notice.key, ocid: notice.ocid, releasedMs: nowMs, hash: notice.key, json }
    }),
    contracts: [],
    quarantined: [],
    merge(releases) {
      const json = releases.at(-1)!
      const notice = JSON.parse(json) as Notice
      const { key, ocid, updatedMs } = notice
      const until = liveUntilMs(notice)
      return [{ key, ocid, updatedMs, keepUntilMs: until, liveUntilMs: until, json }]
    },
    source: null,
  })
  const runs = createRuns(main, systemClock)
  for (const { id } of [FIND_A_TENDER, CONTRACTS_FINDER])
    await runs.recordSource(id, { lastSuccessMs: nowMs })
}

async function contentOf({ main }: Store) {
  const [releases, notices] = await Promise.all([
    main.selectFrom('tender_releases').selectAll().orderBy('key').execute(),
    main.selectFrom('tender_notices').selectAll().orderBy('key').execute(),
  ])
  return { releases, notices }
}
