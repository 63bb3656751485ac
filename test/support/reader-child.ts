/** A replica that reads stored releases again; prints a line after each slice. */
import { underLease } from '../../src/background/lease.ts'
import { silentLog } from '../../src/observe/log.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openStore } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'
import { createTenderStore } from '../../src/store/tenders.ts'
import { createTenderIngest } from '../../src/tenders/ingest.ts'
import { TENDERS_RUN } from '../../src/tenders/source.ts'
import type { StoreSettings } from './engines.ts'

const store = await openStore(JSON.parse(process.argv[2]!) as StoreSettings)
const runs = createRuns(store.main, systemClock)
const tenders = createTenderStore(store.main)
const ingest = createTenderIngest({
  clients: [],
  store: {
    ...tenders,
    async apply(batch) {
      const changed = await tenders.apply(batch)
      process.stdout.write('slice\n')
      return changed
    },
  },
  runs,
  clock: systemClock,
  log: silentLog,
  backfillDays: 90,
})
const done = await underLease(
  { runs, clock: systemClock, log: silentLog },
  TENDERS_RUN,
  new AbortController().signal,
  async (lease) => {
    await ingest.readAgain(lease)
    return true
  },
)
process.stdout.write(done ? 'done\n' : 'taken\n')
await store.close()
