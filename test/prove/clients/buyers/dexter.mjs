/** Buys one profile with @dexterai/x402 and prints its transaction. */
import { wrapFetch } from '@dexterai/x402/client'

const { url, key, rpc, numbers } = JSON.parse(process.argv[2])
const pay = wrapFetch(fetch, { evmPrivateKey: key, rpcUrls: { 'eip155:84532': rpc } })
const { headers } = await pay(`${url}/v1/company/${numbers[0]}`)
const receipt = JSON.parse(Buffer.from(headers.get('payment-response'), 'base64').toString())
process.stdout.write(`${receipt.transaction}\n`)
process.exit(0)
