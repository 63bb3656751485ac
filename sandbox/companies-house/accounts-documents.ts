/**
 * Builds invented filings of accounts: iXBRL and XBRL documents, and the companies that filed them.
 */
import { addDays, addMonths, type CivilDate } from '../../src/platform/london.ts'
import { zip } from '../funder-registry/zip.ts'
import { rememberLast } from '../remember-last.ts'
import {
  company,
  type Days,
  daysFrom,
  personName,
  type SandboxAccounts,
  type SandboxCompany,
} from './build.ts'

/** Amounts by concept; a concept after `|` has a dimension and a member. */
type Amounts = Readonly<Record<string, string | number>>

interface AccountsDocument {
  number: string
  name: string
  end: CivilDate
  now: Amounts
  before: Amounts
  currency?: string
  dormant?: boolean
  /** Facts that are written as they are. */
  raw?: string
}

const FLOWS = /^(?:Turnover|Gross|Operating|ProfitLoss|Tax|AverageNumber)/
const CORE = 'http://xbrl.frc.org.uk/fr/2023-01-01/core'
const BUSINESS = 'http://xbrl.frc.org.uk/cd/2023-01-01/business'
const WITHIN_ONE_YEAR = 'Creditors|core:MaturitiesOrExpirationPeriodsDimension=core:WithinOneYear'
const AFTER_ONE_YEAR = 'Creditors|core:MaturitiesOrExpirationPeriodsDimension=core:AfterOneYear'
const COMPANY_ONLY = 'bus:GroupCompanyDataDimension=bus:Company'
const SHARE_CAPITAL = 'Equity|core:EquityClassesDimension=core:ShareCapital'

function contextOf(id: string, period: string, member?: string): string {
  const [dimension, value] = member?.split('=') ?? []
  const segment = member
    ? `<xbrli:segment><xbrldi:explicitMember dimension="${dimension}">${value}</xbrldi:explicitMember></xbrli:segment>`
    : ''
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">INVENTED</xbrli:identifier>${segment}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`
}

function inlineDocument(document: AccountsDocument): Buffer {
  const { number, name, end, now, before, currency = 'GBP', dormant = false, raw = '' } = document
  const columns = [
    { amounts: now, end, start: addDays(addMonths(end, -12), 1), id: 'now' },
    {
      amounts: before,
      end: addMonths(end, -12),
      start: addDays(addMonths(end, -24), 1),
      id: 'before',
    },
  ]
  const contexts = new Map<string, string>()
  const rows: string[] = []
  for (const { amounts, end: last, start, id } of columns) {
    const span = `<xbrli:startDate>${start}</xbrli:startDate><xbrli:endDate>${last}</xbrli:endDate>`
    contexts.set(`${id}-year`, contextOf(`${id}-year`, span))
    for (const [key, amount] of Object.entries(amounts)) {
      const [concept = '', member] = key.split('|')
      const isFlow = FLOWS.test(concept)
      const context = `${id}-${isFlow ? 'year' : 'end'}${member ? `-${member.replace(/[^A-Za-z]/g, '')}` : ''}`
      contexts.set(
        context,
        contextOf(context, isFlow ? span : `<xbrli:instant>${last}</xbrli:instant>`, member),
      )
      const isNegative = String(amount).startsWith('-')
      const shown = Number(String(amount).replace('-', '')).toLocaleString('en-GB')
      const unit = concept.startsWith('AverageNumber') ? 'pure' : currency
      rows.push(
        `<tr><td>${concept}</td><td><ix:nonFraction name="core:${concept}" contextRef="${context}" unitRef="${unit}" decimals="0" format="ixt:numdotdecimal"${isNegative ? ' sign="-"' : ''}>${shown}</ix:nonFraction>&nbsp;</td></tr>`,
      )
    }
  }
  const text = (concept: string, value: string) =>
    `<ix:nonNumeric name="bus:${concept}" contextRef="now-year">${value}</ix:nonNumeric>`
  const seed = Number(number.slice(-3))
  return Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2011-07-31" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:core="${CORE}" xmlns:bus="${BUSINESS}">
<body><div style="display:none"><ix:header><ix:hidden>
${text('EntityDormantTruefalse', String(dormant))}
${text('BalanceSheetDate', end)}
</ix:hidden><ix:resources>
${[...contexts.values()].join('\n')}
<xbrli:unit id="${currency}"><xbrli:measure>iso4217:${currency}</xbrli:measure></xbrli:unit>
<xbrli:unit id="pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>
</ix:resources></ix:header></div>
<h1>${text('EntityCurrentLegalOrRegisteredName', name)}</h1><table>
${rows.join('\n')}
</table>${raw}
<p>Approved by ${text('NameEntityOfficer', personName(seed))}, audited by ${text('NameEntityAuditors', `${personName(seed + 1)} FCA`)}, &copy; ${text('NameEntityAccountants', personName(seed + 2))}</p>
</body></html>
`)
}

function classicDocument({ end, now, before }: AccountsDocument): Buffer {
  const rows = [
    { amounts: now, last: end, id: 'e1' },
    { amounts: before, last: addMonths(end, -12), id: 'e2' },
  ]
  const facts = rows.flatMap(({ amounts, id }) =>
    Object.entries(amounts).map(
      ([concept, amount]) =>
        `<pt:${concept} contextRef="${id}" unitRef="GBP" decimals="0">${amount}</pt:${concept}>`,
    ),
  )
  const contexts = rows.map(
    ({ last, id }) =>
      `<context id="${id}"><entity><identifier scheme="s">INVENTED</identifier></entity><period><instant>${last}</instant></period></context>`,
  )
  return Buffer.from(`<?xml version="1.0"?>
<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:pt="http://www.xbrl.org/uk/fr/gaap/pt/2004-12-01">
${facts.join('\n')}<pt:NameApprovingDirector contextRef="e1">${personName(3)}</pt:NameApprovingDirector>
${contexts.join('\n')}
<unit id="GBP"><measure>iso4217:GBP</measure></unit>
</xbrl>
`)
}

interface Filed {
  end: CivilDate
  filed: CivilDate
  type: string
  amended?: boolean
  paper?: boolean
  resources?: Readonly<Record<string, Buffer>>
}

const XHTML = 'application/xhtml+xml'
const PDF = { 'application/pdf': Buffer.from('%PDF-1.7 an invented scan') }

function filed(number: string, each: Filed, index: number): SandboxAccounts {
  const { end, filed: date, type, amended = false, paper = false, resources } = each
  const id = `Doc-${number}-${index}_sandbox`
  return {
    filing: {
      transaction_id: `tx${number}a${index}`,
      category: 'accounts',
      type: amended ? 'AAMD' : 'AA',
      date,
      description: amended
        ? `accounts-amended-with-accounts-type-${type}`
        : `accounts-with-accounts-type-${type}`,
      description_values: { made_up_date: end },
      pages: 4,
      barcode: `X${number}${index}`,
      ...(paper ? { paper_filed: true } : {}),
      links: {
        self: `/company/${number}/filing-history/tx${number}a${index}`,
        // An older host, as in real lists: only the identifier counts.
        ...(resources
          ? {
              document_metadata: `https://frontend-doc-api.companieshouse.gov.uk/document/${id}`,
            }
          : {}),
      },
    },
    document: resources ? { id, resources: { ...PDF, ...resources } } : null,
  }
}

const SMALL_NOW: Amounts = {
  FixedAssets: 41_250,
  PropertyPlantEquipment: 41_250,
  CurrentAssets: 18_300,
  TotalInventories: 3_900,
  Debtors: 8_280,
  CashBankOnHand: 6_120,
  [WITHIN_ONE_YEAR]: 39_800,
  [AFTER_ONE_YEAR]: 7_350,
  NetCurrentAssetsLiabilities: -21_500,
  TotalAssetsLessCurrentLiabilities: 19_750,
  NetAssetsLiabilities: 12_400,
  Equity: 12_400,
  [SHARE_CAPITAL]: 100,
  AverageNumberEmployeesDuringPeriod: 7,
}
const SMALL_BEFORE: Amounts = {
  ...SMALL_NOW,
  FixedAssets: 44_900,
  PropertyPlantEquipment: 44_900,
  CurrentAssets: 27_650,
  CashBankOnHand: 15_010,
  [WITHIN_ONE_YEAR]: 30_100,
  [AFTER_ONE_YEAR]: 10_650,
  NetCurrentAssetsLiabilities: -2_450,
  TotalAssetsLessCurrentLiabilities: 42_450,
  NetAssetsLiabilities: 31_800,
  Equity: 31_800,
  AverageNumberEmployeesDuringPeriod: 8,
}
const MICRO: Amounts = {
  FixedAssets: 900,
  CurrentAssets: 4_210,
  [WITHIN_ONE_YEAR]: 1_310,
  NetCurrentAssetsLiabilities: 2_900,
  NetAssetsLiabilities: 3_800,
  Equity: 3_800,
  AverageNumberEmployeesDuringPeriod: 1,
}
const FULL: Amounts = {
  ...SMALL_NOW,
  TurnoverRevenue: 4_812_000,
  GrossProfitLoss: 1_204_500,
  OperatingProfitLoss: 212_300,
  ProfitLossOnOrdinaryActivitiesBeforeTax: 198_000,
  TaxTaxCreditOnProfitOrLossOnOrdinaryActivities: 37_620,
  ProfitLoss: 160_380,
  AverageNumberEmployeesDuringPeriod: 61,
}

/** The end of the newest period: the end of a month some nine months ago. */
const periodEnd = ({ m }: Days): CivilDate => addDays(`${m(-9).slice(0, 7)}-01`, -1)

/** The accounts of the company that the demo and the documents show. */
export function bakeryAccounts(days: Days): SandboxAccounts[] {
  const end = periodEnd(days)
  const name = 'HARBOUR LANE BAKERY LIMITED'
  const number = '99000001'
  const year = (last: CivilDate, now: Amounts, before: Amounts, index: number) =>
    filed(
      number,
      {
        end: last,
        filed: addMonths(last, 8),
        type: 'total-exemption-full',
        resources: { [XHTML]: inlineDocument({ number, name, end: last, now, before }) },
      },
      index,
    )
  return [
    year(end, SMALL_NOW, SMALL_BEFORE, 0),
    // The later filing restates the cash of the earlier one.
    year(addMonths(end, -12), { ...SMALL_BEFORE, CashBankOnHand: 15_900 }, SMALL_BEFORE, 1),
  ]
}

/** Companies whose accounts are of each kind and have each defect. */
export const accountsCompanies = rememberLast((today: CivilDate): SandboxCompany[] => {
  const days = daysFrom(today)
  const end = periodEnd(days)
  const made = (
    number: string,
    name: string,
    shows: string,
    ...filings: (Partial<Filed> & { document?: Partial<AccountsDocument> })[]
  ): SandboxCompany =>
    company(days, number, name, shows, {
      accounts: filings.map(({ document, ...each }, index) =>
        filed(
          number,
          {
            end,
            filed: addMonths(each.end ?? end, 8),
            type: 'micro-entity',
            ...each,
            ...(document
              ? {
                  resources: {
                    [XHTML]: inlineDocument({
                      number,
                      name,
                      end: each.end ?? end,
                      now: MICRO,
                      before: MICRO,
                      ...document,
                    }),
                  },
                }
              : {}),
          },
          index,
        ),
      ),
    })
  const inline = (number: string, now: Amounts) =>
    inlineDocument({ number, name: 'INVENTED', end, now, before: now })
  const group = Object.fromEntries(
    Object.entries(SMALL_BEFORE)
      .filter(([key]) => !key.includes('|'))
      .map(([key, amount]) => [`${key}|${COMPANY_ONLY}`, amount]),
  )
  return [
    made('99000201', 'THIMBLE MICRO LIMITED', 'micro-entity accounts', { document: {} }),
    made('99000202', 'LANTERN FULL LIMITED', 'full accounts with profit and loss', {
      type: 'full',
      document: { now: FULL, before: { ...FULL, TurnoverRevenue: 4_000_000 } },
    }),
    made('99000203', 'QUIET MARSH LIMITED', 'dormant accounts', {
      type: 'dormant',
      document: {
        dormant: true,
        now: { NetAssetsLiabilities: 1, Equity: 1 },
        before: { NetAssetsLiabilities: 1, Equity: 1 },
      },
    }),
    made('99000204', 'HERON GROUP LIMITED', 'group accounts with both columns', {
      type: 'group',
      document: { now: { ...group, ...FULL }, before: { ...group, ...FULL } },
    }),
    made('99000205', 'RIVER TRADE LIMITED', 'accounts in euros', {
      document: { currency: 'EUR' },
    }),
    made(
      '99000206',
      'CORRECTED LIMITED',
      'amended accounts',
      {
        amended: true,
        filed: days.d(-10),
        document: { now: { ...MICRO, NetAssetsLiabilities: -200, Equity: -200 } },
      },
      { document: {} },
    ),
    made('99000207', 'SCANNED LIMITED', 'PDF alone', { type: 'full', resources: {} }),
    made('99000208', 'BROKEN FILE LIMITED', 'a document that is no XML', {
      resources: { [XHTML]: Buffer.from('<html><p>cut off') },
    }),
    made('99000209', 'OPEN GATE CIC', 'a zip with the accounts of a community interest company', {
      resources: {
        'application/zip': zip([
          {
            name: 'CIC-99000209/cic34/cicReport.xhtml',
            bytes: inline('99000209', { NetAssetsLiabilities: 999 }),
          },
          {
            name: 'CIC-99000209/accounts/financialStatement.xhtml',
            bytes: inline('99000209', MICRO),
          },
        ]),
      },
    }),
    made('99000210', 'OLD INSTANCE LIMITED', 'classic XBRL', {
      resources: {
        'application/xml': classicDocument({
          number: '99000210',
          name: 'INVENTED',
          end,
          now: { FixedAssets: 500, ShareholderFunds: 700, CashBankInHand: 200 },
          before: { FixedAssets: 600, ShareholderFunds: 800, CashBankInHand: 200 },
        }),
      },
    }),
    made('99000211', 'STILL DEVELOPING LIMITED', 'the register still makes the document', {}),
    made('99000212', 'TWO MINDS LIMITED', 'contradicts itself', {
      document: {
        raw: '<ix:nonFraction name="core:FixedAssets" contextRef="now-end" unitRef="GBP" decimals="0">901</ix:nonFraction>',
      },
    }),
    made(
      '99000213',
      'NOW ON PAPER LIMITED',
      'the newest accounts came on paper',
      { paper: true },
      { end: addMonths(end, -12), document: {} },
    ),
    made('99000214', 'LONG AGO LIMITED', 'figures of long ago', {
      end: addMonths(end, -36),
      document: {},
    }),
  ]
})
