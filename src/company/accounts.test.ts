/** Tests which filings of accounts are stored for ever, and which are read again. */
import { expect, it } from 'vitest'
import { createReadTimeouts } from '../background/read-timeouts.ts'
import { pack } from '../background/stored-layout.ts'
import { silentLog } from '../observe/log.ts'
import { manualClock } from '../platform/clock.ts'
import type { StoredFiling } from '../store/company-filings.ts'
import { createAccountsReader } from './accounts.ts'
import { type FilingContent, PDF_ONLY, TOO_COSTLY } from './model/accounts/filing.ts'
import type { AccountsFiling } from './model/facts.ts'
import { FILING } from './stored-layouts.ts'

const NUMBER = '99000001'
const HOUR_MS = 3_600_000

const FILED: AccountsFiling = {
  transactionId: 'tx1',
  documentId: 'doc1',
  isPaper: false,
  filed: '2026-01-31',
  madeUpTo: '2025-12-31',
  type: 'AA',
  accountsType: 'full',
}

function createReader(contents: FilingContent[], stored: StoredFiling[] = []) {
  const clock = manualClock('2026-11-20T12:00:00Z')
  const reader = createAccountsReader({
    documents: {
      content: async () => contents.shift() ?? null,
      examine: () => [],
      figures: () => ({}) as never,
      health: () => ({}) as never,
      close: async () => {},
    },
    store: {
      of: async () => stored,
      save: async (filings) => void stored.push(...filings),
    },
    clock,
    log: silentLog,
    budgetMs: 1000,
  })
  const timeouts = createReadTimeouts({ staleWaitMs: 1000, totalMs: 10_000 })
  const read = async () =>
    (await reader.read(NUMBER, [FILED], { periods: 1, timeouts })).filings.map(
      ({ content }) => content.reason,
    )
  return { clock, stored, read }
}

it('a filing that took too much time or memory is not stored, and is read again after an hour', async () => {
  const { clock, stored, read } = createReader([TOO_COSTLY, PDF_ONLY])
  expect(await read()).toEqual([TOO_COSTLY.reason])
  expect(stored).toEqual([])
  clock.advance(HOUR_MS - 1)
  expect(await read()).toEqual([TOO_COSTLY.reason])
  clock.advance(1)
  expect(await read()).toEqual([PDF_ONLY.reason])
  expect(stored).toHaveLength(1)
})

it('a filing that an earlier release stored as too costly is read again', async () => {
  const row = { number: NUMBER, id: 'tx1', madeUpTo: '2025-12-31', json: pack(FILING, TOO_COSTLY) }
  const { read } = createReader([PDF_ONLY], [row])
  expect(await read()).toEqual([PDF_ONLY.reason])
})
