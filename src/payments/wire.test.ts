import { decodePaymentSignatureHeader, encodePaymentResponseHeader } from '@x402/core/http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeHeader, encodeHeader } from './wire.ts'

it('writes the bytes that the official package writes', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      fc.pre(!('extensionResponses' in value))
      expect(encodeHeader(value)).toBe(encodePaymentResponseHeader(value as never))
    }),
  )
})

it('reads what the official package reads, and refuses what it refuses', () => {
  const official = (header: string) => outcome(() => decodePaymentSignatureHeader(header))
  const ours = (header: string) => outcome(() => decodeHeader(header))
  const header = fc.oneof(
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64')),
    fc.jsonValue().map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
    fc.base64String(),
    fc.string(),
  )
  fc.assert(
    fc.property(header, (text) => {
      expect(ours(text)).toEqual(official(text))
    }),
    { numRuns: 1000 },
  )
})

function outcome(read: () => unknown): unknown {
  try {
    return { read: read() }
  } catch {
    return 'refused'
  }
}
