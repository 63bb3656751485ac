/**
 * An invented corpus of any size in the shapes that publishers use: a registry document and its
 * files, written to a folder.
 */
import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { csv, type Value, xlsx } from '../../sandbox/funder-registry/spreadsheets.ts'

type CorpusFormat = 'csv' | 'json' | 'xlsx'

/**
 * Rows by format: most datasets are workbooks, most grants stand in the large funders' text files.
 */
const SHARES: readonly [CorpusFormat, number][] = [
  ['csv', 0.4],
  ['json', 0.4],
  ['xlsx', 0.2],
]
const ROWS_PER_FILE: Record<CorpusFormat, number> = { csv: 50_000, json: 25_000, xlsx: 10_000 }
const FUNDERS_PER_FILE = 6
const ROWS_PER_WRITE = 1_000

const HEADINGS = [
  'Identifier',
  'Title',
  'Description',
  'Currency',
  'Amount Awarded',
  'Award Date',
  'Recipient Org:Identifier',
  'Recipient Org:Name',
  'Recipient Org:Postal Code',
  'Funding Org:Identifier',
  'Funding Org:Name',
  'Grant Programme:Title',
  'Last Modified',
]

const WORDS =
  'a contribution towards the cost of running weekly sessions for young people and families in the village hall including room hire equipment volunteer expenses training transport materials refreshments and a part time worker who will support older residents to take part in community gardening cooking walking music and digital skills over two years'.split(
    ' ',
  )
const PLACES = [
  'Fenbridge',
  'Upper Saltmarsh',
  'Port Ness',
  'Dyffryn Tŷwi',
  'Otterholm',
  'Quay Street',
  'Brambledown',
  'High Fell',
]

/** Writes about `rows` grants, the same in every run. */
export function writeCorpus(folder: string, rows: number): void {
  mkdirSync(folder, { recursive: true })
  const registry: object[] = []
  for (const [format, share] of SHARES) {
    for (let left = Math.round(rows * share); left > 0; left -= ROWS_PER_FILE[format]) {
      const count = Math.min(left, ROWS_PER_FILE[format])
      const number = registry.length
      const identifier = `bench-${number}`
      writeFile(join(folder, `${identifier}.${format}`), format, number, count)
      registry.push(entryOf(identifier, number, format))
    }
  }
  writeFileSync(join(folder, 'data.json'), JSON.stringify(registry))
}

function entryOf(identifier: string, number: number, format: CorpusFormat): object {
  return {
    title: `Grants of publisher ${number}`,
    identifier,
    license: 'https://creativecommons.org/licenses/by/4.0/',
    license_name: 'CC BY 4.0',
    modified: '2026-01-01',
    publisher: { name: `Publisher ${number}`, prefix: `360G-bench${number}` },
    distribution: [
      {
        downloadURL: `https://publisher.example.org/${identifier}.${format}`,
        accessURL: 'https://publisher.example.org/',
      },
    ],
  }
}

function writeFile(path: string, format: CorpusFormat, number: number, count: number): void {
  if (format === 'xlsx') {
    const rows = [HEADINGS, ...Array.from({ length: count }, (_, index) => values(number, index))]
    writeFileSync(path, xlsx([{ name: 'Grants', rows }]))
    return
  }
  const fd = openSync(path, 'w')
  writeSync(fd, format === 'csv' ? csv([HEADINGS]) : '{"version":"1.4","grants":[')
  for (let from = 0; from < count; from += ROWS_PER_WRITE) {
    const batch = Array.from({ length: Math.min(ROWS_PER_WRITE, count - from) }, (_, index) =>
      values(number, from + index),
    )
    if (format === 'csv') writeSync(fd, csv(batch))
    else
      writeSync(
        fd,
        `${from === 0 ? '' : ','}${batch.map((row) => JSON.stringify(item(row))).join(',')}`,
      )
  }
  if (format === 'json') writeSync(fd, ']}')
  closeSync(fd)
}

function values(number: number, index: number): Value[] {
  // Multiplying by odd numbers scatters without a generator's state: any row can be made by itself.
  const mixed = Math.imul(number * 1_000_003 + index + 1, 2_654_435_761) >>> 0
  const funder = number * FUNDERS_PER_FILE + (mixed % FUNDERS_PER_FILE)
  const year = 2005 + (mixed % 20)
  const month = String(1 + ((mixed >>> 5) % 12)).padStart(2, '0')
  const date = `${year}-${month}-${String(1 + ((mixed >>> 9) % 28)).padStart(2, '0')}`
  const recipient = (mixed >>> 3) % 40_000
  const place = PLACES[(mixed >>> 7) % PLACES.length]!
  const length = 20 + ((mixed >>> 11) % 40)
  const from = (mixed >>> 13) % WORDS.length
  const words = Array.from({ length }, (_, word) => WORDS[(from + word) % WORDS.length])
  return [
    `360G-bench${number}-${year}-${index}`,
    `Grant to ${place} Community Association ${recipient}`,
    `${words.join(' ')}, "${place}"`,
    'GBP',
    mixed % 50 === 0 ? 0 : 250 + ((mixed >>> 4) % 200_000) / 4,
    date,
    `GB-CHC-${1_000_000 + recipient}`,
    `${place} Community Association ${recipient}`,
    `FN${recipient % 90} ${recipient % 9}AB`,
    `GB-CHC-${200_000 + funder}`,
    `The ${PLACES[funder % PLACES.length]} and District Foundation ${funder}`,
    `Programme ${mixed % 9}`,
    '2026-01-01',
  ]
}

function item(row: readonly Value[]): object {
  const [id, title, description, currency, amountAwarded, date, ...others] = row
  const [recipientId, recipient, postalCode, funderId, funder, programme, dateModified] = others
  return {
    id,
    title,
    description,
    currency,
    amountAwarded,
    awardDate: `${date}T00:00:00+00:00`,
    recipientOrganization: [{ id: recipientId, name: recipient, postalCode }],
    fundingOrganization: [{ id: funderId, name: funder }],
    grantProgramme: [{ title: programme }],
    dateModified,
  }
}
