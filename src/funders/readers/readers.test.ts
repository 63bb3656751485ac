import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { PublishedGrant } from '../model/grant.ts'
import { readJsonItems } from './json-items.ts'
import { READ_LIMITS, type ReadLimits } from './limits.ts'
import { readGrants } from './read-grants.ts'
import { createTextArena } from './text-arena.ts'

const folder = mkdtempSync(join(tmpdir(), 'readers-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function read(
  content: string | Buffer,
  limits: ReadLimits = READ_LIMITS,
  setAside: string[] = [],
): Promise<PublishedGrant[]> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  const grants: PublishedGrant[] = []
  await readGrants(
    path,
    limits,
    (grant) => grants.push(grant),
    (reason) => setAside.push(reason),
  )
  return grants
}

const HEADER =
  'Identifier,Title,Currency,Amount Awarded,Award Date,Funding Org:Name,Recipient Org:Name'

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function items(text: string, size = 7): Promise<unknown[]> {
  const found: unknown[] = []
  await readJsonItems(inPieces(text, size), READ_LIMITS, (item) => found.push(item))
  return found
}

describe('JSON', () => {
  it('gives the same grants whatever the chunks and whatever stands around them', async () => {
    const grant = fc.dictionary(fc.string(), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(
        fc.array(grant),
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.integer({ min: 1, max: 40 }),
        async (grants, around, size) => {
          const { grants: _, ...rest } = around
          const document = JSON.stringify(
            { ...rest, grants, publisher: { grants: [{ not: 'one' }] } },
            null,
            size % 3,
          )
          expect(await items(document, size)).toEqual(JSON.parse(JSON.stringify(grants)))
          expect(await items(JSON.stringify(grants), size)).toEqual(
            JSON.parse(JSON.stringify(grants)),
          )
        },
      ),
      { numRuns: 60 },
    )
  })

  it.each([
    ['{"grants":[{"id":"a"},{"id":"b"', 'ends in the middle'],
    ['{"grants":[{"id":"a"}]', 'ends in the middle'],
    ['{"grants":[{"id":a}]}', 'cannot be parsed'],
    ['{"items":[]}', 'no array of grants'],
    ['{"grants":[]}}', 'closes more than it opens'],
    ['{"grants":[]} {"grants":[]}', 'goes on after its end'],
    [`{"grants":[${'['.repeat(2_000)}`, 'nested too deeply'],
  ])('refuses %s', async (text, reason) => {
    await expect(items(text.slice(0, 3_000))).rejects.toThrow(reason)
  })

  it('refuses one grant that is larger than any', async () => {
    const limits = { ...READ_LIMITS, maxRecordBytes: 1_000 }
    const one = readJsonItems(inPieces(`[{"title":"${'x'.repeat(5_000)}"}]`, 500), limits, () => {})
    await expect(one).rejects.toThrow('one grant of the JSON is longer')
  })
})

describe('CSV', () => {
  it('skips a title above the headings, blank lines and a total below', async () => {
    const grants = await read(
      `Grants of 2024\n\n${HEADER}\nx-1,One,GBP,100,2024-01-02,Fen Fund,Choir\n,,,,,,\n,Total,,100,,,\n`,
    )
    expect(grants.map(({ id, pence }) => [id, pence])).toEqual([
      ['x-1', 10_000],
      ['', 10_000],
    ])
    expect(grants[1]!.funderName).toBe('')
  })

  it.each([
    [';', '\r\n'],
    ['\t', '\n'],
    [',', '\n'],
  ])('reads %j between fields', async (separator, newline) => {
    const lines = [
      HEADER.replaceAll(',', separator),
      [
        'x-1',
        '"A, ""quoted""\ntitle"',
        'GBP',
        '"1,000.50"',
        '02/01/2024',
        'Fen Fund',
        'Choir',
      ].join(separator),
    ]
    expect(await read(lines.join(newline) + newline)).toMatchObject([
      { title: 'A, "quoted"\ntitle', pence: 100_050, day: 20_240_102 },
    ])
  })

  it('reads one stray byte of windows-1252 far into the file', async () => {
    const plain = Array.from(
      { length: 3_000 },
      (_, index) => `x-${index},One,GBP,1,2024-01-02,Fen Fund,Choir\n`,
    ).join('')
    const grants = await read(
      Buffer.concat([
        Buffer.from(`${HEADER}\n${plain}`),
        Buffer.from('y,Caf\u00e9,GBP,5,2024-01-02,Fen Fund,Choir\n', 'latin1'),
      ]),
    )
    expect(grants).toHaveLength(3_001)
    expect(grants.at(-1)!.title).toBe('Café')
  })

  it('keeps UTF-8 that falls between two chunks', async () => {
    const title = 'é'.repeat(700_000)
    expect((await read(`${HEADER}\nx,${title},GBP,1,2024-01-02,F,C\n`))[0]!.title).toBe(title)
  })

  it('refuses a million columns and a table without headings of the standard', async () => {
    await expect(read(`${HEADER}${',x'.repeat(3_000)}\n`)).rejects.toThrow('a row has 3007 columns')
    await expect(read('Code,Meaning\na,b\n')).rejects.toThrow('no table has the headings')
  })
})

describe('what the converter of the standard takes for no grant', () => {
  const row = (id: string) => `${id},One,GBP,100,2024-01-02,Fen Fund,Choir`
  const amounts = (grants: readonly PublishedGrant[]) => grants.map(({ id, pence }) => [id, pence])

  it('leaves out columns whose heading begins with "#"', async () => {
    const lines = [`# Amount Awarded,#Identifier,${HEADER}`, `9999,old,${row('x-1')}`]
    expect(amounts(await read(lines.join('\n')))).toEqual([['x-1', 10_000]])
  })

  it('reads the last of equal headings, and the first of different ones that mean one field', async () => {
    const lines = [`Amount Awarded,Grant Identifier,${HEADER}`, `9999,other,${row('x-1')}`]
    expect(amounts(await read(lines.join('\n')))).toEqual([['other', 10_000]])
  })

  it('sets aside rows that repeat or explain the headings', async () => {
    const setAside: string[] = []
    const explained = "The grant's id,Its title,ISO code,In pounds,YYYY-MM-DD,Name of funder,Name"
    const lines = [HEADER, explained, row('x-1'), HEADER, row('x-2')]
    expect(amounts(await read(lines.join('\n'), READ_LIMITS, setAside))).toEqual([
      ['x-1', 10_000],
      ['x-2', 10_000],
    ])
    expect(setAside).toEqual(['explains the headings', 'repeats the headings'])
  })

  it('sets aside a row that repeats only the heading of the identifier', async () => {
    const setAside: string[] = []
    const lines = [HEADER, 'Identifier,,,,,,', row('x-1')]
    expect(amounts(await read(lines.join('\n'), READ_LIMITS, setAside))).toEqual([['x-1', 10_000]])
    expect(setAside).toEqual(['repeats the headings'])
  })

  it('reads a grant that lacks amount and date below another grant', async () => {
    const lines = [HEADER, row('x-1'), 'x-2,Two,GBP,to be agreed,soon,Fen Fund,Choir']
    expect(amounts(await read(lines.join('\n')))).toEqual([
      ['x-1', 10_000],
      ['x-2', null],
    ])
  })

  it('follows the instructions of a first row that begins with a cell of "#"', async () => {
    const second = '1,Example,GBP,5,2020-01-01,Example funder,Example'
    const lines = ['#,skiprows 2,headerrows 2', HEADER, '', HEADER, second, row('x-1')]
    expect(amounts(await read(lines.join('\n')))).toEqual([['x-1', 10_000]])
    await expect(read(['#,Ignore', HEADER, row('x-1')].join('\n'))).rejects.toThrow(
      'no table has the headings',
    )
  })
})

describe('any file', () => {
  it.each([
    ['', 'the file is empty'],
    ['\ufeff  \n', 'the file is empty'],
    ['<!doctype html><p>moved', 'a web page'],
    ['%PDF-1.7', 'PDF'],
    [Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old binary'],
    [Buffer.from('PK\u0003\u0004 nothing more'), 'damaged'],
    [gzipSync('not grants').subarray(0, 12), 'damaged'],
  ])('tells what is wrong with %j', async (content, reason) => {
    await expect(read(content)).rejects.toThrow(reason)
  })

  it('is unpacked when a server compressed it', async () => {
    expect(await read(gzipSync(`${HEADER}\nx,One,GBP,1,2024-01-02,F,C\n`))).toHaveLength(1)
    await expect(
      read(gzipSync('x'.repeat(100_000)), { ...READ_LIMITS, maxPartBytes: 50_000 }),
    ).rejects.toThrow('inflates beyond the limit')
  })

  it('never ends otherwise than in grants or in a fault of the file', async () => {
    const start = fc.constantFrom(
      Buffer.alloc(0),
      Buffer.from('PK\u0003\u0004'),
      Buffer.from('{"grants":['),
      Buffer.from(`${HEADER}\n`),
      Buffer.from([0xff, 0xfe]),
    )
    await fc.assert(
      fc.asyncProperty(start, fc.uint8Array({ maxLength: 300 }), async (head, rest) => {
        const outcome = await read(Buffer.concat([head, rest])).catch((error: Error) => error.name)
        expect(Array.isArray(outcome) || outcome === 'DatasetFault').toBe(true)
      }),
      { numRuns: 150 },
    )
  })
})

it('keeps many texts and gives each back', () => {
  const arena = createTextArena(10_000_000)
  const texts = Array.from({ length: 5_000 }, (_, index) => `${index} ŷ ${'x'.repeat(index % 900)}`)
  for (const text of texts) arena.add(text)
  expect(texts.every((text, index) => arena.at(index) === text)).toBe(true)
  expect([arena.at(-1), arena.at(5_000), arena.at(Number.NaN)]).toEqual([null, null, null])
  expect(() => createTextArena(10).add('more than ten bytes')).toThrow('exceed')
})
