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

it('reads a text of 32 KiB, and no longer one', () => {
  const headerOf = (bytes: number) => Buffer.from(`"${'x'.repeat(bytes - 2)}"`).toString('base64')
  expect(decodeHeader(headerOf(32_768))).toHaveLength(32_766)
  expect(() => decodeHeader(headerOf(32_769))).toThrow('too long')
})

it.each([
  // Node decodes some of these; the official package refuses them.
  ['', 'Unexpected end'],
  ['M', 'not base64'],
  ['MTI', 12],
  ['MTI=', 12],
  ['MTI==', 'not base64'],
  ['MTIz', 123],
  ['MTIzN', 'not base64'],
  ['MQ==', 1],
  ['MQ=', 'not base64'],
  ['MQ', 1],
  ['MTIz====', 'not base64'],
  ['IsK_Ig', 'not base64'],
  ['IsK-Ig', 'not base64'],
  ['MT\nIz', 'not base64'],
])('reads %j as %s', (header, expected) => {
  if (typeof expected === 'number') expect(decodeHeader(header)).toBe(expected)
  else expect(() => decodeHeader(header)).toThrow(expected)
})

function outcome(read: () => unknown): unknown {
  try {
    return { read: read() }
  } catch {
    return 'refused'
  }
}
