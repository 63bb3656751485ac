/** The whole service in this process on a loopback port, over the official facilitator with balances in memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryFacilitator, type MemoryLedger } from '../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet, type Wallet } from '../../sandbox/wallets.ts'
import { type App, createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'
import { freePort } from '../../src/doors/free-port.ts'
import { type Calls, inventedWing } from './invented-wing.ts'

export interface Service {
  app: App
  url: string
  ledger: MemoryLedger
  buyer: Wallet
  /** Handlers of the invented wing that ran. */
  calls: Calls
  close(): Promise<void>
}

/** Nothing listens there. */
const NOWHERE = Object.fromEntries(
  [
    'COMPANIES_HOUSE_URL',
    'FCA_REGISTER_URL',
    'FIND_A_TENDER_URL',
    'CONTRACTS_FINDER_URL',
    'FIND_A_GRANT_URL',
    'THREESIXTY_REGISTRY_URL',
    'BANK_HOLIDAYS_URL',
  ].map((name) => [name, 'http://127.0.0.1:9']),
)

/** `wings`: the invented one, or all that the service really has, with nothing behind them. `lost`: whether this settlement's answer is lost. */
export async function startService(
  environment: Record<string, string> = {},
  wings: 'invented' | 'real' = 'invented',
  lost: () => boolean = () => false,
): Promise<Service> {
  const folder = mkdtempSync(join(tmpdir(), 'ukintel-test-'))
  const { ledger, client } = createMemoryFacilitator()
  const settler: typeof client = {
    ...client,
    async settle(payload, requirements) {
      if (lost()) throw new Error('the connection was reset')
      return await client.settle(payload, requirements)
    },
  }
  const buyer = sandboxWallet('buyer')
  ledger.mint(buyer.address, 10_000_000n)
  const calls: Calls = { answered: [] }
  const port = await freePort()
  const config = loadConfig({
    X402_PAY_TO: sandboxWallet('seller').address,
    DATA_DIR: folder,
    PORT: String(port),
    INGEST: 'off',
    ...NOWHERE,
    LOG_LEVEL: 'silent',
    ...environment,
  })
  const app = await createApp(config, {
    facilitator: { verifier: client, settler },
    chain: null,
    ...(wings === 'invented' ? { wings: () => ({ company: inventedWing(calls) }) } : {}),
  })
  await app.start()
  return {
    app,
    url: app.url,
    ledger,
    buyer,
    calls,
    async close() {
      await app.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
