/**
 * The real service as benches start it: configuration of a production start, no limits that a load
 * would meet, nothing to reach outside.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { silentLog } from '../../src/observe/log.ts'
import { instantFacilitator } from './instant-facilitator.ts'
import { introduce } from './payments.ts'
import { BENCH_COMPANY, seedCompany } from './seed.ts'

const PAY_TO = '0x1111111111111111111111111111111111111111'
const NOWHERE = 'http://127.0.0.1:9'

export function benchEnvironment(dataDir: string): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    PORT: '0',
    X402_PAY_TO: PAY_TO,
    X402_FACILITATOR_URL: NOWHERE,
    COMPANIES_HOUSE_URL: NOWHERE,
    COMPANIES_HOUSE_API_KEY: 'bench',
    FCA_REGISTER_URL: NOWHERE,
    FIND_A_TENDER_URL: NOWHERE,
    CONTRACTS_FINDER_URL: NOWHERE,
    FIND_A_GRANT_URL: NOWHERE,
    THREESIXTY_REGISTRY_URL: `${NOWHERE}/data.json`,
    BANK_HOLIDAYS_URL: `${NOWHERE}/bank-holidays.json`,
    INGEST: 'off',
    PUBLIC_URL: 'https://api.example.org',
    RATE_LIMITS:
      'address:999999999,free:999999999,feedback:999999999,payer:999999999,unpaid_address:999999999',
  }
}

export interface MeasuredService {
  /** Whether it signs receipts, as it always does in service. */
  receipts?: boolean
  /** PostgreSQL in place of files. */
  databaseUrl?: string | null
}

/**
 * With one company in its cache, an instant facilitator and a data directory that goes when it
 * closes.
 */
export async function startMeasured({
  receipts = true,
  databaseUrl = null,
}: MeasuredService = {}): Promise<{ app: App; url: string; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-bench-'))
  await seedCompany({ databaseUrl, dataDir })
  const config = loadConfig({
    ...benchEnvironment(dataDir),
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  const facilitator = instantFacilitator(config.X402_NETWORK)
  const app = await createApp(config, {
    log: silentLog,
    chain: null,
    facilitator: { verifier: facilitator, settler: facilitator },
    ...(receipts ? {} : { gate: { receipts: undefined } }),
  })
  await app.start()
  await introduce(`${app.url}/v1/company/${BENCH_COMPANY}/verdict`)
  return {
    app,
    url: app.url,
    async close() {
      await app.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
