/**
 * The compact copy of one published file: a SQLite file with the columns that the figures need, and
 * the texts of awards that may be shown.
 */
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { withoutContacts } from '../../platform/contacts.ts'
import { sha256Hex } from '../../platform/hash.ts'
import { looksLikePerson } from '../../platform/organisations.ts'
import { openScratch, readScratch } from '../../store/scratch.ts'
import type { PublishedGrant } from '../model/grant.ts'
import { orgId } from '../model/org-id.ts'
import { DatasetFault } from '../readers/fault.ts'
import type { ReadLimits } from '../readers/limits.ts'
import { type Format, readGrants } from '../readers/read-grants.ts'

/**
 * More funders or currencies than this in one file mean that its columns are not what their
 * headings say.
 */
const MAX_FUNDERS = 50_000
const MAX_CURRENCIES = 500
/** Limit of one stored text in characters; some titles are whole descriptions. */
const MAX_STORED = 2_000

/** Raised whenever the same file would give another copy, so that older copies are built again. */
const LAYOUT = 5
const TABLES = `
  CREATE TABLE file (format TEXT, rows INTEGER, set_aside TEXT);
  CREATE TABLE funder (nr INTEGER PRIMARY KEY, id TEXT, name TEXT, rows INTEGER, last_day INTEGER);
  CREATE TABLE award (
    nr INTEGER PRIMARY KEY, grant_id TEXT, line TEXT, funder INTEGER, pence INTEGER, currency TEXT, day INTEGER, individual INTEGER,
    title TEXT, recipient TEXT, programme TEXT, url TEXT
  );
  BEGIN`

export interface Copy {
  format: Format
  rows: number
  /** Rows that are no grants, by reason. */
  setAside: Record<string, number>
  /** One entry per published pair of identifier and name, in the order of their numbers from 0. */
  funders: { id: string; name: string; rows: number; lastDay: number }[]
}

export function copyPath(folder: string): string {
  return join(folder, 'copy.sqlite')
}

/**
 * Reads `sourcePath` and writes the copy into `folder`, under its final name only once it is
 * complete. `onRows` receives the number of rows from time to time.
 * @throws DatasetFault for a fault of the file; errors of SQLite and of the disk as they are.
 */
export async function writeCopy(
  sourcePath: string,
  folder: string,
  limits: ReadLimits,
  onRows: (rows: number) => void = () => {},
): Promise<Copy> {
  mkdirSync(folder, { recursive: true })
  const path = `${copyPath(folder)}.part`
  writeFileSync(path, '')
  const db = openScratch(path)
  try {
    const copy = await fill(db, sourcePath, limits, onRows)
    db.close()
    renameSync(path, copyPath(folder))
    return copy
  } finally {
    if (db.isOpen) db.close()
  }
}

async function fill(
  db: DatabaseSync,
  sourcePath: string,
  limits: ReadLimits,
  onRows: (rows: number) => void,
): Promise<Copy> {
  db.exec(TABLES)
  const insert = db.prepare('INSERT INTO award VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)')
  const funders: Copy['funders'] = []
  const funderAt = new Map<string, number>()
  const setAside: Copy['setAside'] = {}
  let rows = 0
  let usable = 0

  function addFunder({ funderId, funderName }: PublishedGrant): number {
    const key = `${funderId}\u0000${funderName}`
    let index = funderAt.get(key)
    if (index === undefined) {
      if (funders.length >= MAX_FUNDERS)
        throw new DatasetFault(`the file names more than ${MAX_FUNDERS} funders`)
      index = funders.push({ id: funderId, name: funderName, rows: 0, lastDay: 0 }) - 1
      funderAt.set(key, index)
    }
    return index
  }

  const addGrant = (grant: PublishedGrant) => {
    const line = lineHash(grant)
    const funder = addFunder(grant)
    const texts = isShown(grant)
      ? [withoutContacts(grant.title), grant.recipient, withoutContacts(grant.programme), grant.url]
      : [null, null, null, null]
    const [title, recipient, programme, url] = texts.map(
      (text) => text?.slice(0, MAX_STORED) ?? null,
    )
    const { pence, currency, day } = grant
    const individual = grant.individual ? 1 : 0
    insert.run(
      rows,
      grant.id || line,
      line,
      funder,
      pence,
      currency,
      day,
      individual,
      title!,
      recipient!,
      programme!,
      url!,
    )
    const counts = funders[funder]!
    counts.rows += 1
    if (day > counts.lastDay) counts.lastDay = day
    rows += 1
    if (pence !== null && (grant.funderId !== '' || grant.funderName !== '')) usable += 1
    if (rows % 5_000 === 0) onRows(rows)
  }
  const format = await readGrants(sourcePath, limits, addGrant, (reason) => {
    setAside[reason] = (setAside[reason] ?? 0) + 1
  })
  if (usable === 0) throw new DatasetFault('the file holds no grant with a funder and an amount')
  const { currencies } = db
    .prepare('SELECT count(DISTINCT currency) AS currencies FROM award')
    .get() as { currencies: number }
  if (currencies > MAX_CURRENCIES)
    throw new DatasetFault(`the file names more than ${MAX_CURRENCIES} currencies`)

  const insertFunder = db.prepare('INSERT INTO funder VALUES (?, ?, ?, ?, ?)')
  for (const [index, { id, name, rows, lastDay }] of funders.entries())
    insertFunder.run(index, id, name, rows, lastDay)
  db.prepare('INSERT INTO file VALUES (?, ?, ?)').run(format, rows, JSON.stringify(setAside))
  db.exec(`COMMIT; PRAGMA user_version = ${LAYOUT}`)
  onRows(rows)
  return { format, rows, setAside, funders }
}

/** `null` if the folder has no complete copy of the current layout. */
export function readCopy(folder: string): Copy | null {
  const path = copyPath(folder)
  if (!existsSync(path)) return null
  return readScratch(path, (db) => {
    if (db.prepare('PRAGMA user_version').get()!.user_version !== LAYOUT) return null
    const { set_aside, ...file } = db.prepare('SELECT * FROM file').get() as Pick<
      Copy,
      'format' | 'rows'
    > & { set_aside: string }
    const funders = db
      .prepare('SELECT id, name, rows, last_day AS lastDay FROM funder ORDER BY nr')
      .all()
    return {
      ...file,
      setAside: JSON.parse(set_aside) as Copy['setAside'],
      funders: funders as Copy['funders'],
    }
  })
}

/**
 * Equal lines are one grant published twice; one identifier on unequal lines is an award in several
 * parts.
 */
function lineHash(grant: PublishedGrant): string {
  return sha256Hex(LINE.map((member) => grant[member]).join('\n')).slice(0, 20)
}

const LINE = [
  'id',
  'funderId',
  'recipientId',
  'recipient',
  'title',
  'description',
  'programme',
  'pence',
  'currency',
  'day',
] as const

/**
 * Only awards with a recipient, a date and an amount in pounds can be among the recent awards.
 * Persons are published as organisations, too; no register of organisations has them.
 */
function isShown(grant: PublishedGrant): boolean {
  const { individual, recipient, recipientId, day, pence, currency } = grant
  if (individual || recipient === '' || day === 0 || currency !== 'GBP') return false
  if (pence === null || pence <= 0) return false
  return orgId(recipientId)?.register === true || !looksLikePerson(recipient)
}
