import { inflateRawSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  BUYERS,
  noticeRelease,
  type PublishedRelease,
  SUBJECTS,
} from '../../sandbox/tender-portals/releases.ts'
import { startTenderPortals, type TenderPortals } from '../../sandbox/tender-portals/server.ts'
import { silentLog } from '../../src/observe/log.ts'
import { type ManualClock, manualClock } from '../../src/platform/clock.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createRuns, type Runs } from '../../src/store/runs.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { createTenderIngest, type TenderIngest } from '../../src/tenders/ingest.ts'
import type { IngestProgress } from '../../src/tenders/portal-fill.ts'
import { readProgress, wallMs } from '../../src/tenders/portal-progress.ts'
import { CONTRACTS_FINDER } from '../../src/tenders/portals/contracts-finder.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { createPortalClient, type PortalClient } from '../../src/tenders/sources/portal.ts'
import { UpstreamError } from '../../src/upstream/http.ts'
import { createPace, type Pace } from '../../src/upstream/pace.ts'
import { createFolder } from '../support/folder.ts'
import { heldUntil } from '../support/held.ts'
import { backfill, refresh } from './fill-steps.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const NOW = Date.parse('2026-11-18T15:30:00Z')

let dataDir: string
let store: Store
let runs: Runs
let clock: ManualClock
let portals: TenderPortals
let clients: PortalClient[]
let pace: Pace
let progress: IngestProgress[]

function published(number: number, publishedMs: number): PublishedRelease {
  const subject = SUBJECTS[number % SUBJECTS.length]!
  return noticeRelease({
    form: 'act',
    number,
    subject,
    buyer: BUYERS[number % BUYERS.length]!,
    publishedMs,
    deadlineMs: NOW + 20 * DAY,
  })
}

function ingestOf(backfillDays = 3): TenderIngest {
  const options = {
    clients,
    store: createTenderStore(store.main),
    runs,
    clock,
    log: silentLog,
    backfillDays,
  }
  return createTenderIngest({ ...options, onProgress: (each) => void progress.push(each) })
}

async function world(releases: readonly PublishedRelease[], throttleMs = 30): Promise<void> {
  portals = await startTenderPortals({ releases })
  pace = createPace({ calls: 1, perMs: 0, concurrency: 1 })
  clients = [FIND_A_TENDER, CONTRACTS_FINDER].map((portal) =>
    createPortalClient(portal, {
      baseUrl: portals.url,
      userAgent: 'ukintel-test',
      pace,
      throttleMs,
    }),
  )
}

const covered = async (portal: string) => readProgress(await runs.source(portal)).covered
const held = async () => (await createTenderStore(store.main).counts()).releases
const never = heldUntil(new AbortController().signal)

beforeEach(async () => {
  dataDir = createFolder()
  store = await openStore({ databaseUrl: null, dataDir })
  clock = manualClock(NOW)
  runs = createRuns(store.main, clock)
  progress = []
})

afterEach(async () => {
  for (const client of clients) await client.close()
  await portals.close()
  await store.close()
})

describe('ingest', () => {
  test('the first step requests the newest window only, the backfill continues from there, newest first', async () => {
    await world([
      published(1, NOW - HOUR / 4),
      published(2, NOW - 20 * HOUR),
      published(3, NOW - 2.5 * DAY),
    ])
    const ingest = ingestOf()
    await refresh(ingest)
    expect(await held()).toBe(1)
    expect((await runs.source('find-a-tender')).lastSuccessMs).toBe(NOW)
    expect(await backfill(ingest)).toBe(true)
    expect(await held()).toBe(3)
    const windows = progress
      .filter((each) => each.portal === 'find-a-tender')
      .map((each) => each.window[0])
    expect(windows).toEqual([...windows].sort((a, b) => b - a))
    expect(await covered('find-a-tender')).toEqual([[wallMs(NOW) - 3 * DAY, wallMs(NOW)]])
  })

  test('never follows a cursor and never requests stages; a full window is halved until each half fits', async () => {
    const crowd = Array.from({ length: 260 }, (_, index) =>
      published(index, NOW - HOUR / 2 + index * 6000),
    )
    await world(crowd)
    await refresh(ingestOf())
    expect(await held()).toBe(260)
    expect(portals.requests.some((path) => /cursor|stages/.test(path))).toBe(false)
    expect(portals.requests.length).toBeGreaterThan(4)
  })

  test('more within two seconds than one answer holds does not loop for ever', async () => {
    await world(Array.from({ length: 130 }, (_, index) => published(index, NOW - 60_000)))
    await refresh(ingestOf())
    expect(await held()).toBe(100)
  })

  test('a catch-up covers an outage of days and succeeds only when all of it is held', async () => {
    await world([published(1, NOW - HOUR / 4)])
    const ingest = ingestOf()
    await refresh(ingest)
    portals.publish(
      published(2, NOW + 5 * HOUR),
      published(3, NOW + 30 * HOUR),
      published(4, NOW + 47 * HOUR),
    )
    clock.advance(48 * HOUR)
    portals.fail({ portal: 'find-a-tender', kind: 'server_error', times: 4 })
    await refresh(ingest)
    expect(await runs.source('find-a-tender')).toMatchObject({
      lastSuccessMs: NOW,
      failure: 'Find a Tender: answered 500',
    })
    expect((await runs.source('contracts-finder')).lastSuccessMs).toBe(NOW + 48 * HOUR)
    await refresh(ingest)
    expect(await runs.source('find-a-tender')).toMatchObject({
      lastSuccessMs: NOW + 48 * HOUR,
      failure: null,
    })
    expect(await held()).toBe(4)
  })

  test('the last two hours are requested again: a late listing is found', async () => {
    await world([published(1, NOW - HOUR / 4)])
    const ingest = ingestOf()
    await refresh(ingest)
    portals.publish(published(2, NOW - HOUR / 2))
    clock.advance(10 * 60_000)
    await refresh(ingest)
    expect(await held()).toBe(2)
  })

  test('once a night the whole previous day is requested again', async () => {
    await world([published(1, NOW - HOUR / 4)])
    const ingest = ingestOf()
    await refresh(ingest)
    await backfill(ingest)
    portals.publish(published(2, NOW - 10 * HOUR))
    clock.set('2026-11-19T02:00:00Z')
    await refresh(ingest)
    expect(await held()).toBe(1)
    clock.set('2026-11-19T03:30:00Z')
    await refresh(ingest)
    expect(await held()).toBe(2)
    const before = portals.requests.length
    clock.advance(HOUR)
    await refresh(ingest)
    expect(portals.requests.length - before).toBeLessThan(8)
  })

  test('once a week the numbers that were never listed are counted, when all of that week is held', async () => {
    const numbers = [400, 401, 403, 404, 407]
    await world([
      ...numbers.map((number, index) => published(number, NOW - 3 * DAY - index * HOUR)),
      published(1, NOW - HOUR / 4),
    ])
    const ingest = ingestOf(12)
    const found = async () => readProgress(await runs.source('find-a-tender')).numbering
    await refresh(ingest)
    expect(await found()).toBeNull()
    await backfill(ingest)
    await refresh(ingest)
    const gaps = { spanned: 8, missing: 3, examples: ['000402-2026', '000405-2026', '000406-2026'] }
    expect(await found()).toEqual({ checkedOn: '2026-11-18', ...gaps })
    // Listed late, within the window that is requested again: the next read is a week later.
    portals.publish(published(402, NOW - HOUR))
    clock.advance(6 * DAY)
    await refresh(ingest)
    expect(await found()).toMatchObject({ checkedOn: '2026-11-18' })
    clock.advance(DAY)
    await refresh(ingest)
    expect(await found()).toMatchObject({ checkedOn: '2026-11-25' })
    expect(readProgress(await runs.source('contracts-finder')).numbering).toBeNull()
  })

  test('data of an older layout is requested again', async () => {
    await world([published(1, NOW - HOUR / 4), published(2, NOW - 20 * HOUR)])
    const ingest = ingestOf(1)
    await refresh(ingest)
    await backfill(ingest)
    const { detail } = await runs.source('find-a-tender')
    const whole = await covered('find-a-tender')
    await runs.recordSource('find-a-tender', { detail: { ...detail, layout: 'tender-portal/2' } })
    const before = portals.requests.length
    await refresh(ingest)
    await backfill(ingest)
    expect(
      portals.requests.slice(before).filter((path) => path.startsWith('/api')).length,
    ).toBeGreaterThan(1)
    expect(await covered('find-a-tender')).toEqual(whole)
    expect((await runs.source('find-a-tender')).detail.layout).toBe(detail.layout)
    expect(readProgress(await runs.source('find-a-tender')).covered).toHaveLength(1)
  })

  test('spans of 0.2.0 stay held, and a week of them is requested again each night, once', async () => {
    await world([
      published(1, NOW - HOUR / 4),
      published(2, NOW - 5 * DAY),
      published(3, NOW - 9 * DAY),
    ])
    const ingest = ingestOf(12)
    await refresh(ingest)
    await backfill(ingest)
    const progressOf = async () => readProgress(await runs.source('find-a-tender'))
    const { reduced: _, ...read } = await progressOf()
    const earlier = { ...read, recheckedOn: '2026-11-17' }
    const { detail } = await runs.source('find-a-tender')
    await runs.recordSource('find-a-tender', { detail: { ...detail, value: earlier } })
    await store.main.deleteFrom('tender_raw').execute()
    const notices = await createTenderStore(store.main).counts()
    const raws = async () =>
      (await store.main.selectFrom('tender_raw').select('key').orderBy('key').execute()).length
    const requested = () => portals.requests.filter((path) => path.startsWith('/api')).length

    expect(await progressOf()).toMatchObject({ reduced: earlier.covered })
    let before = requested()
    await refresh(ingest)
    await backfill(ingest)
    // The two hours of every refresh, and what lies after them.
    expect(requested() - before).toBeLessThan(4)
    expect([await covered('find-a-tender'), await raws()]).toEqual([earlier.covered, 1])

    for (const [night, held] of [
      ['2026-11-19', 2],
      ['2026-11-20', 3],
      ['2026-11-21', 3],
    ] as const) {
      clock.set(`${night}T03:30:00Z`)
      before = requested()
      await refresh(ingest)
      expect([night, await raws()]).toEqual([night, held])
    }
    // Nothing is left to read again but the day before.
    expect(requested() - before).toBeLessThan(8)
    expect(await createTenderStore(store.main).counts()).toEqual(notices)
    expect(await progressOf()).toMatchObject({
      covered: [[earlier.covered[0]![0], wallMs(clock.nowMs())]],
    })
  })

  test('rows of two portals are written one after the other', async () => {
    await world([published(1, NOW - HOUR / 4)])
    const held = createTenderStore(store.main)
    let under = 0
    let most = 0
    const apply: typeof held.apply = async (batch) => {
      under += 1
      most = Math.max(most, under)
      return held.apply(batch).finally(() => {
        under -= 1
      })
    }
    const ingest = createTenderIngest({
      clients,
      store: { ...held, apply },
      runs,
      clock,
      log: silentLog,
      backfillDays: 3,
    })
    await refresh(ingest)
    await backfill(ingest)
    expect(most).toBe(1)
  })

  test('the hour that October has twice is neither lost nor refused', async () => {
    const twice = Date.parse('2026-10-25T01:30:00Z')
    clock.set(twice)
    // 01:15 by the clock, in summer time and in winter time.
    await world([
      published(1, Date.parse('2026-10-25T00:15:00Z')),
      published(2, Date.parse('2026-10-25T01:15:00Z')),
    ])
    const ingest = ingestOf()
    await refresh(ingest)
    clock.advance(2 * HOUR)
    await refresh(ingest)
    expect(await runs.source('find-a-tender')).toMatchObject({
      failure: null,
      lastSuccessMs: twice + 2 * HOUR,
    })
    // Find a Tender reads wall time: both moments are 01:15 and one window holds them.
    expect(await held()).toBe(2)
  })
})

describe('portals that misbehave', () => {
  test('429 with Retry-After is waited for', async () => {
    await world([published(1, NOW - HOUR / 4)])
    portals.fail({ portal: 'find-a-tender', kind: 'too_many', times: 1, retryAfterSeconds: 1 })
    const hold = vi.spyOn(pace, 'holdFor').mockImplementation(() => {})
    await refresh(ingestOf())
    expect(hold.mock.calls).toContainEqual([1000])
    expect(await held()).toBe(1)
  })

  test('Contracts Finder: 403 without Retry-After means too many requests', async () => {
    await world([])
    portals.fail({ portal: 'contracts-finder', kind: 'forbidden', times: 2 })
    await refresh(ingestOf())
    expect((await runs.source('contracts-finder')).failure).toBeNull()
    expect(portals.requests.filter((path) => path.startsWith('/Published'))).toHaveLength(3)
  })

  test('a page of HTML is a failure, not an empty window', async () => {
    await world([published(1, NOW - HOUR / 4)])
    portals.fail({ portal: 'find-a-tender', kind: 'html', times: 4 })
    const ingest = ingestOf()
    await refresh(ingest)
    expect((await runs.source('find-a-tender')).failure).toContain('not a release package')
    expect(await covered('find-a-tender')).toEqual([])
  })

  test('an answer that is not JSON is narrowed down, then quarantined, and does not stop the rest', async () => {
    await world([published(1, NOW - HOUR / 4)])
    portals.fail({ portal: 'find-a-tender', kind: 'not_json', times: 1 })
    await refresh(ingestOf())
    expect(await held()).toBe(1)
    portals.fail({ portal: 'contracts-finder', kind: 'not_json', times: 500 })
    clock.advance(60_000)
    await refresh(ingestOf())
    const { quarantined } = await createTenderStore(store.main).counts()
    expect(quarantined['contracts-finder']).toBeGreaterThan(0)
    expect((await runs.source('contracts-finder')).failure).toBeNull()
  })

  test('releases that cannot be read are quarantined by reason, the others are kept', async () => {
    const good = published(1, NOW - HOUR / 4)
    const bad = {
      ...good,
      id: 'x',
      json: good.json.replace(/"ocid":"[^"]*"/, '"ocid":"ocds-b5fd17-"'),
    }
    await world([good, bad])
    await refresh(ingestOf())
    expect(await held()).toBe(1)
    const row = await store.main.selectFrom('tender_quarantine').selectAll().executeTakeFirst()
    expect(row).toMatchObject({
      portal: 'find-a-tender',
      reason: 'the ocid does not have the form of its publisher',
    })
  })

  test('an unchanged repetition leaves the revision alone', async () => {
    await world([published(1, NOW - HOUR / 4)])
    const ingest = ingestOf()
    await refresh(ingest)
    const revision = await createTenderStore(store.main).revision()
    clock.advance(60_000)
    await refresh(ingest)
    expect(await createTenderStore(store.main).revision()).toBe(revision)
  })

  test('no e-mail address, telephone number or contact name reaches the store', async () => {
    await world([published(1, NOW - HOUR / 4)])
    await refresh(ingestOf())
    const rows = await store.main.selectFrom('tender_releases').select('json').execute()
    const notices = await store.main.selectFrom('tender_notices').select('json').execute()
    const raws = await store.main.selectFrom('tender_raw').select('bytes').execute()
    expect(raws).toHaveLength(1)
    const texts = raws.map(({ bytes }) => inflateRawSync(bytes).toString())
    expect(JSON.stringify([rows, notices, texts])).not.toMatch(/@example|Robin|960123|01632/)
  })
})

test('a request whose turn comes after the lease is over is not sent', async () => {
  await world([])
  const [client] = clients
  const asleep = new Error('the lease is over')
  const lease = {
    signal: never.signal,
    check: () => {
      throw asleep
    },
  }
  // The machine slept while the request waited for its turn: another replica requests now.
  await expect(client!.listPublished([wallMs(NOW) - HOUR, wallMs(NOW)], lease)).rejects.toThrow(
    asleep.message,
  )
  expect(portals.requests).toEqual([])
})

describe('a window that answers nothing but 500 while others are answered', () => {
  /** The first portal, refusing whatever window holds one of these times. */
  function refusing(...timesMs: number[]) {
    const [client] = clients
    const asked: number[] = []
    const listPublished: PortalClient['listPublished'] = async (span, lease) => {
      const hit = timesMs.find((timeMs) => span[0] <= wallMs(timeMs) && wallMs(timeMs) < span[1])
      if (hit === undefined) return client!.listPublished(span, lease)
      asked.push(hit)
      throw new UpstreamError('Find a Tender', 'server_error', 'answered 500', { status: 500 })
    }
    clients = [{ ...client!, listPublished }, ...clients.slice(1)]
    return { asked, heal: () => timesMs.splice(0) }
  }
  const unanswered = async () => readProgress(await runs.source('find-a-tender')).unanswered

  test('stops nothing older: it is skipped, remembered, and requested again the next night', async () => {
    await world([
      published(1, NOW - HOUR / 4),
      published(2, NOW - 20 * HOUR),
      published(3, NOW - 2.5 * DAY),
    ])
    const { asked, heal } = refusing(NOW - 20 * HOUR)
    const ingest = ingestOf()
    await refresh(ingest)
    expect(await backfill(ingest)).toBe(true)
    expect(await held()).toBe(2)
    // The window was shortened step by step, so that no more than an hour is missing.
    const { span } = (await unanswered())[0]!
    expect(span[1] - span[0]).toBeLessThanOrEqual(HOUR)
    const before = asked.length
    expect(before).toBeLessThan(6)
    expect(await unanswered()).toEqual([
      {
        span: [expect.any(Number), expect.any(Number)],
        lists: [expect.stringMatching(/^2026-11-1\d .* to /)],
        all: true,
      },
    ])
    expect((await runs.source('find-a-tender')).failure).toBeNull()
    clock.set('2026-11-19T03:30:00Z')
    await refresh(ingest)
    expect(asked.length).toBeGreaterThan(before)
    expect(await runs.source('find-a-tender')).toMatchObject({
      failure: null,
      lastSuccessMs: clock.nowMs(),
    })
    heal()
    clock.set('2026-11-20T03:30:00Z')
    await refresh(ingest)
    expect([await held(), await unanswered()]).toEqual([3, []])
  })

  test('the newest one is a failure of the portal', async () => {
    await world([])
    const ingest = ingestOf()
    await refresh(ingest)
    clock.advance(HOUR)
    refusing(NOW + HOUR / 2)
    await refresh(ingestOf())
    expect(await runs.source('find-a-tender')).toMatchObject({
      failure: 'Find a Tender: answered 500',
      lastSuccessMs: NOW,
    })
  })

  test('three in a row are a failure of the portal: nothing is passed over, and the backfill goes on later', async () => {
    await world([])
    const ingest = ingestOf()
    await refresh(ingest)
    const { heal } = refusing(
      ...Array.from({ length: 360 }, (_, index) => NOW - 6 * HOUR - (index * HOUR) / 6),
    )
    expect(await backfill(ingestOf())).toBe(false)
    expect((await unanswered()) ?? []).toEqual([])
    heal()
    expect(await backfill(ingestOf())).toBe(true)
  })
})
