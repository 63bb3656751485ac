import { expect, it } from 'vitest'
import { createLogWidth, type LogWidth } from './log-width.ts'

const WIDTHS = [9000n, 2000n, 500n, 100n, 10n, 1n]

/** Returns a width that was narrowed this many times. */
function narrowed(times: number): LogWidth {
  const width = createLogWidth()
  for (let time = 0; time < times; time += 1) width.refuse(true)
  return width
}

/** Counts the answers until another width is tried; stops counting at 600. */
function answersUntilChange(width: LogWidth): number {
  const before = width.blocks()
  let answers = 0
  while (width.blocks() === before && answers < 600) {
    width.noteAnswer()
    answers += 1
  }
  return answers
}

it('narrows in steps until one block is left', () => {
  const width = createLogWidth()
  const seen = [width.blocks()]
  while (width.refuse(true) && seen.length < 10) seen.push(width.blocks())
  expect(seen).toEqual(WIDTHS)
  expect([width.refuse(true), width.blocks()]).toEqual([false, 1n])
})

it('widens by one step after eight answers, up to the widest', () => {
  const width = narrowed(2)
  expect([answersUntilChange(width), width.blocks()]).toEqual([8, 2000n])
  expect([answersUntilChange(width), width.blocks()]).toEqual([8, 9000n])
  expect([answersUntilChange(width), width.blocks()]).toEqual([600, 9000n])
})

it('waits for twice as many answers each time that the wider query is refused, 512 at most', () => {
  const width = narrowed(1)
  const waits = Array.from({ length: 8 }, () => {
    const answers = answersUntilChange(width)
    width.refuse(true)
    return answers
  })
  expect(waits).toEqual([8, 16, 32, 64, 128, 256, 512, 512])
})

it('waits for eight answers again once a wider query was answered', () => {
  const width = narrowed(1)
  answersUntilChange(width)
  width.refuse(true)
  expect(answersUntilChange(width)).toBe(16)
  // This query at 9,000 blocks is the trial; the refusal after it is none of a trial.
  width.noteAnswer()
  width.refuse(true)
  expect(answersUntilChange(width)).toBe(8)
})

it('counts answers from the last narrowing, which doubles nothing by itself', () => {
  const width = narrowed(1)
  for (let answers = 0; answers < 5; answers += 1) width.noteAnswer()
  width.refuse(true)
  expect([answersUntilChange(width), width.blocks()]).toEqual([8, 2000n])
  // The refusal of a trial counts once.
  width.refuse(true)
  width.refuse(true)
  expect([answersUntilChange(width), width.blocks()]).toEqual([16, 500n])
})

it('starts with the widest range again after a reset', () => {
  const width = narrowed(1)
  answersUntilChange(width)
  width.refuse(true)
  for (let answers = 0; answers < 15; answers += 1) width.noteAnswer()
  width.reset()
  expect(width.blocks()).toBe(9000n)
  width.refuse(true)
  expect(answersUntilChange(width)).toBe(8)

  const onTrial = narrowed(1)
  answersUntilChange(onTrial)
  onTrial.reset()
  onTrial.refuse(true)
  expect(answersUntilChange(onTrial)).toBe(8)
})

it('a refusal of an unknown cause is sent again unchanged once, then over fewer blocks', () => {
  const width = createLogWidth()
  const widest = width.blocks()
  expect([width.refuse(false), width.blocks()]).toEqual([true, widest])
  expect([width.refuse(false), width.blocks() < widest]).toEqual([true, true])
  const narrower = width.blocks()
  expect([width.refuse(false), width.blocks()]).toEqual([true, narrower])
  width.noteAnswer()
  expect([width.refuse(false), width.blocks()]).toEqual([true, narrower])
})
