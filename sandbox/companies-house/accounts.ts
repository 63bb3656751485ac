/**
 * Builds invented filings of accounts: iXBRL and XBRL documents in place of the figures of their
 * records.
 */
import { addDays, addMonths, type CivilDate } from '../../src/platform/london.ts'
import { zip } from '../funder-registry/zip.ts'
import { type Fields, fill, loadRecords, mergePatch, type Shape } from '../records.ts'
import { personName } from './persons.ts'

/** A filing of accounts, with the document behind it. */
export interface SandboxAccounts {
  filing: Shape
  /** `null`: the register has no document yet, and answers 404 for its metadata. */
  document: { id: string; resources: Readonly<Record<string, Buffer>> } | null
}

/** Amounts by concept; a concept after `|` has a dimension and a member. */
type Amounts = Readonly<Record<string, string | number>>

/** Figures of a filed document. */
interface Figures {
  now: Amounts
  before: Amounts
  currency?: string
  dormant?: boolean
  /** Facts that are written as they are. */
  raw?: string
}

/** The company and the day that a document names. */
interface Subject {
  number: string
  name: string
  end: CivilDate
}

/** What the document of a filing is; a scan if it is nothing of these. */
interface FiledDocument {
  inline?: Figures
  classic?: Figures
  /** Inline documents of an archive by path. */
  zip?: Readonly<Record<string, Figures>>
  /** A document that no machine can read. */
  text?: string
}

const FLOWS = /^(?:Turnover|Gross|Operating|ProfitLoss|Tax|AverageNumber)/
const CORE = 'http://xbrl.frc.org.uk/fr/2023-01-01/core'
const BUSINESS = 'http://xbrl.frc.org.uk/cd/2023-01-01/business'

function contextOf(id: string, period: string, member?: string): string {
  const [dimension, value] = member?.split('=') ?? []
  const segment = member
    ? `<xbrli:segment><xbrldi:explicitMember dimension="${dimension}">${value}</xbrldi:explicitMember></xbrli:segment>`
    : ''
  return `<xbrli:context id="${id}"><xbrli:entity><xbrli:identifier scheme="http://www.companieshouse.gov.uk/">INVENTED</xbrli:identifier>${segment}</xbrli:entity><xbrli:period>${period}</xbrli:period></xbrli:context>`
}

function inlineDocument({ number, name, end }: Subject, figures: Figures): Buffer {
  const { now, before, currency = 'GBP', dormant = false, raw = '' } = figures
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

function classicDocument({ end }: Subject, { now, before }: Figures): Buffer {
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

const PDF = { 'application/pdf': Buffer.from('%PDF-1.7 an invented scan') }

function resourcesOf(subject: Subject, document: FiledDocument): Record<string, Buffer> {
  const { inline, classic, zip: archive, text } = document
  const parts = Object.entries(archive ?? {})
  return {
    ...PDF,
    ...(inline ? { 'application/xhtml+xml': inlineDocument(subject, inline) } : {}),
    ...(text === undefined ? {} : { 'application/xhtml+xml': Buffer.from(text) }),
    ...(classic ? { 'application/xml': classicDocument(subject, classic) } : {}),
    ...(archive
      ? {
          'application/zip': zip(
            parts.map(([name, each]) => ({ name, bytes: inlineDocument(subject, each) })),
          ),
        }
      : {}),
  }
}

interface AccountsRecord {
  /** Company number. */
  number: string
  filing: Shape & { description_values: { made_up_date: CivilDate }; links: Shape }
  document?: FiledDocument
}

/** The first line is what all filings have, the others are patches of it. */
const [COMMON, ...FILED] = loadRecords('companies-house/accounts.jsonl')

/** Returns the filed accounts of a company, newest first. */
export function readFiledAccounts(number: string, name: string, day: Fields): SandboxAccounts[] {
  return FILED.filter((each) => each.number === number).map((patch, index) => {
    const record = mergePatch(COMMON, patch) as AccountsRecord
    const { filing, document } = fill(record, { ...day, number, index })
    if (!document) return { filing, document: null }
    const id = `Doc-${number}-${index}_sandbox`
    const subject = { number, name, end: filing.description_values.made_up_date }
    const links = {
      ...filing.links,
      // An older host, as in real lists: only the identifier counts.
      document_metadata: `https://frontend-doc-api.companieshouse.gov.uk/document/${id}`,
    }
    return {
      filing: { ...filing, links },
      document: { id, resources: resourcesOf(subject, document) },
    }
  })
}
