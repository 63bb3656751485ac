import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openTexts, type Texts, TextWriter } from './texts.ts'

const directory = mkdtempSync(join(tmpdir(), 'texts-'))
afterAll(() => rmSync(directory, { recursive: true }))

/** Adds texts, and gives them numbers from the last one back. */
function written(into: string | Texts, added: readonly string[], kept: readonly number[] = []): Texts {
  const writer = new TextWriter(directory, into)
  try {
    for (const number of kept) writer.keep(number)
    for (const text of added) writer.add(text)
    return writer.finish(Uint32Array.from({ length: kept.length + added.length }, (_, number) => number).reverse())
  } finally {
    writer.close()
  }
}
const readAll = (texts: Texts) => Array.from(texts.length, (_, number) => openTexts(directory, texts)!.read(number))

test('what was written is read by its number, whatever it is made of and however long it is', () => {
  const texts = ['plain', '', 'Café ’s – 日本 🏛', 'x'.repeat(3_000_000), 'é'.repeat(700_000), 'last']
  expect(readAll(written('any', texts))).toEqual(texts.toReversed())
})

test('the next texts come behind the last ones, which stay where they are', () => {
  const before = written('next', ['a', 'bb', 'ccc'])
  const after = written(before, ['dddd'], [0, 2])
  expect(readAll(after)).toEqual(['dddd', 'a', 'ccc'])
  expect(readAll(before)).toEqual(['ccc', 'bb', 'a'])
  expect(after.bytes).toBe(10)
})

test('what a build that failed has left behind is never written over, nor read', () => {
  const before = written('failed', ['a', 'bb'])
  const failed = new TextWriter(directory, before)
  failed.add('half of a build'.repeat(100_000))
  failed.close()
  expect(statSync(join(directory, 'failed')).size).toBeGreaterThan(before.bytes)
  expect(readAll(before)).toEqual(['bb', 'a'])
  expect(readAll(written(before, ['cc'], [0, 1]))).toEqual(['cc', 'a', 'bb'])
})

test('a file that is gone or was cut short is not opened, and not built upon', () => {
  const texts = written('short', ['a', 'bb'])
  truncateSync(join(directory, 'short'), 2)
  expect(openTexts(directory, texts)).toBeNull()
  expect(() => new TextWriter(directory, texts)).toThrow('cut short')
  expect(openTexts(directory, { ...texts, file: 'never' })).toBeNull()
  expect(() => new TextWriter(directory, { ...texts, file: 'never' })).toThrow('cut short')
})

test('who has opened a file reads on when its name is gone', () => {
  const texts = written('removed', ['a', 'bb'])
  const { read } = openTexts(directory, texts)!
  rmSync(join(directory, 'removed'))
  written('removed', ['other', 'texts'])
  expect([read(0), read(1)]).toEqual(['bb', 'a'])
})

test.runIf(existsSync('/dev/full'))('a disk that is full fails the build, and leaves what was written before', () => {
  symlinkSync('/dev/full', join(directory, 'full'))
  expect(() => written('full', ['a'])).toThrow('ENOSPC')
})

test.runIf(existsSync('/proc/self/fd'))('a file that was closed is read no more, though another has its number', () => {
  const opened = openTexts(directory, written('closed', ['a']))!
  const numberOf = (name: string) => readdirSync('/proc/self/fd').find((number) => linkOf(number).endsWith(`/${name}`))
  const number = numberOf('closed')
  expect(opened.read(0)).toBe('a')
  opened.close()
  opened.close()
  expect(numberOf('closed')).toBeUndefined()
  const other = openTexts(directory, written('other', ['b']))!
  expect(numberOf('other')).toBe(number)
  expect(() => opened.read(0)).toThrow('closed is closed')
  expect(other.read(0)).toBe('b')
})

function linkOf(number: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${number}`)
  } catch {
    return ''
  }
}
