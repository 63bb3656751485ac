/** Builds a generation in a thread of its own, over its own connection to the store, keeps a copy on disk and hands it over. */
import { readlinkSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { serialize } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { addMonths, londonDate } from '../../kernel/london.ts'
import { label } from '../../refresh/kept.ts'
import { openStore } from '../../store/open.ts'
import { createTenderStore } from '../../store/tenders.ts'
import { HISTORY_MONTHS } from '../model/buyer-history.ts'
import { awardRecord } from '../reading.ts'
import { buildGeneration, transferables } from './build.ts'
import { GENERATION } from './data.ts'

export interface WorkerInput {
  databaseUrl: string | null
  dataDir: string
  nowMs: number
  /** Where a copy for a fast boot is put. */
  savePath: string
}

yieldToRequests()

const { databaseUrl, dataDir, nowMs, savePath } = workerData as WorkerInput
const store = await openStore({ databaseUrl, dataDir })
try {
  const tenders = createTenderStore(store.main)
  const today = londonDate(nowMs)
  const data = await buildGeneration({
    // Read first: a change during the build makes the next one, it is never missed.
    revision: await tenders.revision(),
    notices: tenders.notices(),
    awards: (async function* () {
      for await (const row of tenders.awards(addMonths(today, -HISTORY_MONTHS))) yield awardRecord(row)
    })(),
    nowMs,
    today,
  })
  writeFileSync(savePath, serialize(label(GENERATION, data)))
  parentPort!.postMessage(data, transferables(data))
} finally {
  await store.close()
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
