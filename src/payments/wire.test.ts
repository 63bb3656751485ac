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

it('reads a payload among what is echoed around it as if the whole were parsed, wherever it stands and whatever it looks like', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '"payload":{',
      '"payload":',
      '"signature":"0x1"',
      '}}',
      '}',
      '{',
      ',',
      '"',
      '\\',
      '"payload',
      ':',
      '[',
      ']',
      '"a":',
      '{}',
      '1',
      '__proto__',
    ),
    fc.jsonValue({ maxDepth: 1 }).map((value) => JSON.stringify(value)),
  )
  const payload = fc.record({ signature: fc.string(), authorization: fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 1 })) })
  const whole = fc
    .tuple(fc.dictionary(fc.constantFrom('accepted', 'extensions', 'payload', '__proto__'), fc.jsonValue()), payload, fc.boolean())
    .map(([echoed, own, isFirst]) => JSON.stringify(isFirst ? { payload: own, ...echoed } : { ...echoed, payload: own }))
  const broken = fc.array(piece, { maxLength: 12 }).map((pieces) => `{"x":1,${pieces.join('')}}`)
  fc.assert(
    fc.property(fc.oneof(whole, broken), (text) => {
      const header = Buffer.from(text).toString('base64')
      const expected = outcome(() => JSON.parse(text))
      // The second time it is known.
      for (let times = 0; times < 2; times += 1) expect(outcome(() => decodeHeader(header))).toEqual(expected)
    }),
    { numRuns: 2000 },
  )
})

it('reads what stands in a familiar frame as the official package does, however it is spoilt', () => {
  const text = fc.string({ unit: 'binary-ascii', maxLength: 12 })
  const payload = fc.record({ signature: text, authorization: fc.dictionary(text, text, { minKeys: 1 }) })
  const spoil = fc.option(fc.record({ at: fc.nat(), by: fc.constantFrom('', 'A', '=', '-', '_', ' ', 'w', 'AA', '\n', '\u00e9') }))
  fc.assert(
    fc.property(
      fc.dictionary(text, fc.jsonValue({ maxDepth: 1 })),
      payload,
      payload,
      fc.boolean(),
      spoil,
      (echoed, one, other, isFirst, spoilt) => {
        const headerOf = (own: object) =>
          Buffer.from(JSON.stringify(isFirst ? { payload: own, ...echoed } : { ...echoed, payload: own })).toString('base64')
        decodeHeader(headerOf(one))
        const whole = headerOf(other)
        const at = spoilt ? spoilt.at % whole.length : 0
        const header = spoilt ? `${whole.slice(0, at)}${spoilt.by}${whole.slice(at + 1)}` : whole
        expect(outcome(() => decodeHeader(header))).toEqual(outcome(() => decodePaymentSignatureHeader(header)))
      },
    ),
    { numRuns: 2000 },
  )
})

it('takes for a payload only what stands as one in the whole', () => {
  const texts = ['{"a":{"payload":{"b":{}}}}', '{"a":"\\"payload\\":{}}","payload":{"b":{}}}', '{"payload":{"b":{}},"payload":{"c":{}}}']
  for (const text of [...texts, ...texts]) expect(decodeHeader(Buffer.from(text).toString('base64'))).toEqual(JSON.parse(text))
})

it('refuses payloads that were encoded by themselves and put among familiar digits', () => {
  const digits = (text: string) => Buffer.from(text).toString('base64')
  const [before, after] = ['{"ab":1,"payload":', ',"c":[1,2]}']
  const payloads = [0, 1, 2].map((more) => `{"a":{"b":"${'x'.repeat(more)}"}}`)
  for (const payload of payloads) decodeHeader(digits(`${before}${payload}${after}`))
  for (const payload of payloads) {
    for (const own of [digits(payload), digits(payload).replaceAll('=', '')]) {
      const header = `${digits(before)}${own}${digits(after)}`
      expect(outcome(() => decodeHeader(header))).toEqual(outcome(() => decodePaymentSignatureHeader(header)))
    }
  }
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
