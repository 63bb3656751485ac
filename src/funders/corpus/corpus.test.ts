import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { unpack } from '../../background/stored-layout.ts'
import { createTimeBudget } from '../../platform/time-budget.ts'
import { nameKey } from '../model/names.ts'
import { orgId } from '../model/org-id.ts'
import { READ_LIMITS } from '../readers/limits.ts'
import { KNOWN_FUNDERS } from '../seed/known-funders.ts'
import { aggregateCorpus, type CorpusDataset } from './aggregate.ts'
import { readCopy, writeCopy } from './copy.ts'
import { openDatasetFolders } from './dataset-folders.ts'
import { DOSSIER, type StoredDossier } from './dossier.ts'
import { type PublishedFunder, resolveEntities } from './entities.ts'
import { summariseGiving } from './figures.ts'
import { openWorkerProcess } from './worker-process.ts'

const folder = mkdtempSync(join(tmpdir(), 'corpus-'))
afterAll(() => rmSync(folder, { recursive: true }))

const CC_BY = {
  name: 'CC BY 4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/',
  shareAlike: false,
}
const BY_SA = {
  name: 'CC BY-SA 4.0',
  url: 'https://creativecommons.org/licenses/by-sa/4.0/',
  shareAlike: true,
}

function funder(id: string, name: string, publisher = '', rows = 1): PublishedFunder {
  return { id, name, rows, lastDay: 20_240_101, publisher }
}

function entitiesOf(...funders: PublishedFunder[]) {
  const { entities, entityOf } = resolveEntities(funders, KNOWN_FUNDERS)
  return { entities, groups: [...entityOf] }
}

describe('who is who', () => {
  it('joins every spelling of one identifier', () => {
    expect(
      entitiesOf(
        funder('GB-CHC-9000001', 'Fen Fund'),
        funder('gb-chc-9000001', 'The Fen Fund'),
        funder('GB CHC 9000001', ''),
      ).entities,
    ).toHaveLength(1)
  })

  it("joins a name's identifiers within one publisher's files and nowhere else", () => {
    const within = entitiesOf(
      funder('GB-CHC-9000001', 'Fen Fund', '360G-fen'),
      funder('360g-fen', 'FEN FUND', '360g-FEN'),
    )
    expect(within.entities).toMatchObject([
      { ids: ['GB-CHC-9000001', '360G-fen'], name: 'Fen Fund' },
    ])
    expect(
      entitiesOf(
        funder('GB-CHC-9000001', 'Fen Fund', '360G-fen'),
        funder('GB-CHC-9000002', 'Fen Fund', '360G-other'),
      ).entities,
    ).toHaveLength(2)
  })

  it('gives a name without identifier to its only bearer, or keeps it apart', () => {
    expect(
      entitiesOf(funder('GB-CHC-9000001', 'Fen Fund'), funder('', 'fen fund')).entities,
    ).toHaveLength(1)
    const several = entitiesOf(
      funder('GB-CHC-9000001', 'Fen Fund', 'a'),
      funder('GB-CHC-9000002', 'Fen Fund', 'b'),
      funder('', 'Fen Fund', 'c'),
    )
    expect(several.entities).toHaveLength(3)
    expect(entitiesOf(funder('', '')).groups).toEqual([-1])
    expect(entitiesOf(funder('not an identifier', '')).entities).toMatchObject([
      { name: 'not an identifier', ids: [] },
    ])
  })

  it('knows the large public funders under their former names and other identifiers', () => {
    const { entities } = entitiesOf(
      funder('360G-blf', 'The Big Lottery Fund', '360G-blf', 5),
      funder('GB-GOR-PB188', 'The National Lottery Community Fund', '360G-tnlcomfund', 3),
      funder('', 'National Lottery Community Fund', '360G-x'),
    )
    expect(entities).toHaveLength(1)
    expect(entities[0]).toMatchObject({
      slug: 'the-national-lottery-community-fund',
      name: 'The National Lottery Community Fund',
      rows: 9,
    })
    expect(entities[0]!.ids).toEqual(expect.arrayContaining(['GB-GOR-PB188', '360G-blf']))
  })

  it('takes no abbreviation for a known funder', () => {
    expect(
      entitiesOf(funder('GB-CHC-9000001', 'ACE'), funder('GB-CHC-1036733', 'Arts Council England'))
        .entities,
    ).toHaveLength(2)
  })

  it('gives every funder a separate slug that can be requested', () => {
    const name = fc.string({ maxLength: 300 })
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(fc.constantFrom('', 'GB-CHC-1', 'GB-CHC-2', `360G-${'x'.repeat(150)}`), name),
          { maxLength: 12 },
        ),
        (list) => {
          const { entities } = entitiesOf(
            ...list.map(([id, each], index) => funder(id, each, `p${index}`)),
          )
          const slugs = entities.map(({ slug }) => slug)
          return (
            new Set(slugs).size === slugs.length &&
            slugs.every(
              (slug) => /^[a-z0-9][a-z0-9-]*$/.test(slug) && slug.length >= 2 && slug.length <= 120,
            )
          )
        },
      ),
    )
  })

  it('lists each identifier and each name once', () => {
    const ids = KNOWN_FUNDERS.flatMap((each) => each.ids.map((id) => orgId(id)!.key))
    const names = KNOWN_FUNDERS.flatMap((each) => [
      ...new Set([each.name, ...each.names].map(nameKey)),
    ])
    expect(new Set(ids).size).toBe(ids.length)
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('figures', () => {
  it('agree with a plain computation', () => {
    const award = fc.record({
      pence: fc.integer({ min: 1, max: 1e11 }),
      year: fc.constantFrom(0, 2001, 2020, 2024),
    })
    fc.assert(
      fc.property(fc.array(award, { minLength: 1, maxLength: 60 }), (awards) => {
        const giving = summariseGiving(
          Float64Array.from(awards, ({ pence }) => pence),
          Uint16Array.from(awards, ({ year }) => year),
        )
        const amounts = awards.map(({ pence }) => pence).sort((a, b) => a - b)
        const total = amounts.reduce((sum, pence) => sum + pence, 0)
        expect(giving.grants_made).toBe(awards.length)
        expect(giving.total_awarded_gbp).toBe(total / 100)
        expect(giving.size_distribution_gbp).toMatchObject({
          min: amounts[0]! / 100,
          max: amounts.at(-1)! / 100,
        })
        const middle = (amounts.length - 1) / 2
        const median = (amounts[Math.floor(middle)]! + amounts[Math.ceil(middle)]!) / 2
        expect(giving.typical_award_gbp).toBe(Math.round(median) / 100)
        expect(Object.values(giving.yearly).reduce((sum, { grants }) => sum + grants, 0)).toBe(
          awards.filter(({ year }) => year > 0).length,
        )
      }),
    )
  })

  it('are empty, not zero, if there are no figures', () => {
    expect(summariseGiving(new Float64Array(0), new Uint16Array(0))).toEqual({
      grants_made: 0,
      total_awarded_gbp: 0,
      years: { first: null, last: null },
      size_distribution_gbp: {
        min: null,
        p25: null,
        median: null,
        p75: null,
        max: null,
        mean: null,
      },
      yearly: {},
      typical_award_gbp: null,
    })
  })
})

interface Line {
  id: string
  amount: number | null
  date?: string
  currency?: string
  funder?: string
  recipient?: string
  recipientId?: string
}

let made = 0

/** A dataset with a compact copy of these lines. */
async function dataset(
  lines: readonly Line[],
  change: Partial<CorpusDataset> = {},
): Promise<CorpusDataset> {
  made += 1
  const place = join(folder, `dataset-${made}`)
  mkdirSync(place)
  const grants = lines.map(
    ({
      id,
      amount,
      date = '2024-01-02',
      currency = 'GBP',
      funder: by = 'Fen Fund',
      recipient = 'Choir',
      recipientId,
    }) => ({
      id,
      title: `Grant ${id}`,
      currency,
      amountAwarded: amount,
      awardDate: date,
      fundingOrganization: [{ name: by }],
      recipientOrganization: [{ name: recipient, id: recipientId }],
    }),
  )
  writeFileSync(join(place, 'source'), JSON.stringify({ grants }))
  await writeCopy(join(place, 'source'), place, READ_LIMITS)
  return {
    identifier: `dataset-${made}`,
    title: `Dataset ${made}`,
    publisher: 'Fen Fund',
    publisherPrefix: '360G-fen',
    licence: CC_BY,
    licenceText: null,
    accessUrl: 'https://fen.example.org/',
    modifiedMs: made,
    folder: place,
    failure: null,
    fetchedMs: Date.UTC(2026, 10, 20),
    ...change,
  }
}

function build(...datasets: CorpusDataset[]) {
  const outputPath = join(folder, 'dossiers.ndjson')
  const summary = aggregateCorpus(datasets, { known: [], today: 20_261_120, outputPath })
  const text = readFileSync(outputPath, 'utf8')
  return {
    summary,
    dossiers: text
      .trim()
      .split('\n')
      .map((line) => unpack(DOSSIER, line)!),
  }
}

describe('adding up', () => {
  it('believes the newest dataset about a grant, and an open one before a share-alike one', async () => {
    const older = await dataset([
      { id: 'a', amount: 100 },
      { id: 'b', amount: 200 },
    ])
    const newer = await dataset([{ id: 'a', amount: 150 }])
    const bound = await dataset(
      [
        { id: 'b', amount: 999 },
        { id: 'c', amount: 300 },
      ],
      { licence: BY_SA },
    )
    const { dossiers, summary } = build(bound, older, newer)
    expect(dossiers[0]!.giving).toMatchObject({ grants_made: 2, total_awarded_gbp: 350 })
    expect(dossiers[0]!.coverage).toMatchObject({ grants_included: 2, excluded_share_alike: 1 })
    expect(dossiers[0]!.recent_awards.map(({ title, licence }) => [title, licence])).toEqual([
      ['Grant c', 'CC BY-SA 4.0'],
      ['Grant b', 'CC BY 4.0'],
      ['Grant a', 'CC BY 4.0'],
    ])
    expect(summary.duplicates).toBe(2)
  })

  it('counts instalments under one identifier, and a repeated line once', async () => {
    const { dossiers } = build(
      await dataset([
        { id: 'a', amount: 100 },
        { id: 'a', amount: 100, date: '2024-02-02' },
        { id: 'a', amount: 100 },
      ]),
    )
    expect(dossiers[0]!.giving).toMatchObject({ grants_made: 2, total_awarded_gbp: 200 })
  })

  it('keeps equal identifiers of different funders apart', async () => {
    const { dossiers } = build(
      await dataset([{ id: 'a', amount: 100 }]),
      await dataset([{ id: 'a', amount: 70, funder: 'Moor Fund' }]),
    )
    expect(
      dossiers.map(({ names, giving }) => [names[0], giving.total_awarded_gbp]).sort(),
    ).toEqual([
      ['Fen Fund', 100],
      ['Moor Fund', 70],
    ])
  })

  it('shows the ten latest awards that have happened, the larger first on one day', async () => {
    const lines = Array.from(
      { length: 30 },
      (_, index): Line => ({
        id: `g${index}`,
        amount: 100 + index,
        date: `2024-03-${String(1 + (index % 15)).padStart(2, '0')}`,
      }),
    )
    const { dossiers } = build(
      await dataset([
        ...lines,
        { id: 'typo', amount: 5, date: '2042-01-01' },
        { id: 'undated', amount: 5, date: 'soon' },
      ]),
    )
    expect(
      dossiers[0]!.recent_awards
        .map(({ award_date, amount_gbp }) => `${award_date} ${amount_gbp}`)
        .slice(0, 3),
    ).toEqual(['2024-03-15 129', '2024-03-15 114', '2024-03-14 128'])
    expect(dossiers[0]!.recent_awards).toHaveLength(10)
    expect(dossiers[0]!.giving).toMatchObject({
      grants_made: 32,
      years: { first: 2024, last: 2024 },
    })
  })

  it('counts grants to persons who are published as organisations, and names none', async () => {
    const persons = [
      'Mrs Ann Exampleton',
      'Dr. P. Sample',
      'Sarah Jane Sandbox',
      'Robert Sample Photography',
      'David Sample t/a Fen Crafts',
      'Individual',
      'Individual recipient (name withheld)',
    ]
    const bodies = ['Choir', 'Arad Goch', 'St Mary, Fenby', 'Individual Giving Trust']
    const lines = [...persons, ...bodies].map((recipient, index): Line => {
      return { id: `p${index}`, amount: 100, recipient }
    })
    const { dossiers } = build(
      await dataset([
        ...lines,
        { id: 'registered', amount: 100, recipient: 'Sue Sample', recipientId: 'GB-CHC-9000009' },
        { id: 'to Mr Tom Sample', amount: 100 },
      ]),
    )
    const [{ giving, recent_awards }] = dossiers as [StoredDossier]
    expect(giving.grants_made).toBe(13)
    expect(recent_awards.map(({ recipient }) => recipient)).toEqual([
      ...bodies,
      'Sue Sample',
      'Choir',
    ])
    expect(recent_awards.at(-1)!.title).toBe('Grant to [contact removed]')
  })

  it('counts an award whose date cannot be in the totals, and in no year', async () => {
    const { dossiers } = build(
      await dataset([
        { id: 'a', amount: 100, date: '1950-01-01' },
        { id: 'b', amount: 200, date: '2026-11-20' },
        { id: 'tomorrow', amount: 400, date: '2026-11-21' },
        { id: 'far', amount: 800, date: '2052-03-01' },
        { id: 'zero', amount: 1600, date: '1900-01-01' },
        { id: 'before', amount: 3200, date: '1949-12-31' },
      ]),
    )
    const [{ giving, coverage, recent_awards }] = dossiers as [StoredDossier]
    expect(giving).toMatchObject({
      grants_made: 6,
      total_awarded_gbp: 6300,
      years: { first: 1950, last: 2026 },
    })
    expect(giving.yearly).toEqual({
      1950: { grants: 1, total_gbp: 100, median_gbp: 100 },
      2026: { grants: 1, total_gbp: 200, median_gbp: 200 },
    })
    expect(coverage).toMatchObject({
      grants_included: 6,
      first_award: '1950-01-01',
      last_award: '2026-11-20',
      dates_set_aside: 4,
    })
    expect(recent_awards.map(({ title }) => title)).toEqual(['Grant b', 'Grant a'])
  })

  it('judges award days by the day on which the file was fetched, not by that of the build', async () => {
    const change = { fetchedMs: Date.UTC(2024, 5, 1) }
    const lines = [
      { id: 'a', amount: 100, date: '2024-05-31' },
      { id: 'b', amount: 200, date: '2024-06-02' },
    ]
    const [{ coverage, giving }] = build(await dataset(lines, change)).dossiers as [StoredDossier]
    expect(giving.total_awarded_gbp).toBe(300)
    expect(coverage).toMatchObject({ last_award: '2024-05-31', dates_set_aside: 1 })
  })

  it('names the rows that hold headings in the coverage', async () => {
    const each = await dataset([{ id: 'unused', amount: 1 }])
    const heading = 'Identifier,Title,Currency,Amount Awarded,Award Date,Funding Org:Name'
    const lines = [heading, 'x-1,One,GBP,100,2024-01-02,Fen Fund', heading]
    writeFileSync(join(each.folder!, 'source'), lines.join('\n'))
    await writeCopy(join(each.folder!, 'source'), each.folder!, READ_LIMITS)
    const [{ coverage }] = build(each).dossiers as [StoredDossier]
    expect(coverage.grants_included).toBe(1)
    expect(coverage.datasets[0]).toMatchObject({
      status: 'counted',
      note: '1 row set aside: repeats the headings',
    })
  })

  it('names an unread dataset to the funder it is about, not to all funders of a busy publisher', async () => {
    const unread = await dataset([{ id: 'x', amount: 1 }], {
      folder: null,
      failure: 'the server answered 404',
    })
    const many = await dataset(
      ['Fen Fund', 'Moor Fund', 'Wold Fund', 'Dale Fund'].map((by, index) => ({
        id: `${index}`,
        amount: 10,
        funder: by,
      })),
    )
    const told = (dossiers: StoredDossier[]) =>
      dossiers
        .filter(({ coverage }) => coverage.datasets.some(({ status }) => status === 'unread'))
        .map(({ names }) => names[0])
    expect(told(build(unread, many).dossiers)).toEqual(['Fen Fund'])
    expect(told(build({ ...unread, publisher: 'Cabinet of Funds' }, many).dossiers)).toEqual([])
  })

  it('gives the same dossiers whatever the order of the datasets', async () => {
    const datasets = [
      await dataset([{ id: 'a', amount: 100 }]),
      await dataset([{ id: 'b', amount: 7 }]),
      await dataset([
        { id: 'c', amount: null },
        { id: 'd', amount: 3 },
      ]),
    ]
    expect(build(...datasets).dossiers).toEqual(build(...datasets.toReversed()).dossiers)
  })
})

describe('the compact copy', () => {
  const one = '[{"id":"a","amountAwarded":1,"fundingOrganization":[{"name":"F"}]}]'

  it('is absent while the disk is full, which the worker reports as ENOSPC', async () => {
    const place = join(folder, 'full')
    mkdirSync(place)
    writeFileSync(join(place, 'source'), one)
    symlinkSync('/dev/full', join(place, 'copy.sqlite.part'))
    const worker = openWorkerProcess()
    await expect(
      worker.run({ kind: 'copy', source: join(place, 'source'), folder: place }),
    ).rejects.toMatchObject({ code: 'ENOSPC' })
    worker.close()
    expect(readCopy(place)).toBeNull()
  })

  it('is absent if it is damaged or of another layout', async () => {
    const place = join(folder, 'damaged')
    mkdirSync(place)
    writeFileSync(join(place, 'source'), one)
    await writeCopy(join(place, 'source'), place, READ_LIMITS)
    const path = join(place, 'copy.sqlite')
    const whole = readFileSync(path)
    expect(readCopy(place)).toMatchObject({
      format: 'json',
      rows: 1,
      funders: [{ id: '', name: 'F', rows: 1 }],
    })
    const layout = Buffer.from(whole)
    // The user version is at offset 60 of the header.
    layout.writeUInt32BE(layout.readUInt32BE(60) - 1, 60)
    for (const bytes of [
      Buffer.alloc(0),
      whole.subarray(0, 5000),
      Buffer.from('x'.repeat(8192)),
      layout,
    ]) {
      writeFileSync(path, bytes)
      expect(readCopy(place)).toBeNull()
    }
  })
})

describe('the dataset folders', () => {
  it('keeps strange identifiers inside its folder, and forgets validators with the address', () => {
    const folders = openDatasetFolders(join(folder, 'folders'))
    const opened = folders.dataset('../../etc/passwd', 'https://a.example/1')
    opened.save({ ...opened.state, version: 'v1', etag: '"x"', checkedMs: 5 })
    expect(opened.incoming.startsWith(join(folder, 'folders', 'datasets'))).toBe(true)
    expect(folders.dataset('../../etc/passwd', 'https://a.example/1').state).toMatchObject({
      version: 'v1',
      etag: '"x"',
    })
    expect(folders.dataset('../../etc/passwd', 'https://a.example/2').state).toMatchObject({
      version: 'v1',
      etag: null,
      checkedMs: null,
    })
    expect(folders.retain([])).toHaveLength(1)
  })

  it('takes a state for none that is cut off, of another layout, or of another shape', () => {
    const folders = openDatasetFolders(join(folder, 'cut'))
    const opened = folders.dataset('x', 'https://a.example/1')
    opened.save({ ...opened.state, version: 'v1', rows: 7 })
    const path = join(folder, 'cut', 'datasets', 'x', 'state.json')
    const whole = readFileSync(path, 'utf8')
    const reread = () => folders.dataset('x', 'https://a.example/1').state
    expect(reread()).toMatchObject({ version: 'v1', rows: 7 })
    for (const kept of [
      whole.slice(0, -9),
      whole.replace('funder-dataset/1', 'funder-dataset/0'),
      whole.replace('"rows":7', '"rows":"7"'),
    ]) {
      writeFileSync(path, kept)
      expect(reread()).toMatchObject({ version: null, rows: 0 })
    }
  })
})

describe('the worker process', () => {
  it('survives a file that exhausts the memory of its process', async () => {
    const worker = openWorkerProcess(24)
    const source = join(folder, 'greedy')
    // Every line names another funder, and all of them are kept.
    const lines = Array.from(
      { length: 45_000 },
      (_, index) => `g${index},1,GBP,2024-01-01,Funder ${index} ${'of many words '.repeat(40)}\n`,
    )
    writeFileSync(
      source,
      `Identifier,Amount Awarded,Currency,Award Date,Funding Org:Name\n${lines.join('')}`,
    )
    await expect(
      worker.run({ kind: 'copy', source, folder: join(folder, 'greedy-copy') }),
    ).rejects.toThrow('more memory than it may')
    writeFileSync(source, '[{"id":"a","amountAwarded":1,"fundingOrganization":[{"name":"F"}]}]')
    expect(await worker.run({ kind: 'copy', source, folder: join(folder, 'modest-copy') })).toEqual(
      { rows: 1 },
    )
    worker.close()
  })

  it.skipIf(process.platform === 'win32')(
    'gives up a file that is never read to its end, and reads the next one',
    async () => {
      const worker = openWorkerProcess()
      const source = join(folder, 'endless')
      // To open it waits for a writer, who never comes.
      execFileSync('mkfifo', [source])
      const timers = {
        after(_: number, run: () => void) {
          const due = setImmediate(run)
          return () => clearImmediate(due)
        },
      }
      const reason = new Error('not read within half an hour')
      const budget = createTimeBudget({ limitMs: 1_800_000, reason, timers })
      const endless = worker.run(
        { kind: 'copy', source, folder: join(folder, 'endless-copy') },
        undefined,
        budget,
      )
      const next = join(folder, 'next')
      writeFileSync(next, '[{"id":"a","amountAwarded":1,"fundingOrganization":[{"name":"F"}]}]')
      const after = worker.run({ kind: 'copy', source: next, folder: join(folder, 'next-copy') })
      await expect(endless).rejects.toBe(reason)
      expect(await after).toEqual({ rows: 1 })
      worker.close()
    },
  )
})
