/**
 * Writes payments one group after the other and prints each nonce once its commit was acknowledged,
 * until it is killed.
 */
import { openStore } from '../../src/store/open.ts'
import { payment } from './ledger-rows.ts'

const [dataDir = '', databaseUrl = ''] = process.argv.slice(2)
const store = await openStore({ dataDir, databaseUrl: databaseUrl || null })
for (let group = 0; ; group++) {
  const nonces = Array.from({ length: 8 }, (_, index) => `${group}-${index}`)
  await Promise.all(
    nonces.map(async (nonce) => {
      await store.ledger.write((tx) => tx.insertInto('payments').values(payment(nonce)).execute())
      process.stdout.write(`${nonce}\n`)
    }),
  )
}
