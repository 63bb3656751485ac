import { expect, it } from 'vitest'
import { createMemo } from './memo.ts'

it('makes a value once for a key and a basis, and again when any member of the basis is another', () => {
  const memo = createMemo<object>(10)
  const facts = { name: 'a' }
  const make = () => ({})
  const first = memo.recall('key', [facts, '2026-11-21'], make)
  expect(memo.recall('key', [facts, '2026-11-21'], make)).toBe(first)
  expect(memo.recall('key', [{ name: 'a' }, '2026-11-21'], make)).not.toBe(first)
  expect(memo.recall('key', [facts, '2026-11-22'], make)).not.toBe(first)
  expect(memo.recall('key', [facts], make)).not.toBe(first)
  expect(memo.recall('other', [facts, '2026-11-21'], make)).not.toBe(first)
})

it('remembers the last basis of a key and forgets the keys longest unused', () => {
  const memo = createMemo<object>(2)
  const make = () => ({})
  const first = memo.recall('a', [1], make)
  memo.recall('b', [1], make)
  memo.recall('c', [1], make)
  expect(memo.recall('a', [1], make)).not.toBe(first)
})
