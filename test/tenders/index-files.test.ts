/** The files of the tender index in the data directory: what is there after builds, refusals, crashes and starts, and who still reads what is gone. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { manualClock } from '../../src/kernel/clock.ts'
import { silentLog } from '../../src/observe/log.ts'
import { openStore, type Store } from '../../src/store/open.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import type { Generation } from '../../src/tenders/index/generation.ts'
import { createTenderIndex, type TenderIndex } from '../../src/tenders/index/tender-index.ts'
import type { Notice } from '../../src/tenders/model/notice.ts'
import { SAMPLES_NOW, sampleNotice } from './samples.ts'

/** Ended before this test began. */
const DEAD = spawnSync('true').pid
const NOTICES = Array.from({ length: 60 }, (_, index) => sampleNotice({ key: `k${index}`, title: `Cleaning of hall ${index}` }))

let dataDir: string
let store: Store
let kept = 0
/** Ends the processes that build. */
let over: AbortController

beforeEach(async () => {
  over = new AbortController()
  dataDir = mkdtempSync(join(tmpdir(), 'ukintel-index-'))
  store = await openStore({ databaseUrl: null, dataDir })
  await keep(NOTICES)
})
afterEach(async () => {
  over.abort()
  await store.close()
  rmSync(dataDir, { recursive: true })
})

/** Merges these notices again. */
async function keep(notices: readonly Notice[]): Promise<void> {
  kept += 1
  await createTenderStore(store.main).apply({
    releases: notices.map((notice) => {
      const json = JSON.stringify(notice)
      return { key: `p/${notice.key}`, ocid: notice.ocid, releasedMs: notice.publishedMs, hash: `${kept}`, json }
    }),
    awards: [],
    quarantined: [],
    merge: ([json]) => {
      const { key, ocid, updatedMs } = JSON.parse(json!) as Notice
      return [{ key, ocid, updatedMs, keepUntilMs: updatedMs, liveUntilMs: updatedMs, json: json! }]
    },
    source: null,
  })
}

const started = (): TenderIndex => createTenderIndex({ databaseUrl: null, dataDir, clock: manualClock(SAMPLES_NOW), log: silentLog })
const files = () => readdirSync(dataDir).filter((name) => name.startsWith('tenders.'))
const textsFile = () => files().find((name) => name.startsWith('tenders.texts.'))!
const textsOf = ({ data, notice }: Generation) => Array.from({ length: data.count }, (_, number) => notice(number))
const revised = (from: number, to: number) => NOTICES.slice(from, to).map((notice) => ({ ...notice, description: `Revised ${kept}.` }))

async function built(tenderIndex = started()): Promise<TenderIndex> {
  expect(await tenderIndex.build(over.signal)).toBe(true)
  return tenderIndex
}

test('a build leaves the saved generation and its texts, and the next one of the same process writes behind them', async () => {
  const tenderIndex = await built()
  expect(files()).toEqual(['tenders.generation', textsFile()])
  const [before, bytes] = [textsFile(), statSync(join(dataDir, textsFile())).size]
  const first = tenderIndex.current()!
  await keep(revised(0, 2))
  await built(tenderIndex)
  expect(files()).toEqual(['tenders.generation', before])
  const grownBy = statSync(join(dataDir, before)).size - bytes
  expect(grownBy).toBeGreaterThan(0)
  expect(grownBy).toBeLessThan(bytes / 10)
  expect(() => textsOf(first)).toThrow('is closed')
  expect(tenderIndex.current()!.find('k1', SAMPLES_NOW)?.description).toMatch(/^Revised/)
})

test('a process that begins from nothing leaves one file of texts, and another process reads the former one on', async () => {
  const former = await built()
  const before = textsFile()
  await keep(revised(0, 2))
  const next = started()
  expect(await next.load()).toBe(true)
  const loaded = textsOf(next.current()!)
  await built(next)
  expect(files()).toHaveLength(2)
  expect(textsFile()).not.toBe(before)
  expect(loaded).toEqual(textsOf(former.current()!))
  // Its file has no name any more: it begins anew.
  await keep(revised(3, 5))
  await built(former)
  expect(former.current()!.find('k4', SAMPLES_NOW)?.description).toMatch(/^Revised/)
  expect(files()).toHaveLength(2)
})

test('a build that is refused or broken off leaves nothing, and what served serves and is loaded again', async () => {
  await built()
  const before = files()
  const next = started()
  await next.load()
  await store.main.deleteFrom('tender_notices').where('key', '<', 'k4').execute()
  await keep(revised(59, 60))
  expect(await next.build(over.signal)).toBe(false)
  expect(files()).toEqual(before)
  expect(textsOf(next.current()!)).toHaveLength(60)
  const ends = new AbortController()
  const building = next.build(ends.signal)
  ends.abort(new Error('the service ends'))
  await expect(building).rejects.toThrow('the service ends')
  expect(files()).toEqual(before)
  expect(await started().load()).toBe(true)
})

test('a crash between writing texts and the swap: the last generation is loaded, its texts are read, the rest is removed', async () => {
  const tenderIndex = await built()
  const texts = textsOf(tenderIndex.current()!)
  writeFileSync(join(dataDir, textsFile()), 'half a build upon the last', { flag: 'a' })
  writeFileSync(join(dataDir, `tenders.generation.${DEAD}`), readFileSync(join(dataDir, 'tenders.generation')).subarray(0, 100))
  writeFileSync(join(dataDir, `tenders.texts.${DEAD}.a`), 'half a build from nothing')
  const restarted = started()
  expect(await restarted.load()).toBe(true)
  expect(textsOf(restarted.current()!)).toEqual(texts)
  expect(files()).toHaveLength(2)
  await keep(revised(0, 2))
  await built(tenderIndex)
  expect(tenderIndex.current()!.find('k1', SAMPLES_NOW)?.description).toMatch(/^Revised/)
  expect(tenderIndex.current()!.find('k5', SAMPLES_NOW)).toEqual(NOTICES[5])
})

test('what another running process makes is left alone', async () => {
  writeFileSync(join(dataDir, `tenders.texts.${process.ppid}.a`), 'half a build')
  writeFileSync(join(dataDir, `tenders.generation.${process.ppid}`), 'half a build')
  const tenderIndex = started()
  expect(await tenderIndex.load()).toBe(false)
  await built(tenderIndex)
  expect(files()).toHaveLength(4)
})

test('a saved generation whose texts are gone or cut short is none', async () => {
  await built()
  truncateSync(join(dataDir, textsFile()), 1000)
  const cut = started()
  expect(await cut.load()).toBe(false)
  expect(cut.current()).toBeNull()
  await built(cut)
  rmSync(join(dataDir, textsFile()))
  const gone = started()
  expect(await gone.load()).toBe(false)
  await built(gone)
  expect(textsOf(gone.current()!)).toHaveLength(60)
  expect(files()).toHaveLength(2)
})
