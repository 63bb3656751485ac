import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readFirstKept, readKeptFile, writeKeptFile } from './kept-file.ts'

const directory = mkdtempSync(join(tmpdir(), 'kept-file-'))
const path = join(directory, 'kept')
afterAll(() => rmSync(directory, { recursive: true }))

const VALUE = {
  name: 'a value',
  none: null,
  bytes: Uint8Array.of(1, 2, 3),
  places: Uint16Array.of(65535, 0, 7),
  numbers: Uint32Array.of(4294967295),
  days: Int32Array.of(-1, 2147483647),
  moments: Float64Array.of(Number.NaN, -0.5),
  empty: new Float64Array(0),
  deep: [{ part: Uint32Array.from({ length: 5000 }, (_, index) => index).subarray(10, 20) }],
}
const OTHER = { name: 'another', days: Int32Array.of(3) }

test('what was written is read, whatever the arrays are of and wherever the bytes lie', () => {
  writeKeptFile(path, [VALUE, OTHER])
  const file = readFileSync(path)
  expect(readKeptFile(new Uint8Array(file))).toEqual([VALUE, OTHER])
  const shifted = new Uint8Array(file.length + 3)
  shifted.set(file, 3)
  expect(readKeptFile(shifted.subarray(3))).toEqual([VALUE, OTHER])
})

const newMemory = (bytes: number) => new Uint8Array(bytes)

test('the first value is read alone, into the memory that is given', async () => {
  writeKeptFile(path, [VALUE, OTHER])
  const memory = new ArrayBuffer(readFileSync(path).length)
  new Uint8Array(memory).fill(7)
  const read = (await readFirstKept(path, (bytes) => new Uint8Array(memory, 0, bytes))) as typeof VALUE
  expect(read).toEqual(VALUE)
  expect(read.moments.buffer).toBe(memory)
})

test('an array that could not be read again is not written', () => {
  expect(() => writeKeptFile(path, [{ bytes: Buffer.from('text') }])).toThrow(TypeError)
})

test('a file that was cut short, or is none, is not read', async () => {
  writeKeptFile(path, [VALUE])
  const first = readFileSync(path).length
  writeKeptFile(path, [VALUE, OTHER])
  const file = new Uint8Array(readFileSync(path))
  for (const length of [4, 8, 16, 40, first - 8, first + 8, file.length - 8])
    expect(() => readKeptFile(file.slice(0, length)), `${length} bytes`).toThrow()
  for (const length of [0, 4, 8, 16, 40, first - 8]) {
    writeFileSync(path, file.subarray(0, length))
    await expect(readFirstKept(path, newMemory), `${length} bytes`).rejects.toThrow()
  }
  const none = new Uint8Array(4096).fill(7)
  expect(() => readKeptFile(none)).toThrow()
  writeFileSync(path, none)
  await expect(readFirstKept(path, newMemory)).rejects.toThrow()
  await expect(readFirstKept(join(directory, 'missing'), newMemory)).rejects.toThrow('ENOENT')
})
