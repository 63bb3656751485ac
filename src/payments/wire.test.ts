import { decodePaymentSignatureHeader, encodePaymentResponseHeader } from '@x402/core/http'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeHeader, encodeHeader, splicedText } from './wire.ts'

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

it('splices a text into the bytes and digits that the whole would give', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 })
  fc.assert(
    fc.property(text, text, text, (before, middle, after) => {
      const { body, header } = splicedText(`${before}--`, `--${after}`)(middle)
      expect(body.toString()).toBe(`${before}--${middle}--${after}`)
      expect(header).toBe(body.toString('base64'))
    }),
  )
})

function outcome(read: () => unknown): unknown {
  try {
    return { read: read() }
  } catch {
    return 'refused'
  }
}
