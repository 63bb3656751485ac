/**
 * No reader of records, files and callers' input takes more than linear time, whatever a text
 * within says.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import { ods, xlsx } from '../../sandbox/funder-registry/spreadsheets.ts'
import { sandboxReleases } from '../../sandbox/tender-portals/releases.ts'
import { inputReader } from '../../src/api/input.ts'
import { readSnippet } from '../../src/company/model/address.ts'
import { BULK_COLUMNS, readBulkHeading, readBulkRow } from '../../src/company/model/bulk.ts'
import {
  fcaOutcome,
  namesakesWithoutNumber,
  readFirmRecord,
  readPermissions,
  readRequirements,
  readSearch,
  reduceFirm,
} from '../../src/company/model/firm.ts'
import {
  comparableName,
  comparablePostcode,
  splitPostcode,
} from '../../src/company/model/firm-name.ts'
import { nameWords } from '../../src/company/model/name-words.ts'
import {
  readOfficerPage,
  reduceCharges,
  reduceFilings,
  reduceInsolvency,
  reduceProfile,
  reduceSearch,
} from '../../src/company/model/reduce.ts'
import { readNoteFacts } from '../../src/company/model/register-notes.ts'
import { readStreamEvent } from '../../src/company/model/stream-event.ts'
import { mostTokens } from '../../src/company/model/tokens.ts'
import { companyOperations } from '../../src/company/operations/index.ts'
import { editionOfPage } from '../../src/company/sources/bulk-files.ts'
import { awardDay } from '../../src/funders/model/date.ts'
import { grantOfJson, webAddress } from '../../src/funders/model/grant.ts'
import { parseColumns } from '../../src/funders/model/headings.ts'
import { findLicence } from '../../src/funders/model/licence.ts'
import { toPence } from '../../src/funders/model/money.ts'
import * as funderNames from '../../src/funders/model/names.ts'
import { orgId } from '../../src/funders/model/org-id.ts'
import { computeOverlap } from '../../src/funders/model/similarity.ts'
import { funderOperations } from '../../src/funders/operations/index.ts'
import { READ_LIMITS } from '../../src/funders/readers/limits.ts'
import { readGrants } from '../../src/funders/readers/read-grants.ts'
import { parseRegistry } from '../../src/funders/sources/registry.ts'
import { grantsOperations } from '../../src/grants/operations/index.ts'
import { decodePayment } from '../../src/payments/evm/presented.ts'
import {
  findComparableNumber,
  findFiledNumber,
  readCompanyNumber,
} from '../../src/platform/company-number.ts'
import { organisationName } from '../../src/platform/organisations.ts'
import { printableLine } from '../../src/platform/printable.ts'
import { cleanLine, nearest, shorten, shortenToBytes } from '../../src/platform/text.ts'
import { bidLink } from '../../src/tenders/model/bid-links.ts'
import { nameKey, normaliseName } from '../../src/tenders/model/buyer.ts'
import { detectFramework } from '../../src/tenders/model/frameworks.ts'
import { parseLenient } from '../../src/tenders/model/json.ts'
import { mergeProcess } from '../../src/tenders/model/merge.ts'
import { readNotice } from '../../src/tenders/model/notice.ts'
import { readPayments } from '../../src/tenders/model/payments.ts'
import { postcodeRegion } from '../../src/tenders/model/postcodes.ts'
import { repairText, withBreaks } from '../../src/tenders/model/repair-text.ts'
import { briefSummary, demandTexts, requirementsDigest } from '../../src/tenders/model/summary.ts'
import { tenderOperations } from '../../src/tenders/operations/index.ts'
import { PORTALS } from '../../src/tenders/portals/index.ts'
import { readRelease } from '../../src/tenders/portals/read-release.ts'
import { buildPostings } from '../../src/text-search/postings.ts'
import { conceptOf, createSynonyms } from '../../src/text-search/query.ts'
import { createRanker, UNCLASSIFIED } from '../../src/text-search/ranker.ts'
import { findPhrase, phrase, tokens } from '../../src/text-search/terms.ts'
import { createFolder } from '../support/folder.ts'
import { ADVERSARIAL_TEXTS, growthSuite } from '../support/growth.ts'

const NOW_MS = Date.parse('2026-11-20T12:00:00Z')
const folder = createFolder()

/** Returns a copy with the text in place of every running text, which is one with a blank. */
function filled(sample: unknown, text: string): unknown {
  if (typeof sample === 'string') return /\s/.test(sample) ? text : sample
  if (Array.isArray(sample)) return sample.slice(0, 3).map((member) => filled(member, text))
  if (sample === null || typeof sample !== 'object') return sample
  return Object.fromEntries(
    Object.entries(sample).map(([name, member]) => [name, filled(member, text)]),
  )
}

const oneOfEach = PORTALS.map(
  ({ id }) => sandboxReleases(NOW_MS).find(({ portal }) => portal === id)!,
)

function readTenders(text: string): unknown {
  return oneOfEach.map(({ portal: id, json }) => {
    const portal = PORTALS.find((each) => each.id === id)!
    const read = readRelease(
      portal,
      repairText({ zuluIsLondon: true }, filled(parseLenient(json), text)),
    )
    if (!read.ok) return read.reason
    const notices = mergeProcess([read.release]).map((merged) => readNotice(merged, false))
    return notices.map(
      (notice) => notice && [briefSummary(notice), requirementsDigest(notice), demandTexts(notice)],
    )
  })
}

const [company] = sandboxCompanies('2026-11-20')
const placeOf = readBulkHeading(BULK_COLUMNS.map(([name]) => name))
const address = (text: string) => ({
  care_of: 'A',
  po_box: text,
  premises: text,
  address_line_1: text,
  address_line_2: text,
  locality: text,
  country: text,
  postal_code: text,
})

const synonyms = createSynonyms([
  ['fire alarm', 'smoke detector'],
  ['grounds maintenance', 'gardening'],
])
const ranker = createRanker(
  buildPostings([['Grounds maintenance'], ['Smoke detectors']]),
  UNCLASSIFIED,
  {
    ...UNCLASSIFIED,
    synonyms: synonyms.of,
    knows: () => false,
    weak: new Set(),
    longest: synonyms.longest,
  },
  {
    weights: [1],
    codesField: 1,
    codeLength: 0,
    synonym: 1,
    synonymInBody: 1,
    titles: 1,
    floor: 0,
    relativeFloor: 0,
    close: { ofBest: 0.85, ofFullMatch: 0.55, mostCodes: 5 },
    related: { ofBest: 0.5, ofFullMatch: 0.3 },
  },
)

async function readFile(content: string | Buffer): Promise<unknown> {
  const path = join(folder, 'file')
  writeFileSync(path, content)
  return readGrants(path, READ_LIMITS, () => {}).catch((error: unknown) => error)
}

const HEADING = [
  'Identifier',
  'Title',
  'Description',
  'Currency',
  'Amount Awarded',
  'Award Date',
  'Funding Org:Name',
  'Recipient Org:Name',
]
const tables = (text: string) => [
  { name: 'Grants', rows: [HEADING, ['360G-a', text, text, 'GBP', text, text, text, text]] },
]

const operations = [
  ...companyOperations,
  ...tenderOperations,
  ...grantsOperations,
  ...funderOperations,
].map((operation) => ({ operation, read: inputReader(operation) }))

function readInputs(text: string): unknown {
  return operations.map(({ operation, read }) => {
    const fill = (shape: object | undefined) =>
      Object.fromEntries(Object.keys(shape ?? {}).map((name) => [name, text]))
    const query = [
      ...Object.entries(fill(operation.query.shape)),
      [text.slice(0, 60), text] as const,
    ]
    return read({
      params: fill(operation.params.shape),
      query,
      body: () => ({ ...fill(operation.body?.shape), [text]: [text, { [text]: text }] }),
    })
  })
}

/** Each release has the text in dozens of places. */
growthSuite({ 'tenders: releases': readTenders }, ADVERSARIAL_TEXTS, [2500, 5000, 10_000, 20_000])

growthSuite({
  'tenders: spoilt JSON': (text) => {
    try {
      return parseLenient(`{"title": "${text}`)
    } catch (error) {
      return error
    }
  },
  'tenders: lost breaks': (text) => withBreaks(text.replace(/[\r\n\t]/g, 'rn')),
  'tenders: links': (text) =>
    bidLink({
      stated: [text],
      nearby: [`https://example.org/${text}`],
      texts: [text, `see www.${text}`],
      ownHosts: [],
    }),
  'tenders: names': (text) => [
    normaliseName(text),
    nameKey(text),
    organisationName(text, [text]),
    postcodeRegion(text),
  ],
  'tenders: frameworks': (text) =>
    detectFramework({ title: text, method: text, description: text }),
  'tenders: payments': (text) =>
    readPayments({ payments: { [`within ${text}`]: 5, [text]: { [text]: 30 } } }),

  'companies: address': (text) => readSnippet({ address_snippet: text, address: address(text) }),
  'companies: care of': (text) =>
    readSnippet({
      address_snippet: `c/o ${text}, 1 High Street`,
      address: { ...address(text), care_of: text },
    }),
  'companies: profile': (text) => [
    reduceProfile('00000001', filled(company!.profile, text)),
    readNoteFacts(filled(company!.profile, text)),
  ],
  'companies: lists': (text) => [
    readOfficerPage({ items: filled(company!.officers, text) }),
    reduceCharges({ items: [{ status: text }] }),
    reduceInsolvency({ cases: [{ type: text }] }),
    reduceFilings({
      items: [
        ...(filled(company!.filings, text) as object[]),
        { type: text, description: text, description_values: { a: text } },
      ],
    }),
    reduceSearch({
      items: [
        { company_number: '00000001', title: text, address_snippet: text, address: address(text) },
      ],
    }),
  ],
  'companies: monthly file': (text) => [
    readBulkRow(
      BULK_COLUMNS.map(([name]) => (name === 'CompanyNumber' ? '00000001' : text)),
      placeOf,
    ),
    editionOfPage(text),
    editionOfPage(`<a href="${text}`),
  ],
  'companies: stream': (text) =>
    readStreamEvent(
      'companies',
      `{"resource_uri": "/company/00000001", "data": {"company_name": ${JSON.stringify(text)}}}`,
    ),
  'companies: names and numbers': (text) => [
    nameWords(text),
    readCompanyNumber(text),
    findFiledNumber(text),
    findComparableNumber(text),
    mostTokens(text),
  ],
  'regulator: firms': (text) => [
    comparableName(text),
    comparablePostcode(text),
    splitPostcode(text),
    splitPostcode(`${text} (Postcode: ${text})`),
    readSearch({ Data: [{ 'Reference Number': '1', Name: text, Status: text }] }),
    namesakesWithoutNumber([{ name: `(clone ${text}`, status: null }], text),
    reduceFirm(
      {
        frn: '1',
        record: {
          Status: text,
          'Sub-Status': text,
          'Organisation Name': `[a](${text}`,
          'Exceptional Info Details': [{ 'Exceptional Info Body': text }],
        },
        listed: text,
      },
      readPermissions({ Data: { [text]: [] } }) ?? [],
      readRequirements({ Data: [{ [text]: text }] }) ?? [],
    ),
    fcaOutcome({ Status: text, Message: text }),
    readFirmRecord({ Data: [{ Status: text }] }),
  ],

  'funders: grants': (text) => [
    grantOfJson({
      id: text,
      title: text,
      amountAwarded: text,
      awardDate: text,
      url: text,
      currency: text,
      fundingOrganization: [{ id: text, name: text }],
    }),
    awardDay(text),
    awardDay(`1 January ${text}`),
    toPence(text),
    toPence(`£${text} GBP`),
    parseColumns([text]),
    webAddress(text),
  ],
  'funders: names': (text) => [
    funderNames.nameKey(text),
    funderNames.pickTellingWords(funderNames.nameWords(text)),
    funderNames.toSlug(text),
    orgId(`GB-CHC-${text}`),
    findLicence(`https://${text}`),
    computeOverlap(text, `a ${text}`),
  ],
  'funders: registry': (text) =>
    parseRegistry(
      JSON.stringify([
        {
          identifier: 'a',
          title: text,
          publisher: { name: text },
          license: text,
          distribution: [{ downloadURL: text }],
        },
      ]),
    ),
  'funders: CSV': (text) => readFile(`${HEADING.join(',')}\n360G-a,${text}`),
  'funders: JSON': (text) =>
    readFile(`{"grants":[{"id":"a","title":${JSON.stringify(text)}},${text}`),
  'funders: Excel': (text) => readFile(xlsx(tables(text))),
  'funders: OpenDocument': (text) => readFile(ods(tables(text))),

  'callers: input of every operation': readInputs,
  'callers: payment': (text) => {
    try {
      return decodePayment(Buffer.from(text.slice(0, 24_000)).toString('base64'))
    } catch (error) {
      return error
    }
  },
  'texts: lines': (text) => [
    cleanLine(text),
    shorten(text, 200),
    shortenToBytes(text, 200),
    nearest(text, ['company', 'tenders']),
    printableLine(text),
  ],
  'texts: search': (text) => [
    ranker.rank(text, () => true),
    conceptOf(text, synonyms),
    findPhrase(tokens(text), phrase('grant for local people of the north')!),
  ],
})
