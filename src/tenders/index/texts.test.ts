import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
const readAll = (texts: Texts) => Array.from(texts.length, (_, number) => openTexts(directory, texts)!(number))

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
  const read = openTexts(directory, texts)!
  rmSync(join(directory, 'removed'))
  written('removed', ['other', 'texts'])
  expect([read(0), read(1)]).toEqual(['bb', 'a'])
})

test.runIf(existsSync('/dev/full'))('a disk that is full fails the build, and leaves what was written before', () => {
  symlinkSync('/dev/full', join(directory, 'full'))
  expect(() => written('full', ['a'])).toThrow('ENOSPC')
})

test.runIf(existsSync('/proc/self/fd'))('a file is closed once nobody can read it any more', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const texts = written('closed', ['a'])
  const isOpen = () => readdirSync('/proc/self/fd').some((number) => linkOf(number).endsWith('/closed'))
  let read = openTexts(directory, texts)
  expect(read!(0)).toBe('a')
  expect(isOpen()).toBe(true)
  read = null
  for (let turn = 0; turn < 50 && isOpen(); turn += 1) {
    collect()
    await nextTurn()
  }
  expect(isOpen()).toBe(false)
  expect(readFileSync(join(directory, 'closed'), 'utf8')).toBe('a')
})

function linkOf(number: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${number}`)
  } catch {
    return ''
  }
}
