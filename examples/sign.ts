/** Reads a PAYMENT-REQUIRED header from standard input and prints the PAYMENT-SIGNATURE header that pays it. See curl.sh. */
import { text } from 'node:stream/consumers'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'

const wallet = privateKeyToAccount(process.env.BUYER_PRIVATE_KEY as `0x${string}`)
const payments = new x402Client().register('eip155:84532', new ExactEvmScheme(wallet))
payments.setSpendControls({ maxAmountPerPayment: '$0.25' })

const terms = decodePaymentRequiredHeader((await text(process.stdin)).trim())
console.log(encodePaymentSignatureHeader(await payments.createPaymentPayload(terms)))
