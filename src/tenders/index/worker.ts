/** Builds a generation in a thread of its own, over its own connection to the store, keeps a copy on disk and hands it over. */
import { readFileSync, readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { addMonths, londonDate } from '../../kernel/london.ts'
import { label, readLabelled } from '../../refresh/kept.ts'
import { openStore } from '../../store/open.ts'
import { createTenderStore } from '../../store/tenders.ts'
import { HISTORY_MONTHS } from '../model/buyer-history.ts'
import { awardRecord } from '../reading.ts'
import { buildGeneration, openLastBuild, transferables } from './build.ts'
import { KEPT_BUILD, type KeptBuild, usable } from './kept-build.ts'
import { readKeptFile, writeKeptFile } from './kept-file.ts'
import { openTexts } from './texts.ts'

export interface WorkerInput {
  databaseUrl: string | null
  dataDir: string
  nowMs: number
  /** The process that asks; what it built last may be built upon. */
  by: string
  /** Where the last generation lies, if there is one. */
  lastPath: string
  /** Where a copy is put, for a fast boot and the next build. */
  savePath: string
  /** The file of texts in `dataDir` that a build from nothing makes. */
  newTexts: string
}

yieldToRequests()

const { databaseUrl, dataDir, nowMs, by, lastPath, savePath, newTexts } = workerData as WorkerInput
const store = await openStore({ databaseUrl, dataDir })
try {
  const tenders = createTenderStore(store.main)
  const today = londonDate(nowMs)
  // Read first: a change during the build makes the next one, it is never missed.
  const revision = await tenders.revision()
  const kept = usable(lastBuild(), by, nowMs, revision)
  const text = kept && openTexts(dataDir, kept.data.texts)
  const last = kept && text && openLastBuild(kept, text)
  const awards = (async function* () {
    for await (const page of tenders.awards(addMonths(today, -HISTORY_MONTHS))) yield page.map(awardRecord)
  })()
  const notices = tenders.notices(last?.revisions)
  const { data, entries } = await buildGeneration({ revision, notices, awards, nowMs, today, directory: dataDir, newFile: newTexts }, last)
  const fromNothingMs = last ? kept.fromNothingMs : nowMs
  writeKeptFile(savePath, label(KEPT_BUILD, { by, fromNothingMs, data, entries }))
  parentPort!.postMessage(data, transferables(data))
} finally {
  await store.close()
}

/** Null: there is none that can be read. */
function lastBuild(): KeptBuild | null {
  try {
    return readLabelled(KEPT_BUILD, readKeptFile(readFileSync(lastPath)))
  } catch {
    return null
  }
}

/** On Linux a thread may have a priority of its own: the system lets whoever answers requests go first. Elsewhere nothing is lost. */
function yieldToRequests(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, constants.priority.PRIORITY_LOW)
  } catch {
    // No such file, or not allowed: the build runs beside the requests as any thread does.
  }
}
