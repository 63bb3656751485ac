/** Buys one profile with @faremeter/fetch and prints its transaction. */
import { wrap } from '@faremeter/fetch'
import { createPaymentHandler } from '@faremeter/payment-evm/exact'
import { privateKeyToAccount } from 'viem/accounts'

const { url, key, numbers } = JSON.parse(process.argv[2])
const account = privateKeyToAccount(key)
const chain = { id: 84532, name: 'Base Sepolia' }
const handler = createPaymentHandler({ chain, address: account.address, account })
const pay = wrap(fetch, { handlers: [handler], returnPaymentFailure: true })
const { headers } = await pay(`${url}/v1/company/${numbers[0]}`)
const receipt = JSON.parse(Buffer.from(headers.get('payment-response'), 'base64').toString())
process.stdout.write(`${receipt.transaction}\n`)
