/** Generated payments: many, one every few seconds, of a thousand payers. */
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ChainTransfer } from '../../src/payments/evm/transfers.ts'

export const NETWORK = 'eip155:84532'
export const ASSET = '0x036cbd53842c5426634e7929541ec2318f3dcf7e'
export const PAYEE = '0x00000000000000000000000000000000000000c1'
export const FIRST_MS = 1_700_000_000_000
/** One payment a block. */
export const BLOCK_MS = 3000
const PAYERS = 1000

/** The number in 64 digits, as the statements below write it. */
const word = (number: number, digits: number) => String(number).padStart(digits, '0')

export const transferOf = (number: number): ChainTransfer => ({
  txHash: `0x${word(number, 64)}`,
  from: `0x${word(number % PAYERS, 40)}`,
  to: PAYEE,
  amountAtomic: '100000',
  block: BigInt(number),
})

/** Writes past the service, which would take hours to sell as many. */
export function fillLedger(dataDir: string, rows: number): void {
  const hex = (digits: number, expression: string) => `printf('0x%0${digits}d', ${expression})`
  const database = new DatabaseSync(join(dataDir, 'ledger.db'))
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF;
    WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${rows})
    INSERT INTO payments (claim_id, network, asset, payer, nonce, operation, fingerprint, amount_atomic, pay_to, tx_hash, settled_ms)
    SELECT n, '${NETWORK}', '${ASSET}', ${hex(40, `n % ${PAYERS}`)}, ${hex(64, 'n')},
      CASE n % 3 WHEN 0 THEN 'company_verdict' WHEN 1 THEN 'tenders_search' ELSE 'grants_match' END,
      '${'0'.repeat(64)}', '100000', '${PAYEE}', ${hex(64, 'n')}, ${FIRST_MS} + n * ${BLOCK_MS} + 1500
    FROM numbers`)
  database.close()
}
