import fc from 'fast-check'
import { expect, it } from 'vitest'
import { printableLine as bridgeLine } from '../../packages/mcp/src/printable.ts'
import { printable, printableLine } from './printable.ts'

it('shows what would act on a terminal instead of letting it act', () => {
  expect(printable('a\u001b]0;owned\u0007b\u009b2Jc\u202egpj.exe')).toBe(
    'a\\u001b]0;owned\\u0007b\\u009b2Jc\\u202egpj.exe',
  )
  expect(printable('Caffè Ünïcode £5 – 東京\n\tnext')).toBe('Caffè Ünïcode £5 – 東京\n\tnext')
  expect(printableLine('one\r\ntwo\tthree')).toBe('one two three')
  expect(printableLine('x'.repeat(500))).toHaveLength(401)
})

it('leaves the meaning of JSON as it is, whatever its strings hold', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(printable(JSON.stringify(value, null, 2)))).toEqual(
        JSON.parse(JSON.stringify(value)),
      )
    }),
  )
})

it('is the same in the MCP bridge, which imports nothing of the service', () => {
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).join('')
  expect(bridgeLine(all, all.length * 6)).toBe(printableLine(all, all.length * 6))
  expect(bridgeLine('x'.repeat(500))).toBe(printableLine('x'.repeat(500)))
})
