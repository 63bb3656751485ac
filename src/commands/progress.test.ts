import { afterEach, expect, it, vi } from 'vitest'
import { createProgress, formatTime } from './progress.ts'

const { isTTY } = process.stderr
afterEach(() => {
  vi.restoreAllMocks()
  process.stderr.isTTY = isTTY
})

it('prints units, items and their rate, at most every five seconds', () => {
  process.stderr.isTTY = false
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const progress = createProgress('rows', 'companies')
  progress.start(100)
  now.mockReturnValue(10_000)
  progress.add(10, 20)
  now.mockReturnValue(14_999)
  progress.add(10, 20)
  now.mockReturnValue(15_000)
  progress.add(10, 20, 'part 2')
  progress.phase('indexing')
  progress.end()
  expect(lines).toEqual([
    '10 of 100 rows, 20 companies, 2 companies/s\n',
    '30 of 100 rows, 60 companies, 4 companies/s, part 2\n',
    '30 of 100 rows read, indexing\n',
  ])
})

it.each([
  ['NULL', 'time left unknown'],
  ['INF', 'time left unknown'],
  [90, '90 s left'],
  [600, '10 min left'],
  [9000, '3 h left'],
])('states the time left, %s, in words', (eta, words) => {
  expect(formatTime(eta as number)).toBe(words)
})
