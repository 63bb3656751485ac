/**
 * A replica: opens the store, acquires one run, reports the result, and stays until it is killed.
 */
import { manualClock } from '../../src/platform/clock.ts'
import { openStore } from '../../src/store/open.ts'
import { createRuns } from '../../src/store/runs.ts'

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: databaseUrl || null })
const lease = await createRuns(store.main, manualClock(0)).acquire('ingest', 60_000)
process.stdout.write(lease ? 'lease\n' : 'none\n')
setInterval(() => {}, 60_000)
