import { expect, it } from 'vitest'
import { createMemo } from './memo.ts'

it('makes a value once for a key and a basis, and again when any member of the basis is another', () => {
  const memo = createMemo<object>(10)
  const facts = { name: 'a' }
  const make = () => ({})
  const first = memo.memoize('key', [facts, '2026-11-21'], make)
  expect(memo.memoize('key', [facts, '2026-11-21'], make)).toBe(first)
  expect(memo.memoize('key', [{ name: 'a' }, '2026-11-21'], make)).not.toBe(first)
  expect(memo.memoize('key', [facts, '2026-11-22'], make)).not.toBe(first)
  expect(memo.memoize('key', [facts], make)).not.toBe(first)
  expect(memo.memoize('other', [facts, '2026-11-21'], make)).not.toBe(first)
})

it('remembers the last basis of a key and forgets the keys longest unused', () => {
  const memo = createMemo<object>(2)
  const make = () => ({})
  const first = memo.memoize('a', [1], make)
  memo.memoize('b', [1], make)
  for (const key of ['c', 'd']) memo.memoize(key, [1], make)
  expect(memo.memoize('a', [1], make)).not.toBe(first)
})
