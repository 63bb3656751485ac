/** One published file to its compact copy. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Layout } from '../../refresh/kept.ts'
import { readKept, writeKept } from '../../refresh/kept-file.ts'
import { fingerprint } from '../model/fingerprint.ts'
import type { PublishedGrant } from '../model/grant.ts'
import { DatasetFault } from '../readers/fault.ts'
import type { ReadLimits } from '../readers/limits.ts'
import { type Format, readGrants } from '../readers/read-grants.ts'
import { type AwardTexts, blankRow, createRowWriter } from './rows.ts'

/** More funders or currencies than this in one file: its columns are not what their headings say. */
const MAX_FUNDERS = 50_000
const MAX_CURRENCIES = 500
/** Characters of one text; some titles are whole descriptions. */
const MAX_KEPT = 2_000

export interface Extract {
  format: Format
  rows: number
  /** As published, one entry per pair of identifier and name. */
  funders: { id: string; name: string; rows: number; lastDay: number }[]
  currencies: string[]
}

/** Its version is raised whenever the same file would give another copy, rows and texts included: older copies are made again. */
const EXTRACT: Layout<Extract> = {
  name: 'funder-extract',
  version: 2,
  schema: z.strictObject({
    format: z.enum(['json', 'csv', 'xlsx', 'ods']),
    rows: z.int().min(0),
    funders: z.array(z.strictObject({ id: z.string(), name: z.string(), rows: z.int(), lastDay: z.int() })),
    currencies: z.array(z.string()),
  }),
}

export const EXTRACT_FILES = { rows: 'rows.bin', texts: 'texts.bin', extract: 'extract.json' } as const

/**
 * Reads `sourcePath` and writes the three files of the copy into `folder`; `extract.json` comes last, so that a copy without it is
 * unfinished. `onRows` hears the number of rows now and then.
 * @throws DatasetFault for a fault of the file; errors of the disk as they are.
 */
export async function extractDataset(
  sourcePath: string,
  folder: string,
  limits: ReadLimits,
  onRows: (rows: number) => void = () => {},
): Promise<Extract> {
  mkdirSync(folder, { recursive: true })
  const writer = createRowWriter(join(folder, EXTRACT_FILES.rows), join(folder, EXTRACT_FILES.texts))
  const funders: Extract['funders'] = []
  const funderAt = new Map<string, number>()
  const currencies: string[] = []
  const print = { low: 0, high: 0 }
  const row = blankRow()
  let rows = 0
  let usable = 0

  function funderOf(grant: PublishedGrant): number {
    const key = `${grant.funderId}\u0000${grant.funderName}`
    let index = funderAt.get(key)
    if (index === undefined) {
      if (funders.length >= MAX_FUNDERS) throw new DatasetFault('broken', `the file names more than ${MAX_FUNDERS} funders`)
      index = funders.push({ id: grant.funderId, name: grant.funderName, rows: 0, lastDay: 0 }) - 1
      funderAt.set(key, index)
    }
    return index
  }

  function currencyOf(grant: PublishedGrant): number {
    const index = currencies.indexOf(grant.currency)
    if (index >= 0) return index
    if (currencies.length >= MAX_CURRENCIES) throw new DatasetFault('broken', `the file names more than ${MAX_CURRENCIES} currencies`)
    return currencies.push(grant.currency) - 1
  }

  try {
    const format = await readGrants(sourcePath, limits, (grant) => {
      const line = lineOf(grant)
      fingerprint(line, print)
      row.lineLow = print.low
      row.lineHigh = print.high
      if (grant.id !== '') fingerprint(grant.id, print)
      row.idLow = print.low
      row.idHigh = print.high
      row.pence = grant.pence ?? Number.NaN
      row.funder = funderOf(grant)
      row.currency = currencyOf(grant)
      row.day = grant.day
      row.individual = grant.individual
      writer.write(row, isShown(grant) ? textsOf(grant) : null)
      const funder = funders[row.funder]!
      funder.rows += 1
      if (grant.day > funder.lastDay) funder.lastDay = grant.day
      rows += 1
      if (grant.pence !== null && (grant.funderId !== '' || grant.funderName !== '')) usable += 1
      if (rows % 5_000 === 0) onRows(rows)
    })
    if (usable === 0) throw new DatasetFault('broken', 'the file holds no grant with a funder and an amount')
    writer.close()
    const extract: Extract = { format, rows, funders, currencies }
    writeKept(EXTRACT, join(folder, EXTRACT_FILES.extract), extract)
    onRows(rows)
    return extract
  } catch (error) {
    try {
      writer.close()
    } catch {
      // The first failure is the one to tell.
    }
    throw error
  }
}

/** Null when the folder holds no finished copy of the current layout. */
export function loadExtract(folder: string): Extract | null {
  return readKept(EXTRACT, join(folder, EXTRACT_FILES.extract))
}

/** Two lines with equal text are one grant published twice; the same identifier on unequal lines is an award in several parts. */
function lineOf(grant: PublishedGrant): string {
  return `${grant.id}\n${grant.funderId}\n${grant.recipientId}\n${grant.recipient}\n${grant.title}\n${grant.description}\n${grant.programme}\n${grant.pence}\n${grant.currency}\n${grant.day}`
}

/** Only what is named, dated and in pounds can be among the recent awards. */
function isShown(grant: PublishedGrant): boolean {
  return !grant.individual && grant.recipient !== '' && grant.day > 0 && grant.pence !== null && grant.pence > 0 && grant.currency === 'GBP'
}

/** As published: only the few that are shown in the end are worth cleaning. */
function textsOf({ title, recipient, programme, url }: PublishedGrant): AwardTexts {
  return [title, recipient, programme, url].map((text) => text.slice(0, MAX_KEPT)) as AwardTexts
}
