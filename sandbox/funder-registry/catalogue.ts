/**
 * An invented registry: every format, heading style, encoding and defect that published grant files
 * show. Funders, grants and identifiers exist nowhere else; amounts follow from their position, so
 * that figures can be worked out by hand.
 */
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

interface Grant {
  id: string
  title: string
  description: string
  currency: string
  amount: number | string
  date: string
  funder: { id: string; name: string }
  recipient: { id: string; name: string } | null
  programme: string
  url?: string
}

const CC_BY = {
  url: 'https://creativecommons.org/licenses/by/4.0/',
  name: 'Creative Commons Attribution 4.0 International (CC BY 4.0)',
}
const CC_BY_PLAIN = {
  url: 'http://www.creativecommons.org/licenses/by/4.0',
  name: 'Creative Commons Attribution 4.0',
}
const BY_SA = {
  url: 'https://creativecommons.org/licenses/by-sa/4.0/',
  name: 'Creative Commons Attribution Share-Alike 4.0',
}
const OGL = {
  url: 'http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
  name: 'Open Government Licence 3.0 (United Kingdom)',
}
const PDDL = {
  url: 'http://www.opendefinition.org/licenses/odc-pddl',
  name: 'Open Data Commons Public Domain Dedication and Licence 1.0',
}
const BY_NC = {
  url: 'https://creativecommons.org/licenses/by-nc/4.0/',
  name: 'Creative Commons Attribution-NonCommercial 4.0',
}

const BRAMBLEDOWN = { id: 'GB-CHC-9000001', name: 'Brambledown Community Foundation' }
const SALTMARSH = { id: 'GB-CHC-9000002', name: 'The Saltmarsh Trust' }
const FELLS = { id: 'GB-COH-09000003', name: 'Northern Fells Fund' }
const ESME = { id: 'GB-CHC-9000004', name: 'Esmé Harbour Foundation' }
const TYWI = { id: '360G-tywi', name: 'Cronfa Dyffryn Tŷwi' }
const QUAY = { id: 'GB-SC-SC900005', name: 'Quayside Arts/Science Trust' }
const RIVERS = { id: 'GB-GOR-PB9006', name: 'Department for Rivers & Coasts' }
/** The same department before it was renamed; the sandbox's grant listing still calls it so. */
const RIVERS_BEFORE = { id: RIVERS.id, name: 'Department for Example Transport' }
const HILLSIDE_NORTH = { id: 'GB-CHC-9000007', name: 'Hillside Foundation' }
const HILLSIDE_SOUTH = { id: 'GB-CHC-9000008', name: 'Hillside Foundation' }
/** All that it publishes is share-alike: no figure may be made of it. */
const OXBOW = { id: 'GB-CHC-9000010', name: 'Oxbow Meadows Trust' }
const LANTERN = { id: 'GB-CHC-9000009', name: 'Lantern Hardship Fund' }

const RECIPIENTS = [
  'Mill Lane Scouts',
  'Harbour Choir',
  'Fern Valley Food Bank',
  'St Osyth Village Hall',
  'Canal Street Theatre',
  'Otter Watch',
]
const PROGRAMMES = ['Small Grants', 'Core Costs', 'Young People', 'Green Places']
const DEFAULT_COUNT = 24

/**
 * `count` grants a month apart. Amounts repeat 500, 750, 1000 … so that quartiles are easy to see.
 */
function grants(
  funder: Grant['funder'],
  prefix: string,
  count = DEFAULT_COUNT,
  change: (grant: Grant, index: number) => void = () => {},
): Grant[] {
  return Array.from({ length: count }, (_, index) => {
    const month = index % 12
    const grant: Grant = {
      id: `${prefix}-${2022 + Math.floor(index / 12)}-${String(index + 1).padStart(3, '0')}`,
      title: `${PROGRAMMES[index % 4]} award ${index + 1}`,
      description: `Towards the work of ${RECIPIENTS[index % 6]} & friends, "year ${1 + Math.floor(index / 12)}"`,
      currency: 'GBP',
      amount: 500 + 250 * (index % 8),
      date: `${2022 + Math.floor(index / 12)}-${String(month + 1).padStart(2, '0')}-${String(1 + (index % 28)).padStart(2, '0')}`,
      funder: { ...funder },
      recipient: { id: `GB-CHC-8${String(100_000 + (index % 6))}`, name: RECIPIENTS[index % 6]! },
      programme: PROGRAMMES[index % 4]!,
    }
    change(grant, index)
    return grant
  })
}

function json(list: readonly Grant[], options: { dateTimes?: boolean } = {}): Buffer {
  const items = list.map((grant) => ({
    id: grant.id,
    title: grant.title,
    description: grant.description,
    currency: grant.currency,
    amountAwarded: grant.amount,
    awardDate: options.dateTimes ? `${grant.date}T00:00:00+00:00` : grant.date,
    ...(grant.recipient
      ? { recipientOrganization: [grant.recipient] }
      : {
          recipientIndividual: { id: `${grant.id}-person`, name: 'Individual' },
          toIndividualsDetails: { primaryGrantReason: 'GTIR010' },
        }),
    fundingOrganization: [grant.funder],
    grantProgramme: [{ title: grant.programme }],
    ...(grant.url ? { url: grant.url } : {}),
    dateModified: '2025-01-31T00:00:00+00:00',
    'Publisher notes': { 'Open Call?': 'YES' },
  }))
  return Buffer.from(JSON.stringify({ version: '1.4', license: CC_BY.url, grants: items }, null, 1))
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

/** The same headings with the position of each list member spelt out. */
const INDEXED_HEADINGS = HEADINGS.map((heading) =>
  heading.replace(/^(\w+ (?:Org|Programme)):/, '$1:0:'),
)

function rows(
  list: readonly Grant[],
  headings = HEADINGS,
  date: (grant: Grant) => Value = (grant) => grant.date,
): Value[][] {
  return [
    headings,
    ...list.map((grant) => [
      grant.id,
      grant.title,
      grant.description,
      grant.currency,
      grant.amount,
      date(grant),
      grant.recipient?.id ?? null,
      grant.recipient?.name ?? null,
      grant.funder.id,
      grant.funder.name,
      grant.programme,
    ]),
  ]
}

/** Days since 1899-12-30, as spreadsheets keep dates. */
function serial(date: string): number {
  return Date.parse(date) / 86_400_000 + 25_569
}

function british(date: string): string {
  const [year, month, day] = date.split('-')
  return `${day}/${month}/${year}`
}

/** Windows-1252, as older spreadsheet programs save CSV. */
function windows1252(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function utf16(text: string): Buffer {
  return Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
}

/** Builds a workbook with organisations in separate sheets. */
function partsWorkbook(list: readonly Grant[]): Buffer {
  const main = rows(list).map((row) => [...row.slice(0, 6), row[10]!])
  const recipients = [
    ['Identifier', 'Recipient Org:0:Identifier', 'Recipient Org:0:Name'],
    ...list.map((g) => [g.id, g.recipient!.id, g.recipient!.name]),
  ]
  const funders = [
    ['Identifier', 'Funding Org:0:Identifier', 'Funding Org:0:Name'],
    ...list.map((g) => [g.id, g.funder.id, g.funder.name]),
  ]
  return xlsx([
    { name: 'Read me', rows: [['About this file'], ['Grants are on the second sheet']] },
    { name: 'grants', rows: main },
    { name: 'recipientOrganization', rows: recipients },
    { name: 'fundingOrganization', rows: funders },
  ])
}

function dataset(
  identifier: string,
  funder: { name: string },
  prefix: string,
  rest: Omit<Dataset, 'identifier' | 'publisher' | 'prefix'>,
): Dataset {
  return { identifier, publisher: funder.name, prefix, ...rest }
}

/** Published by the standard, and once with identifiers of the publisher's own. */
function brambledownFiles(): Dataset[] {
  return [
    dataset('bd-2024', BRAMBLEDOWN, '360G-brambledown', {
      title: 'Brambledown grants 2022 to 2023',
      licence: CC_BY,
      modified: '2025-02-01T10:00:00.000+0000',
      file: 'brambledown.xlsx',
      bytes: xlsx([
        {
          name: 'Grants',
          rows: rows(grants(BRAMBLEDOWN, '360G-brambledown'), HEADINGS, (grant) =>
            serial(grant.date),
          ),
        },
        { name: 'Lists', rows: [['Yes'], ['No']] },
      ]),
    }),
    dataset('bd-own-ids', BRAMBLEDOWN, '360g-Brambledown', {
      title: 'Brambledown emergency grants',
      licence: CC_BY_PLAIN,
      modified: '2024-05-01',
      file: 'emergency.csv',
      bytes: Buffer.from(
        `\ufeff${csv(rows(grants({ id: '360g-brambledown', name: BRAMBLEDOWN.name }, '360G-brambledown-em', 8), INDEXED_HEADINGS))}`,
      ),
    }),
  ]
}

/** One funder's grants twice: the older file repeats half of the newer one's. */
function saltmarshFiles(): Dataset[] {
  const saltmarsh = grants(SALTMARSH, '360G-saltmarsh', 40, (grant, index) => {
    if (index % 10 === 9) grant.amount = 0
    if (index === 5) grant.currency = 'EUR'
    if (index === 7) grant.amount = -250
    if (index === 11) grant.url = 'https://saltmarsh.example.org/grants/12'
  })
  return [
    dataset('sm-all', SALTMARSH, '360G-saltmarsh', {
      title: 'Saltmarsh grants',
      licence: CC_BY,
      modified: '2025-03-01T09:00:00.000+0000',
      file: 'saltmarsh.json',
      bytes: json(saltmarsh, { dateTimes: true }),
    }),
    dataset('sm-earlier', SALTMARSH, '360G-saltmarsh', {
      title: 'Saltmarsh grants, earlier version',
      licence: CC_BY,
      modified: '2023-01-15T09:00:00.000+0000',
      file: 'saltmarsh-2022.csv',
      // Half of the newer file's grants with an amount that was corrected since.
      bytes: Buffer.from(
        csv(
          rows(
            saltmarsh.slice(0, 20).map((grant) => ({ ...grant, amount: 9_999 })),
            HEADINGS,
            (grant) => british(grant.date),
          ),
        ),
      ),
    }),
  ]
}

/**
 * Files as programs save them: separators, currency signs, encodings, and a name of another format.
 */
function oddlySavedFiles(): Dataset[] {
  return [
    dataset('nf-csv', FELLS, '360G-fells', {
      title: 'Northern Fells Fund awards',
      licence: PDDL,
      modified: '2025-01-10',
      file: 'download',
      bytes: Buffer.from(
        csv(
          rows(
            grants(FELLS, '360G-fells', 30, (grant) =>
              Object.assign(grant, {
                amount: `£${Number(grant.amount).toLocaleString('en-GB')}.50`,
              }),
            ),
            INDEXED_HEADINGS,
          ),
          ';',
        ),
      ),
    }),
    dataset('eh-1252', ESME, '360G-esmeharbour', {
      title: 'Esmé Harbour Foundation, all grants',
      licence: CC_BY,
      modified: '2024-11-30',
      file: 'esme.csv',
      bytes: windows1252(csv(rows(grants(ESME, '360G-esmeharbour')))),
    }),
    dataset('ty-utf16', TYWI, '360G-tywi', {
      title: 'Grantiau Cronfa Dyffryn Tŷwi',
      licence: OGL,
      modified: '2024-10-01',
      file: 'tywi.txt',
      bytes: utf16(csv(rows(grants(TYWI, '360G-tywi', 12)), '\t')),
    }),
    dataset('qs-json', QUAY, '360G-quayside', {
      title: 'Quayside Arts/Science Trust awards',
      licence: CC_BY,
      modified: '2024-12-12',
      // A JSON file under a spreadsheet's name.
      file: 'quayside.xlsx',
      bytes: json(grants(QUAY, '360G-quayside', 15)),
    }),
  ]
}

/** A department under two names, in workbooks of several sheets. */
function riversFiles(): Dataset[] {
  return [
    dataset('rc-parts', RIVERS, '360G-rivers', {
      title: 'River and coast grants, several sheets',
      licence: OGL,
      modified: '2025-04-04',
      file: 'rivers',
      bytes: partsWorkbook(grants(RIVERS, '360G-rivers', 18)),
    }),
    dataset('rc-ods', RIVERS, '360G-rivers', {
      title: 'River and coast grants, register',
      licence: OGL,
      modified: '2025-05-05',
      file: 'register.ods',
      bytes: ods([
        {
          name: 'Register',
          rows: [['Grants register'], [], ...rows(grants(RIVERS_BEFORE, '360G-rivers-reg', 10))],
        },
      ]),
    }),
  ]
}

/** Two funders of one name. */
function hillsideFiles(): Dataset[] {
  return [
    dataset('hs-north', { name: 'Hillside Foundation (North)' }, '360G-hillsidenorth', {
      title: 'Hillside grants in the north',
      licence: CC_BY,
      modified: '2024-08-01',
      file: 'hillside-north.csv',
      bytes: Buffer.from(csv(rows(grants(HILLSIDE_NORTH, '360G-hillsidenorth', 9)))),
    }),
    dataset('hs-south', { name: 'Hillside Foundation (South)' }, '360G-hillsidesouth', {
      title: 'Hillside grants in the south',
      licence: CC_BY,
      modified: '2024-08-02',
      file: 'hillside-south.xlsx',
      bytes: xlsx(
        [
          {
            name: 'Sheet1',
            rows: rows(grants(HILLSIDE_SOUTH, '360G-hillsidesouth', 6), INDEXED_HEADINGS),
          },
        ],
        {
          inlineTexts: true,
        },
      ),
    }),
  ]
}

/** Grants to people, and licences that ask for something in return or forbid what is sold. */
function conditionalFiles(): Dataset[] {
  return [
    dataset('lh-people', LANTERN, '360G-lantern', {
      title: 'Hardship grants to individuals',
      licence: CC_BY,
      modified: '2025-06-01',
      file: 'lantern.json',
      bytes: json(
        grants(LANTERN, '360G-lantern', 16, (grant, index) => {
          if (index % 2 === 0) grant.recipient = null
        }),
      ),
    }),
    ...shareAlike(),
    dataset('lh-noncommercial', LANTERN, '360G-lantern', {
      title: 'Lantern archive',
      licence: BY_NC,
      modified: '2019-01-01',
      file: 'lantern-archive.csv',
      bytes: Buffer.from(csv(rows(grants(LANTERN, '360G-lantern-archive', 5)))),
    }),
  ]
}

/** Share-alike data next to open data of the same funder, and the only data of another. */
function shareAlike(): Dataset[] {
  return [
    dataset('lh-sharealike', LANTERN, '360G-lantern', {
      title: 'Lantern partner grants',
      licence: BY_SA,
      modified: '2025-06-02',
      file: 'lantern-partners.csv',
      bytes: Buffer.from(
        csv(
          rows(
            grants(LANTERN, '360G-lantern-partners', 5, (grant) =>
              Object.assign(grant, { date: `2025-0${1 + ((Number(grant.amount) / 250) % 8)}-11` }),
            ),
          ),
        ),
      ),
    }),
    dataset('ox-sharealike', OXBOW, '360G-oxbow', {
      title: 'Oxbow grants',
      licence: BY_SA,
      modified: '2025-06-02',
      file: 'oxbow.csv',
      bytes: Buffer.from(csv(rows(grants(OXBOW, '360G-oxbow', 7)))),
    }),
  ]
}

export function catalogue(): Dataset[] {
  return [
    ...brambledownFiles(),
    ...saltmarshFiles(),
    ...oddlySavedFiles(),
    ...riversFiles(),
    ...hillsideFiles(),
    ...conditionalFiles(),
  ]
}
