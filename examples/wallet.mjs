/** The wallet that pays, from the environment; says what is missing where there is none. */
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

export const service = process.env.UKINTEL_URL ?? 'http://127.0.0.1:4021'

const key = process.env.BUYER_PRIVATE_KEY ?? ''
if (!/^0x[0-9a-fA-F]{64}$/.test(key)) {
  console.error('BUYER_PRIVATE_KEY is missing or not a key of 0x and 64 hex digits.')
  console.error(
    'Start "npm run sandbox" in another terminal: it prints the key of a buyer with play money. Then:',
  )
  console.error(
    `  BUYER_PRIVATE_KEY=0x… UKINTEL_URL=${service} ${process.argv[1]?.endsWith('sign.mjs') ? 'examples/curl.sh' : `node ${process.argv[1]}`}`,
  )
  process.exit(1)
}

/** Pays on the network of the sandbox and of test deployments; Base itself is `eip155:8453`. */
export const payments = new x402Client().register(
  'eip155:84532',
  new ExactEvmScheme(privateKeyToAccount(key)),
)
// Never pay more than this for one call, whatever a server asks.
payments.setSpendControls({ maxAmountPerPayment: '$0.25' })
