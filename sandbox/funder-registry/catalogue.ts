/**
 * An invented registry: every format, heading style, encoding and defect that published grant files
 * show. Funders, grants and identifiers exist nowhere else; amounts follow from their position, so
 * that figures can be worked out by hand.
 */
import { loadRecords } from '../records.ts'
import { csv, ods, type Value, xlsx } from './spreadsheets.ts'

export interface Dataset {
  identifier: string
  title: string
  publisher: string
  prefix: string
  licence: { url: string; name: string }
  modified: string
  /** Last part of the download address; its ending is not always true. */
  file: string
  bytes: Buffer
}

interface Organisation {
  id: string
  name: string
}

/** A grant in the standard's own form, without what its dataset says. */
interface Grant {
  id: string
  title: string
  description: string
  currency?: string
  amountAwarded: number | string
  awardDate: string
  recipientOrganization?: [Organisation]
  grantProgramme: [{ title: string }]
}

/** How a publisher saved its file. */
interface Saved {
  /** `parts`: a workbook with organisations in separate sheets. */
  format: 'json' | 'csv' | 'xlsx' | 'parts' | 'ods'
  dates?: 'serial' | 'british' | 'time'
  /** Headings have the position of each list member. */
  indexed?: boolean
  separator?: string
  /** `latin1`: as older spreadsheet programs save CSV. */
  encoding?: 'latin1' | 'utf16le'
  byteOrderMark?: boolean
  inlineTexts?: boolean
}

interface DatasetRecord extends Omit<Dataset, 'bytes'> {
  saved: Saved
  fundingOrganization: [Organisation]
}

const HEADINGS = [
  'Identifier',
  'Title',
  'Description',
  'Currency',
  'Amount Awarded',
  'Award Date',
  'Recipient Org:Identifier',
  'Recipient Org:Name',
  'Funding Org:Identifier',
  'Funding Org:Name',
  'Grant Programme:Title',
]

/** Days since 1899-12-30, as spreadsheets keep dates. */
const serial = (date: string) => Date.parse(date) / 86_400_000 + 25_569

const DATES: Readonly<Record<NonNullable<Saved['dates']>, (date: string) => Value>> = {
  serial,
  british: (date) => date.split('-').reverse().join('/'),
  time: (date) => `${date}T00:00:00+00:00`,
}

function json({ saved, fundingOrganization }: DatasetRecord, list: readonly Grant[]): string {
  const date = saved.dates ? DATES[saved.dates] : String
  const grants = list.map((grant) => ({
    currency: 'GBP',
    ...grant,
    awardDate: date(grant.awardDate),
    fundingOrganization,
    dateModified: '2025-01-31T00:00:00+00:00',
    'Publisher notes': { 'Open Call?': 'YES' },
  }))
  const license = 'https://creativecommons.org/licenses/by/4.0/'
  return JSON.stringify({ version: '1.4', license, grants }, null, 1)
}

function rowsOf(
  { saved, fundingOrganization: [funder] }: DatasetRecord,
  list: readonly Grant[],
): Value[][] {
  const date = saved.dates ? DATES[saved.dates] : String
  const headings = saved.indexed
    ? HEADINGS.map((heading) => heading.replace(/^(\w+ (?:Org|Programme)):/, '$1:0:'))
    : HEADINGS
  return [
    headings,
    ...list.map((grant) => [
      grant.id,
      grant.title,
      grant.description,
      grant.currency ?? 'GBP',
      grant.amountAwarded,
      date(grant.awardDate),
      grant.recipientOrganization?.[0].id ?? null,
      grant.recipientOrganization?.[0].name ?? null,
      funder.id,
      funder.name,
      grant.grantProgramme[0].title,
    ]),
  ]
}

function partsWorkbook(rows: readonly Value[][]): Buffer {
  const [, ...grants] = rows
  const sheet = (name: string, org: string, column: number) => ({
    name,
    rows: [
      ['Identifier', `${org} Org:0:Identifier`, `${org} Org:0:Name`],
      ...grants.map((row) => [row[0]!, row[column]!, row[column + 1]!]),
    ],
  })
  return xlsx([
    { name: 'Read me', rows: [['About this file'], ['Grants are on the second sheet']] },
    { name: 'grants', rows: rows.map((row) => [...row.slice(0, 6), row[10]!]) },
    sheet('recipientOrganization', 'Recipient', 6),
    sheet('fundingOrganization', 'Funding', 8),
  ])
}

function fileOf(dataset: DatasetRecord, list: readonly Grant[]): Buffer {
  const { format, separator, encoding, byteOrderMark, inlineTexts } = dataset.saved
  const rows = rowsOf(dataset, list)
  switch (format) {
    case 'json':
      return Buffer.from(json(dataset, list))
    case 'csv': {
      const mark = byteOrderMark || encoding === 'utf16le' ? '\ufeff' : ''
      return Buffer.from(`${mark}${csv(rows, separator)}`, encoding)
    }
    case 'xlsx': {
      const sheets = [
        { name: 'Grants', rows },
        { name: 'Lists', rows: [['Yes'], ['No']] },
      ]
      return inlineTexts ? xlsx([{ name: 'Sheet1', rows }], { inlineTexts }) : xlsx(sheets)
    }
    case 'parts':
      return partsWorkbook(rows)
    case 'ods':
      return ods([{ name: 'Register', rows: [['Grants register'], [], ...rows] }])
  }
}

/** Returns what is published. */
export function catalogue(): Dataset[] {
  const grants = Map.groupBy(
    loadRecords<Grant & { dataset: string }>('funder-registry/grants.jsonl'),
    ({ dataset }) => dataset,
  )
  return loadRecords<DatasetRecord>('funder-registry/datasets.jsonl').map((record) => {
    const { saved: _saved, fundingOrganization: _funder, ...dataset } = record
    const list = (grants.get(dataset.identifier) ?? []).map(({ dataset: _name, ...grant }) => grant)
    return { ...dataset, bytes: fileOf(record, list) }
  })
}
