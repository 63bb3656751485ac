/**
 * Names of real companies as people type them: 200, each spoiled in one of the ways in which names
 * are. The ranking was written on those of even places; the gate is on the others.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildGeneration } from '../../src/company/mirror/build.ts'
import { searchMirror } from '../../src/company/mirror/search.ts'
import type { MirrorGeneration } from '../../src/store/company-mirror/generation.ts'
import { mirrorLocation } from '../../src/store/company-mirror/mirror-location.ts'
import { eachEngine } from '../support/engines.ts'
import { recordedData } from './recorded.ts'

const { present, folder } = recordedData('companies-house/bulk')
const FILE = join(folder, 'BasicCompanyDataAsOneFile-2020-05-01_sample.csv')
const NAMES = 200
const LEAST_FIRST = 0.95

/** Deterministic random numbers, so that every run is equal. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
    return Math.floor((state / 0x7fffffff) * below) % below
  }
}

type Spoil = (name: string, random: (below: number) => number) => string

const NEIGHBOURS: Readonly<Record<string, string>> = {
  a: 's',
  e: 'r',
  i: 'o',
  o: 'p',
  n: 'm',
  r: 't',
  s: 'd',
  t: 'y',
  l: 'k',
  c: 'v',
}

/** A letter within a word of five or more; the first one of a word is seldom mistaken. */
function inWord(
  name: string,
  random: (below: number) => number,
  change: (word: string, at: number) => string,
): string {
  const words = name.split(' ')
  const long = words
    .map((word, index) => ({ word, index }))
    .filter(({ word }) => /^[A-Z]{5,}$/i.test(word) && !/^limited$/i.test(word))
  if (long.length === 0) return name
  const { word, index } = long[random(long.length)]!
  words[index] = change(word, 1 + random(word.length - 2))
  return words.join(' ')
}

const withoutForm = (name: string) =>
  name.replace(/ (LIMITED|LTD\.?|PLC|P\.L\.C\.|LLP|C\.?I\.?C\.?)$/i, '')

const SPOILS: Readonly<Record<string, Spoil>> = {
  'a letter left out': (name, random) =>
    inWord(name.toLowerCase(), random, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  'a letter twice': (name, random) =>
    inWord(name.toLowerCase(), random, (word, at) => word.slice(0, at) + word[at] + word.slice(at)),
  'two letters changed places': (name, random) =>
    inWord(
      name.toLowerCase(),
      random,
      (word, at) => word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2),
    ),
  'the key beside': (name, random) =>
    inWord(
      name.toLowerCase(),
      random,
      (word, at) => word.slice(0, at) + (NEIGHBOURS[word[at]!] ?? 'x') + word.slice(at + 1),
    ),
  'words in another order': (name) => {
    const words = withoutForm(name).split(' ')
    return [...words.slice(1), words[0]].join(' ')
  },
  'another form': (name) =>
    /LIMITED$/i.test(name) ? name.replace(/LIMITED$/i, 'Ltd') : name.replace(/LTD\.?$/i, 'Limited'),
  'no form': (name) => withoutForm(name),
  'no marks and "and" for "&"': (name) =>
    name
      .replaceAll('&', ' and ')
      .replace(/[^A-Za-z0-9 ]/g, ' ')
      .replace(/\s+/g, ' '),
  'two words run together': (name) => {
    const words = name.toLowerCase().split(' ')
    return words.length > 2 ? [words[0]! + words[1]!, ...words.slice(2)].join(' ') : name
  },
  'the last word begun': (name) => {
    const words = withoutForm(name).split(' ')
    const last = words.at(-1)!
    return [...words.slice(0, -1), last.length > 5 ? last.slice(0, 4) : last].join(' ')
  },
  'accents and a slip': (name, random) =>
    inWord(
      name.toLowerCase().replace('e', 'é'),
      random,
      (word, at) => word.slice(0, at) + word.slice(at + 1),
    ),
  'another form, another order and a slip': (name, random) => {
    const words = withoutForm(name).toLowerCase().split(' ')
    return `${inWord([...words.slice(1), words[0]].join(' '), random, (word, at) => word.slice(0, at) + word.slice(at + 1))} limited`
  },
}

interface Case {
  number: string
  name: string
  how: string
  q: string
}

function cases(): Case[] {
  const rows = parse(readFileSync(FILE), { relax_quotes: true }) as string[][]
  const random = randomOf(20201)
  const step = Math.floor((rows.length - 1) / NAMES)
  const hows = Object.keys(SPOILS)
  return Array.from({ length: NAMES }, (_, index) => {
    const [name, number] = rows[1 + index * step] as [string, string]
    // Each way falls to names of both halves.
    const how = hows[Math.floor(index / 2) % hows.length]!
    return { number, name, how, q: SPOILS[how]!(name, random) }
  })
}

eachEngine(
  '200 real names, each spoiled',
  (under) => {
    let generation: MirrorGeneration

    beforeAll(async () => {
      const place = mirrorLocation(await under.freshSettings())
      const build = await place.build('names')
      await buildGeneration(build, [FILE], {}, { rows() {}, indexing() {} })
      await build.close()
      generation = (await place.open('names'))!
    })
    afterAll(async () => {
      await generation?.close()
    })

    async function missed(half: readonly Case[]): Promise<string[]> {
      const wrong: string[] = []
      for (const { number, name, how, q } of half) {
        const { hits } = await searchMirror(generation, q)
        if (hits[0]?.company_number !== number)
          wrong.push(`${how}: "${q}" for ${name} gave ${hits[0]?.name ?? 'nothing'}`)
      }
      return wrong
    }

    it.each([
      ['the half that the ranking was written on', 0],
      ['the other half', 1],
    ])('%s: the right company first in at least 95 of 100', async (_name, parity) => {
      const half = cases().filter((_, index) => index % 2 === parity)
      const wrong = await missed(half)
      process.stderr.write(
        `${under.engine}, half ${parity}: ${half.length - wrong.length} of ${half.length} first\n${wrong.map((each) => `  ${each}\n`).join('')}`,
      )
      expect(wrong.length).toBeLessThanOrEqual(half.length * (1 - LEAST_FIRST))
    })

    it('40 names of two words, the first cut short by two letters, are found', async () => {
      const rows = parse(readFileSync(FILE), { relax_quotes: true }) as string[][]
      const named = rows.flatMap(([name, number]) => {
        const words = withoutForm(name!).split(' ')
        const isPlain = words.length === 2 && words.every((word) => /^[A-Z]{5,}$/.test(word))
        return isPlain ? [{ number: number!, q: `${words[0]!.slice(0, -2)} ${words[1]}` }] : []
      })
      const step = Math.floor(named.length / 40)
      const wrong: string[] = []
      for (let index = 0; index < 40; index += 1) {
        const { number, q } = named[index * step]!
        const { hits } = await searchMirror(generation, q)
        if (!hits.some((hit) => hit.company_number === number)) wrong.push(q)
      }
      expect(wrong).toEqual([])
    })

    it('the register’s own names find themselves, all of them that have a word', async () => {
      const wrong: string[] = []
      for (const { number, name } of cases()) {
        const { hits } = await searchMirror(generation, name)
        if (hits[0]?.company_number !== number) wrong.push(name)
      }
      expect(wrong).toEqual([])
    })
  },
  { skip: !present },
)
