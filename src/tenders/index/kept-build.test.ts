/** A build upon the last one is the build from nothing, whatever was merged again, went, came or ran out in between. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { SAMPLES_NOW, sampleNotice } from '../../../test/tenders/samples.ts'
import { londonDate } from '../../kernel/london.ts'
import type { Notice } from '../model/notice.ts'
import { type Built, buildGeneration, openLastBuild } from './build.ts'
import { EntriesBuilder } from './entries.ts'
import { type Generation, openGeneration } from './generation.ts'
import { type KeptBuild, usable } from './kept-build.ts'
import { readKeptFile, writeKeptFile } from './kept-file.ts'
import { openTexts } from './texts.ts'

const directory = mkdtempSync(join(tmpdir(), 'kept-build-'))
const keptPath = join(directory, 'kept')
afterAll(() => rmSync(directory, { recursive: true }))

let files = 0
const HOUR = 3_600_000
const DAY = 24 * HOUR

interface Held {
  revision: number
  notice: Notice
}

async function built(held: ReadonlyMap<string, Held>, nowMs: number, last: Built | null = null): Promise<Built> {
  const open = last && openLastBuild(last, openTexts(directory, last.data.texts)!.read)
  const notices = (async function* () {
    yield [...held.keys()].sort().map((key) => {
      const { revision, notice } = held.get(key)!
      return { key, revision, json: open?.revisions.get(key) === revision ? null : JSON.stringify(notice) }
    })
  })()
  const awards = (async function* () {})()
  files += 1
  const given = { notices, awards, revision: 1, nowMs, today: londonDate(nowMs), directory, newFile: `texts-${files}` }
  const next = await buildGeneration(given, open)
  writeKeptFile(keptPath, [next])
  return readKeptFile(readFileSync(keptPath))[0] as Built
}

/** By number of the notice: names may be numbered in another order. */
function entriesOf({ entries }: Built): unknown[] {
  const builder = new EntriesBuilder(entries)
  return Array.from(entries.numbers.revision, (revision, number) => {
    builder.keep(number)
    const names = builder.names(builder.named(number))
    const moments = [builder.updatedMs(number), builder.deadlineMs(number), builder.liveUntilMs(number)]
    return { ...names, revision, key: builder.key(number), ocid: builder.ocid(number), moments, planning: builder.isPlanning(number) }
  })
}

function expectEqual(upon: Built, fresh: Built): void {
  const [own, other] = [upon, fresh].map(({ data }) => openGeneration(data, openTexts(directory, data.texts)!)) as [Generation, Generation]
  for (let number = 0; number < fresh.data.count; number += 1) expect(own.notice(number)).toEqual(other.notice(number))
  const { texts: _, ...parts } = upon.data
  const { texts: __, ...expected } = fresh.data
  expect(parts).toEqual(expected)
  expect(isDeepStrictEqual(entriesOf(upon), entriesOf(fresh))).toBe(true)
}

/** Few keys, titles and buyers, so that notices replace, meet and hide each other. */
const anyHeld = fc
  .record({
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g'),
    title: fc.constantFrom('Grounds maintenance', 'Two\nlines of "schools"', 'IT support & hosting', 'Café catering’s supply'),
    description: fc.option(fc.constantFrom('Grass cutting in parks.', 'Window cleaning', 'home care at home')),
    buyer: fc.constantFrom('Exampleton Council', 'Ridingham Trust'),
    hours: fc.option(fc.constantFrom(-2, 3, 20, 400)),
    closed: fc.boolean(),
    cpv: fc.constantFrom<string[] | null>(null, ['90911200'], ['77310000', '45000000']),
    planning: fc.boolean(),
    ends: fc.option(fc.constantFrom('2026-11-20', '2026-11-21', '2026-12-01')),
  })
  .map(({ hours, closed, planning, ends, ...fields }) =>
    sampleNotice({
      ...fields,
      buyerKey: `name:${fields.buyer}`,
      buyerNameKey: `name:${fields.buyer}`,
      deadlineMs: hours === null ? null : SAMPLES_NOW + hours * HOUR,
      closedBy: closed ? 'awarded' : null,
      stage: planning ? 'planning' : 'tender',
      engagementEnds: ends,
      publishedMs: SAMPLES_NOW - fields.title.length * HOUR,
    }),
  )
const anyStep = fc.record({
  merged: fc.array(anyHeld, { maxLength: 5 }),
  gone: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 2 }),
  laterHours: fc.constantFrom(0, 1, 4, 30),
})

describe('a build upon the last one', () => {
  test('is the build from nothing', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 2, maxLength: 6 }), async (steps) => {
        const held = new Map<string, Held>()
        let nowMs = SAMPLES_NOW
        let last: Built | null = null
        for (const [step, { merged, gone, laterHours }] of steps.entries()) {
          for (const key of gone) held.delete(key)
          for (const notice of merged) held.set(notice.key, { revision: step + 1, notice })
          nowMs += laterHours * HOUR
          last = await built(held, nowMs, last)
          expectEqual(last, await built(held, nowMs))
        }
      }),
      { numRuns: 60 },
    )
  })

  test('reads no text of a notice that is known', async () => {
    const held = new Map(['a', 'b'].map((key) => [key, { revision: 1, notice: sampleNotice({ key }) }]))
    const first = await built(held, SAMPLES_NOW)
    held.set('b', { revision: 1, notice: sampleNotice({ key: 'b', title: 'Never read' }) })
    expectEqual(await built(held, SAMPLES_NOW, first), first)
  })
})

describe('what the last build left', () => {
  const kept = async (change: Partial<KeptBuild> = {}): Promise<KeptBuild> => {
    const { data, entries } = await built(new Map([['a', { revision: 1, notice: sampleNotice({ key: 'a' }) }]]), SAMPLES_NOW)
    return { by: 'me', fromNothingMs: SAMPLES_NOW, data, entries, ...change }
  }

  test('is built upon by the process that left it, for a day', async () => {
    const mine = await kept()
    expect(usable(mine, 'me', SAMPLES_NOW + DAY, 2)).toBe(mine)
    expect(usable(mine, 'me', SAMPLES_NOW + DAY + 1, 2)).toBeNull()
    expect(usable(mine, 'another', SAMPLES_NOW, 2)).toBeNull()
    expect(usable(null, 'me', SAMPLES_NOW, 2)).toBeNull()
  })

  test('is not trusted when clock or store went back, or when most of its texts are of notices that are gone', async () => {
    const mine = await kept()
    expect(usable(mine, 'me', SAMPLES_NOW - 1, 2)).toBeNull()
    expect(usable(mine, 'me', SAMPLES_NOW, 0)).toBeNull()
    const { texts } = mine.data
    const wasteful = { ...texts, bytes: 2 * texts.bytes }
    expect(usable({ ...mine, data: { ...mine.data, texts: wasteful } }, 'me', SAMPLES_NOW, 1)).toBeNull()
  })
})
