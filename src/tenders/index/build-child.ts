/** The process of the builder: builds a generation over its own connection to the store and puts it where it was told. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { takeOrders } from '../../kernel/beside.ts'
import { addMonths, londonDate } from '../../kernel/london.ts'
import { openStore } from '../../store/open.ts'
import { createTenderStore } from '../../store/tenders.ts'
import { HISTORY_MONTHS } from '../model/buyer-history.ts'
import { awardRecord } from '../reading.ts'
import { buildGeneration, openLastBuild } from './build.ts'
import type { BuildOrder, BuildReport } from './builder.ts'
import { type KeptBuild, readKeptBuild, usable, writeKeptBuild } from './kept-build.ts'
import { type OpenTexts, openTexts } from './texts.ts'

let before = { user: 0, system: 0 }

takeOrders<BuildOrder, BuildReport>(async ({ databaseUrl, dataDir, nowMs, by, lastPath, savePath, newTexts }) => {
  const store = await openStore({ databaseUrl, dataDir })
  let texts: OpenTexts | null = null
  try {
    const tenders = createTenderStore(store.main)
    const today = londonDate(nowMs)
    // Read first: a change during the build makes the next one, it is never missed.
    const revision = await tenders.revision()
    const kept = usable(lastBuild(lastPath), by, nowMs, revision)
    texts = kept && openTexts(dataDir, kept.data.texts)
    const last = kept && texts && openLastBuild(kept, texts.read)
    const awards = (async function* () {
      for await (const page of unhurried(tenders.awards(addMonths(today, -HISTORY_MONTHS)))) yield page.map(awardRecord)
    })()
    const notices = unhurried(tenders.notices(last?.revisions))
    const { data, entries } = await buildGeneration(
      { revision, notices, awards, nowMs, today, directory: dataDir, newFile: newTexts },
      last,
    )
    writeKeptBuild(savePath, { by, fromNothingMs: last ? kept.fromNothingMs : nowMs, data, entries })
  } finally {
    texts?.close()
    await store.close()
  }
  const used = process.cpuUsage(before)
  before = process.cpuUsage()
  // Until the next build, which is minutes away, nothing of this one is held: 150 MB instead of 250, for which some of the code is compiled again.
  void nextTurn().then(() => gc!({ execution: 'sync', type: 'major', flavor: 'last-resort' }))
  return { cpuMs: Math.round((used.user + used.system) / 1000), peakBytes: process.resourceUsage().maxRSS * 1024 }
})

/** Null: there is none that can be read. */
function lastBuild(path: string): KeptBuild | null {
  try {
    return readKeptBuild(path)
  } catch {
    return null
  }
}

/** SQLite gives its pages without a turn of the event loop, in which alone it is heard that the parent has ended. */
async function* unhurried<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const page of pages) {
    await nextTurn()
    yield page
  }
}
