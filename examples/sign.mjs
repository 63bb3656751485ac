/** Reads a PAYMENT-REQUIRED header from standard input and prints the PAYMENT-SIGNATURE header that pays it. See curl.sh. */
import { text } from 'node:stream/consumers'
import { decodePaymentRequiredHeader, encodePaymentSignatureHeader } from '@x402/core/http'
import { payments } from './wallet.mjs'

const terms = decodePaymentRequiredHeader((await text(process.stdin)).trim())
console.log(encodePaymentSignatureHeader(await payments.createPaymentPayload(terms)))
