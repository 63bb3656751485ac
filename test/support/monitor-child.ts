/**
 * The service of the monitor's proof in a separate process under invented time: messages set the
 * hour and start reads of its sources.
 */
import { createApp } from '../../src/app/compose.ts'
import { createChanges } from '../../src/changes/domain.ts'
import { createCompany } from '../../src/company/domain.ts'
import { listConfiguredPortals, loadConfig } from '../../src/config.ts'
import { createGrants } from '../../src/grants/domain.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { createTenders } from '../../src/tenders/domain.ts'

type Order = { nowMs: number } | { look: true }

const clock = manualClock(Number(process.env.MONITOR_NOW_MS))
// Counts of replicas end by the system's clock: an invented minute takes some real milliseconds, in
// which limits would be spent.
Date.now = clock.nowMs
const config = loadConfig(process.env)
let look: () => Promise<void> = async () => {}

const app = await createApp(config, {
  clock,
  domains: (context) => {
    const company = createCompany(context, {
      companiesHouseUrl: config.COMPANIES_HOUSE_URL,
      companiesHouseApiKey: config.COMPANIES_HOUSE_API_KEY,
      companiesHouseCallsPer5Min: 100_000,
      fcaRegisterUrl: config.FCA_REGISTER_URL,
      fcaAuthKey: null,
      fcaAuthEmail: null,
      languageTimeoutMs: 1000,
    })
    const tenders = createTenders(context, {
      portals: listConfiguredPortals(config),
      bankHolidaysUrl: config.BANK_HOLIDAYS_URL,
      portalsIntervalMs: 0,
      backfillDays: 2,
      minDepthDays: 2,
      ingest: 'scheduled',
    })
    const grants = createGrants(context, {
      findAGrantUrl: config.FIND_A_GRANT_URL,
      intervalMs: 0,
      ingest: 'scheduled',
    })
    const changes = createChanges(context, {
      tenders: tenders.changes,
      grants: grants.changes,
      company: company.changes,
      contracts: tenders.contractChanges,
    })
    look = async () => {
      await tenders.look()
      await grants.look()
      while (await company.watch.next());
      await changes.look()
    }
    // No job runs alone: messages start them.
    const quiet = { start: () => {} }
    return {
      company: { ...company, ...quiet },
      tenders: { ...tenders, ...quiet },
      grants: { ...grants, ...quiet },
      changes,
    }
  },
})
await app.start()
process.send!({ url: app.url })

// The parent has ended.
process.on('disconnect', () => process.exit())
process.on('message', (order: Order) => {
  if ('nowMs' in order) clock.set(order.nowMs)
  else
    void look().then(
      () => process.send!({ looked: true }),
      (error: unknown) => process.send!({ looked: false, error: String(error) }),
    )
})
