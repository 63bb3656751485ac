/**
 * Invented monthly files of the register, of any size, the same for the same size: names as
 * companies have them, every column that is read filled as in the real file.
 */

import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { BULK_COLUMNS } from '../../src/company/model/bulk.ts'

/** Trades and other words that half of all names have. */
const COMMON =
  'services solutions consulting group holdings properties property management investments developments construction engineering trading partners associates design media capital estates building care medical transport logistics foods international global london north south east west uk digital systems technologies energy projects ventures limited enterprises finance training events studio cleaning catering motors electrical plumbing security recruitment marketing homes lettings farm church court residents'.split(
    ' ',
  )
const ONSETS = 'b br c ch cl d dr f fl g gr h j k l m n p pl r s sh st t th tr v w'.split(' ')
const VOWELS = 'a e i o u ea oo ai ou'.split(' ')
const CODAS = ['', '', 'n', 'r', 's', 't', 'l', 'ck', 'nd', 'rd', 'm', 'll']
const STREETS = 'HIGH STREET,STATION ROAD,CHURCH LANE,VICTORIA ROAD,PARK AVENUE,MILL LANE'.split(
  ',',
)
const TOWNS = 'LONDON,MANCHESTER,LEEDS,BRISTOL,CARDIFF,GLASGOW,NORWICH,EXETER'.split(',')

/** Returns a linear congruential generator: the same numbers in every run. */
export function randomOf(seed: number) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 4294967296
  }
}

function syllable(random: () => number): string {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!
  return pick(ONSETS) + pick(VOWELS) + pick(CODAS)
}

/** A word of the long tail: the same rank is the same word. */
function rareWord(rank: number): string {
  const random = randomOf(rank * 2654435761 + 7)
  const parts = 2 + Math.floor(random() * 2)
  return Array.from({ length: parts }, () => syllable(random)).join('')
}

/**
 * The n-th name. Half of the words are common, the others follow the law by which words of names
 * thin out.
 */
export function inventedName(n: number): string {
  const random = randomOf(n * 40503 + 11)
  const count = 1 + Math.floor(random() * 3)
  const words = Array.from({ length: count }, (_, index) =>
    index > 0 && random() < 0.7
      ? COMMON[Math.floor(random() ** 2 * COMMON.length)]!
      : rareWord(Math.floor(random() ** 3 * 3_000_000)),
  )
  return `${words.join(' ').toUpperCase()} ${random() < 0.9 ? 'LIMITED' : 'LLP'}`
}

function line(n: number): string {
  const random = randomOf(n * 69069 + 5)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)]!
  const former = random() < 0.15 ? inventedName(n + 100_000_000) : ''
  const charges = random() < 0.2 ? 1 + Math.floor(random() * 4) : 0
  const values: Record<string, string> = {
    CompanyName: inventedName(n),
    CompanyNumber: String(n + 1).padStart(8, '0'),
    'RegAddress.AddressLine1': `${1 + Math.floor(random() * 200)} ${pick(STREETS)}`,
    'RegAddress.PostTown': pick(TOWNS),
    'RegAddress.Country': random() < 0.6 ? 'ENGLAND' : '',
    'RegAddress.PostCode': `EX${1 + Math.floor(random() * 20)} ${Math.floor(random() * 9)}AA`,
    CompanyCategory: 'Private Limited Company',
    CompanyStatus: random() < 0.95 ? 'Active' : 'Active - Proposal to Strike off',
    IncorporationDate: `${String(1 + Math.floor(random() * 28)).padStart(2, '0')}/0${1 + Math.floor(random() * 9)}/${1990 + Math.floor(random() * 36)}`,
    'Accounts.NextDueDate': '30/09/2027',
    'Accounts.LastMadeUpDate': '31/12/2025',
    'Accounts.AccountCategory': pick(['MICRO ENTITY', 'TOTAL EXEMPTION FULL', 'DORMANT', 'SMALL']),
    'Mortgages.NumMortCharges': String(charges),
    'Mortgages.NumMortSatisfied': '0',
    'SICCode.SicText_1': '62020 - Information technology consultancy activities',
    ...(former
      ? { 'PreviousName_1.CONDATE': '01/02/2019', 'PreviousName_1.CompanyName': former }
      : {}),
    ConfStmtNextDueDate: '14/06/2027',
    ConfStmtLastMadeUpDate: '31/05/2026',
  }
  return BULK_COLUMNS.map(([name]) => values[name] ?? '').join(',')
}

/** Rows `from` to `to` (excluded) as one CSV file. */
export async function writeBulkFile(path: string, from: number, to: number): Promise<void> {
  const out = createWriteStream(path)
  out.write(`${BULK_COLUMNS.map(([name]) => name).join(',')}\n`)
  for (let n = from; n < to; n += 1000) {
    let chunk = ''
    for (let each = n; each < Math.min(to, n + 1000); each += 1) chunk += `${line(each)}\n`
    if (!out.write(chunk)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}
