import { expect, test } from 'vitest'
import { createSpareMemory } from './spare-memory.ts'

test('what was given back is taken again, with room for a little more', () => {
  const memory = createSpareMemory()
  const first = memory.take(1000)
  first.fill(1)
  memory.give(first)
  const next = memory.take(1100)
  expect(next.buffer.byteLength).toBe(1125)
  expect([next.length, next[0]]).toEqual([1100, 1])
})

test('who still reads where another has read in meanwhile reads nothing', () => {
  const memory = createSpareMemory()
  const first = memory.take(8)
  const numbers = new Float64Array(first.buffer, 0, 1)
  memory.give(numbers)
  memory.take(8).fill(9)
  expect([first.length, numbers.length, numbers[0]]).toEqual([0, 0, undefined])
})

test('memory that is given back once serves one at a time', () => {
  const memory = createSpareMemory()
  memory.give(memory.take(100))
  const [one, other] = [memory.take(100), memory.take(100)]
  expect(one.buffer).not.toBe(other.buffer)
})

test.each([
  ['too small', 100, 200],
  ['far too large', 1000, 100],
])('memory that is %s goes', (_, bytes, wanted) => {
  const memory = createSpareMemory()
  memory.give(memory.take(bytes))
  expect(memory.take(wanted).buffer.byteLength).toBe(Math.ceil(wanted * 1.125))
})
