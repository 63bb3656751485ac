/**
 * Generates filings whose figures are known: every taxonomy, format, scale, sign and unit that
 * occurs, with what a reader must pass over. The generator writes each figure from the value that
 * it knows and shares no code with the reader.
 */
import type { Random } from '../prove/random.ts'

export interface KnownFiling {
  name: string
  bytes: Buffer
  /** `end key` to the value; `null` for a conflict. */
  known: Map<string, string | null>
  /** Names of people in the filing. */
  people: readonly string[]
}

type Style = 'ixbrl' | 'xbrl'

interface Taxonomy {
  style: Style
  namespace: string
  business: string
  /** Concept of each key; `Concept|Dimension=Member` where the taxonomy has no separate concept. */
  concepts: Readonly<Record<string, string>>
}

const MATURITY = 'MaturitiesOrExpirationPeriodsDimension'
const INSTRUMENT = 'FinancialInstrumentCurrentNon-currentDimension'
const MODERN = {
  turnover: 'TurnoverRevenue',
  gross_profit: 'GrossProfitLoss',
  operating_profit: 'OperatingProfitLoss',
  profit_before_tax: 'ProfitLossOnOrdinaryActivitiesBeforeTax',
  tax: 'TaxTaxCreditOnProfitOrLossOnOrdinaryActivities',
  profit: 'ProfitLoss',
  employees: 'AverageNumberEmployeesDuringPeriod',
  fixed_assets: 'FixedAssets',
  intangible_assets: 'IntangibleAssets',
  tangible_assets: 'PropertyPlantEquipment',
  current_assets: 'CurrentAssets',
  stocks: 'TotalInventories',
  debtors: 'Debtors',
  cash: 'CashBankOnHand',
  creditors_within_one_year: `Creditors|${MATURITY}=WithinOneYear`,
  creditors_after_one_year: `Creditors|${MATURITY}=AfterOneYear`,
  net_current_assets: 'NetCurrentAssetsLiabilities',
  total_assets_less_current_liabilities: 'TotalAssetsLessCurrentLiabilities',
  net_assets: 'NetAssetsLiabilities',
  share_capital: 'Equity|EquityClassesDimension=ShareCapital',
  reserves: 'Equity|EquityClassesDimension=RetainedEarningsAccumulatedLosses',
  equity: 'Equity',
}
const OLD = {
  turnover: 'TurnoverGrossOperatingRevenue',
  operating_profit: 'OperatingProfitLoss',
  profit: 'ProfitLossForPeriod',
  employees: 'EmployeesTotal',
  fixed_assets: 'FixedAssets',
  tangible_assets: 'TangibleFixedAssets',
  current_assets: 'CurrentAssets',
  stocks: 'StocksInventory',
  debtors: 'Debtors',
  cash: 'CashBankInHand',
  creditors_within_one_year: 'CreditorsDueWithinOneYear',
  creditors_after_one_year: 'CreditorsDueAfterOneYear',
  net_current_assets: 'NetCurrentAssetsLiabilities',
  total_assets_less_current_liabilities: 'TotalAssetsLessCurrentLiabilities',
  net_assets: 'NetAssetsLiabilitiesIncludingPensionAssetLiability',
  share_capital: 'CalledUpShareCapital',
  reserves: 'ProfitLossAccountReserve',
  equity: 'ShareholderFunds',
}
const frc = (date: string, scheme = 'http'): Taxonomy => ({
  style: 'ixbrl',
  namespace: `${scheme}://xbrl.frc.org.uk/fr/${date}/core`,
  business: `${scheme}://xbrl.frc.org.uk/cd/${date}/business`,
  concepts: MODERN,
})
const TAXONOMIES: readonly Taxonomy[] = [
  frc('2014-09-01'),
  frc('2018-01-01'),
  {
    ...frc('2022-01-01'),
    concepts: {
      ...MODERN,
      creditors_within_one_year: `Creditors|${INSTRUMENT}=CurrentFinancialInstruments,${MATURITY}=WithinOneYear`,
      creditors_after_one_year: `Creditors|${INSTRUMENT}=Non-currentFinancialInstruments`,
    },
  },
  frc('2026-01-01', 'https'),
  {
    style: 'ixbrl',
    namespace: 'http://www.xbrl.org/uk/gaap/core/2009-09-01',
    business: 'http://www.xbrl.org/uk/cd/business/2009-09-01',
    concepts: OLD,
  },
  {
    style: 'xbrl',
    namespace: 'http://www.xbrl.org/uk/fr/gaap/pt/2004-12-01',
    business: 'http://www.xbrl.org/uk/fr/gcd/2004-12-01',
    concepts: {
      ...OLD,
      creditors_within_one_year: 'CreditorsDueWithinOneYearTotalCurrentLiabilities',
      creditors_after_one_year: 'CreditorsDueAfterOneYearTotalNoncurrentLiabilities',
    },
  },
  {
    style: 'ixbrl',
    namespace: 'http://xbrl.ifrs.org/taxonomy/2021-03-24/ifrs-full',
    business: 'http://xbrl.frc.org.uk/cd/2021-01-01/business',
    concepts: {
      turnover: 'Revenue',
      gross_profit: 'GrossProfit',
      profit_before_tax: 'ProfitLossBeforeTax',
      profit: 'ProfitLoss',
      current_assets: 'CurrentAssets',
      stocks: 'Inventories',
      cash: 'CashAndCashEquivalents',
      share_capital: 'IssuedCapital',
      equity: 'Equity',
    },
  },
]
const FLOWS = 'turnover gross_profit operating_profit profit_before_tax tax profit employees'.split(
  ' ',
)
const INLINE = ['http://www.xbrl.org/2013/inlineXBRL', 'http://www.xbrl.org/2008/inlineXBRL']
const REGISTRIES = {
  old: ['http://www.xbrl.org/2008/inlineXBRL/transformation'],
  second: [
    'http://www.xbrl.org/inlineXBRL/transformation/2011-07-31',
    'http://www.xbrl.org/inlineXBRL/transformation/2015-02-26',
  ],
  new: [
    'http://www.xbrl.org/inlineXBRL/transformation/2020-02-12',
    'http://www.xbrl.org/inlineXBRL/transformation/2022-02-16',
  ],
}
const PEOPLE = ['Marigold Ardenwood', 'Thaddeus Brackleshaw', 'Cordelia Fenworthy FCA']

/** A date in its parts, so that ends of years and of February occur. */
const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10)

function grouped(digits: string, separator: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, separator)
}

interface Writing {
  random: Random
  taxonomy: Taxonomy
  prefixes: { core: string; bus: string; ix: string; ixt: string }
  registry: keyof typeof REGISTRIES
  currency: string
  contexts: Map<string, string>
}

/** Id of the context, which is added when it is new. */
function contextOf(
  w: Writing,
  period: { instant: string } | { start: string; end: string },
  members = '',
): string {
  const key = JSON.stringify([period, members])
  const known = w.contexts.get(key)
  if (known) return /id="([^"]+)"/.exec(known)![1]!
  const id = `c${w.contexts.size + 1}`
  const dimensions = members
    .split(',')
    .filter(Boolean)
    .map((each) => {
      const [dimension, member] = each.split('=')
      return `<xbrldi:explicitMember dimension="${w.prefixes.core}:${dimension}">
        ${w.prefixes.core}:${member}
      </xbrldi:explicitMember>`
    })
    .join('')
  const holder = w.random.pick(['segment', 'scenario'])
  const inner = dimensions === '' ? '' : `<xbrli:${holder}>${dimensions}</xbrli:${holder}>`
  const dates =
    'instant' in period
      ? `<xbrli:instant>${period.instant}</xbrli:instant>`
      : `<xbrli:startDate>${period.start}</xbrli:startDate><xbrli:endDate>${period.end}</xbrli:endDate>`
  const entity = `<xbrli:identifier scheme="http://www.companieshouse.gov.uk/">${PEOPLE[0]} Limited</xbrli:identifier>`
  w.contexts.set(
    key,
    `<xbrli:context id="${id}"><xbrli:entity>${entity}${holder === 'segment' ? inner : ''}</xbrli:entity><xbrli:period>${dates}</xbrli:period>${holder === 'scenario' ? inner : ''}</xbrli:context>`,
  )
  return id
}

/** The tag of a number in a random spelling of the same value. @param pence the value times 100 */
function numberTag(
  w: Writing,
  options: { concept: string; context: string; unit: string; pence: bigint; decimals: string },
): string {
  const { random, prefixes, taxonomy } = w
  const { concept, context, unit, pence, decimals } = options
  const negative = pence < 0n
  const size = negative ? -pence : pence
  const digits = size.toString().padStart(3, '0')
  const whole = digits.slice(0, -2)
  const fraction = digits.slice(-2)
  const name = `${prefixes.core}:${concept}`
  if (taxonomy.style === 'xbrl') {
    const text = `${negative ? '-' : ''}${whole}${fraction === '00' ? '' : `.${fraction}`}`
    const accuracy =
      decimals !== '2' || random.chance(0.5) ? `decimals="${decimals}"` : 'precision="INF"'
    return `<${name} contextRef="${context}" unitRef="${unit}" ${accuracy}>\n  ${text}\n</${name}>`
  }
  const { ix, ixt } = prefixes
  const sign = negative ? ' sign="-"' : ''
  const tag = (attributes: string, text: string) =>
    `<${ix}:nonFraction name="${name}" contextRef="${context}" unitRef="${unit}" decimals="${decimals}"${sign}${attributes}>${text}</${ix}:nonFraction>`
  const format = (old: string, second: string, renewed: string) =>
    ` format="${ixt}:${{ old, second, new: renewed }[w.registry]}"`
  if (size === 0n && random.chance(0.7))
    return tag(format('numdash', 'zerodash', 'fixed-zero'), random.pick(['-', '–']))
  const isThousands = fraction === '00' && whole.endsWith('000')
  const scale = isThousands && random.chance(0.5) ? 3 : 0
  const shown = scale === 3 ? whole.slice(0, -3) : whole
  const cents = fraction === '00' && (scale === 3 || random.chance(0.8)) ? '' : fraction
  const scaled = scale === 0 ? random.pick(['', ' scale="0"']) : ` scale="${scale}"`
  switch (random.below(4)) {
    case 0:
      return tag(scaled, cents === '' ? shown : `${shown}.${cents}`)
    case 1:
      return tag(
        `${scaled}${format('numdotcomma', 'numcommadecimal', 'num-comma-decimal')}`,
        cents === '' ? grouped(shown, '.') : `${grouped(shown, '.')},${cents}`,
      )
    case 2: {
      const text = cents === '' ? grouped(shown, ',') : `${grouped(shown, ',')}.${cents}`
      const bracketed = negative && random.chance(0.3) ? `(${text})` : text
      return tag(`${scaled}${format('numcommadot', 'numdotdecimal', 'num-dot-decimal')}`, bracketed)
    }
    default: {
      const text = cents === '' ? grouped(shown, ',') : `${grouped(shown, ',')}.${cents}`
      const split = Math.ceil(text.length / 2)
      return tag(
        `${scaled}${format('numcommadot', 'numdotdecimal', 'num-dot-decimal')}`,
        ` <span class="b">${text.slice(0, split)}</span>${text.slice(split)}<${ix}:exclude>†9</${ix}:exclude> `,
      )
    }
  }
}

function textTag(w: Writing, name: string, context: string, text: string, more = ''): string {
  const { ix } = w.prefixes
  return w.taxonomy.style === 'xbrl'
    ? `<${name} contextRef="${context}">${text}</${name}>`
    : `<${ix}:nonNumeric name="${name}" contextRef="${context}"${more}>${text}</${ix}:nonNumeric>`
}

/** Writes a value as the reader returns it, without zeros that mean nothing. */
function plain(pence: bigint): string {
  const negative = pence < 0n
  const digits = (negative ? -pence : pence).toString().padStart(3, '0')
  const fraction = digits.slice(-2).replace(/0+$/, '')
  const text = `${digits.slice(0, -2)}${fraction === '' ? '' : `.${fraction}`}`
  return negative ? `-${text}` : text
}

export function generateFiling(random: Random, index: number): KnownFiling {
  const taxonomy = TAXONOMIES[index % TAXONOMIES.length]!
  const registry = random.pick(['old', 'second', 'new'] as const)
  const w: Writing = {
    random,
    taxonomy,
    registry,
    prefixes: {
      core: random.pick(['core', 'uk-core', 'ns5', 'd', 'pt']),
      bus: random.pick(['bus', 'uk-bus', 'ns10']),
      ix: random.pick(['ix', 'x']),
      ixt: random.pick(['ixt', 'ixt2', 'ixt4']),
    },
    currency: random.pick(['GBP', 'GBP', 'GBP', 'EUR', 'USD']),
    contexts: new Map(),
  }
  const year = 2008 + random.below(18)
  const month = 1 + random.below(12)
  const end = day(year, month + 1, 0)
  const months = random.pick([12, 12, 12, 6, 18])
  const start = day(year, month + 1 - months, 1)
  const before = day(year, month + 1 - months, 0)
  const beforeStart = day(year, month + 1 - months - 12, 1)
  const oldest = day(year, month + 1 - months - 12, 0)
  const known = new Map<string, string | null>()
  const body: string[] = []
  const keys = Object.keys(taxonomy.concepts).filter(() => random.chance(0.6))
  const amount = () => {
    const size = BigInt(random.below(10 ** (1 + random.below(9))))
    const pence = random.chance(0.2) ? size : size * 100n
    return random.chance(0.2) ? -pence : random.chance(0.15) ? pence * 1000n : pence
  }
  const offDay = random.chance(0.15)

  for (const key of keys) {
    const [concept = '', members = ''] = taxonomy.concepts[key]!.split('|')
    for (const [periodEnd, periodStart] of [
      [end, start],
      [before, beforeStart],
    ] as const) {
      if (random.chance(0.1)) continue
      const isFlow = FLOWS.includes(key)
      const context = isFlow
        ? contextOf(w, { start: periodStart, end: periodEnd }, members)
        : contextOf(w, { instant: offDay ? day(...dayAfter(periodEnd)) : periodEnd }, members)
      const isCount = key === 'employees'
      const pence = isCount ? BigInt(random.below(500)) * 100n : amount()
      const unit = isCount ? 'u-pure' : 'u-money'
      const write = (value: bigint, decimals: string) =>
        body.push(numberTag(w, { concept, context, unit, pence: value, decimals }))
      if (random.chance(0.03)) {
        // Nothing is stated: not zero.
        if (taxonomy.style === 'ixbrl')
          body.push(
            `<${w.prefixes.ix}:nonFraction xsi:nil="true" name="${w.prefixes.core}:${concept}" contextRef="${context}" unitRef="${unit}" decimals="0"/>`,
          )
        continue
      }
      write(pence, '2')
      known.set(`${periodEnd} ${key}`, plain(pence))
      if (isCount && random.chance(0.1) && taxonomy.style === 'ixbrl') {
        body.pop()
        body.push(
          `<${w.prefixes.ix}:nonFraction name="${w.prefixes.core}:${concept}" contextRef="${context}" unitRef="${unit}" decimals="2" scale="-2">${3 + 100 * random.below(3)}</${w.prefixes.ix}:nonFraction>`,
        )
        known.set(`${periodEnd} ${key}`, null)
      } else if (random.chance(0.15)) {
        write(pence, '2')
      } else if (random.chance(0.1) && !isCount) {
        // A note rounds to thousands.
        const size = pence < 0n ? -pence : pence
        const rounded = ((size + 50_000n) / 100_000n) * 100_000n
        write(pence < 0n ? -rounded : rounded, '-3')
      } else if (random.chance(0.04) && !isCount) {
        write(pence + 777_700n, '0')
        known.set(`${periodEnd} ${key}`, null)
      }
    }
  }
  const hasBoth = [end, before].every((each) =>
    [...known.keys()].some((key) => key.startsWith(each)),
  )
  body.push(...decoys(w, { end, start, oldest: hasBoth ? oldest : null }))
  const duration = contextOf(w, { start, end })
  const bus = w.prefixes.bus
  body.push(
    textTag(w, `${bus}:NameEntityOfficer`, duration, PEOPLE[0]!),
    textTag(w, `${bus}:NameEntityAuditors`, duration, PEOPLE[1]!, ' continuedAt="k1"'),
    textTag(w, `${bus}:NameEntityAccountants`, duration, PEOPLE[2]!),
    textTag(w, `${bus}:BalanceSheetDate`, duration, end),
  )
  if (known.size > 0 && !body.some((each) => each.includes('StartDateForPeriod')))
    body.push(textTag(w, `${bus}:StartDateForPeriodCoveredByReport`, duration, start))
  return {
    name: `${index} ${taxonomy.namespace}`,
    bytes: documentOf(w, shuffledParts(body, random)),
    known,
    people: PEOPLE,
  }
}

function dayAfter(date: string): [number, number, number] {
  const [year, month, dayOfMonth] = date.split('-').map(Number) as [number, number, number]
  return [year, month, dayOfMonth + 1]
}

/**
 * Facts that look like a figure and are none: parts of a total, another company's column, other
 * taxonomies, older days.
 */
function decoys(
  w: Writing,
  { end, start, oldest }: { end: string; start: string; oldest: string | null },
): string[] {
  const { random, taxonomy, prefixes } = w
  const wrong = () => BigInt(random.below(1_000_000)) * 100n + 99n
  const made: string[] = []
  const add = (concept: string, context: string, unit = 'u-money') =>
    made.push(numberTag(w, { concept, context, unit, pence: wrong(), decimals: '2' }))
  for (const [key, given] of Object.entries(taxonomy.concepts)) {
    const concept = given.split('|')[0]!
    const period = FLOWS.includes(key) ? { start, end } : { instant: end }
    if (random.chance(0.2)) add(concept, contextOf(w, period, 'GroupCompanyDataDimension=Company'))
    if (random.chance(0.1))
      add(concept, contextOf(w, period, 'OperatingSegmentsDimension=Segment1'))
    if (random.chance(0.1) && taxonomy.style === 'ixbrl')
      made.push(
        numberTag(w, {
          concept,
          context: contextOf(w, period),
          unit: 'u-money',
          pence: wrong(),
          decimals: '2',
        }).replace(`name="${prefixes.core}:`, 'name="dpl:'),
      )
  }
  if (oldest !== null && 'equity' in taxonomy.concepts && random.chance(0.5))
    add(taxonomy.concepts.equity!, contextOf(w, { instant: oldest }))
  add('AdministrativeExpenses', contextOf(w, { start, end }))
  add('ParValueShare', contextOf(w, { start, end }), 'u-per-share')
  return made
}

/**
 * Duplicates stay behind the first of their kind: the order is changed by whole statements only.
 */
function shuffledParts(body: readonly string[], random: Random): string[] {
  const cut = random.below(body.length + 1)
  return random.chance(0.5) ? [...body.slice(cut), ...body.slice(0, cut)] : [...body]
}

function documentOf(w: Writing, body: readonly string[]): Buffer {
  const { taxonomy, prefixes, random, currency } = w
  const units = `<xbrli:unit id="u-money"><xbrli:measure>iso4217:${currency}</xbrli:measure></xbrli:unit>
<xbrli:unit id="u-pure"><xbrli:measure>xbrli:pure</xbrli:measure></xbrli:unit>
<xbrli:unit id="u-per-share"><xbrli:divide><xbrli:unitNumerator><xbrli:measure>iso4217:${currency}</xbrli:measure></xbrli:unitNumerator><xbrli:unitDenominator><xbrli:measure>xbrli:shares</xbrli:measure></xbrli:unitDenominator></xbrli:divide></xbrli:unit>`
  const resources = `${[...w.contexts.values()].join('\n')}${units}`
  const namespaces = `xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:xbrldi="http://xbrl.org/2006/xbrldi" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:${prefixes.core}="${taxonomy.namespace}" xmlns:${prefixes.bus}="${taxonomy.business}" xmlns:dpl="http://www.govtalk.gov.uk/uk/fr/tax/dpl-frc/2018-01-01"`
  if (taxonomy.style === 'xbrl') {
    const parts = random.chance(0.5) ? [...body, resources] : [resources, ...body]
    return encoded(
      `<?xml version="1.0"?>\n<xbrli:xbrl ${namespaces}>\n${parts.join('\n')}\n</xbrli:xbrl>`,
      random,
    )
  }
  const { ix, ixt } = prefixes
  const header = `<${ix}:header><${ix}:hidden/><${ix}:resources>${resources}</${ix}:resources></${ix}:header>`
  const rows = body.map((each) => `<tr><td style="text-align:right">${each}&nbsp;</td></tr>`)
  const statement = `<table>${rows.join('\n')}</table><p>&pound; &copy; &mdash; <${ix}:continuation id="k1"> of ${PEOPLE[1]} LLP</${ix}:continuation></p><${ix}:footnote footnoteID="f1">a note of 1,234</${ix}:footnote>`
  const parts = random.chance(0.5) ? [header, statement] : [statement, header]
  const doctype = random.chance(0.3)
    ? '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'
    : ''
  return encoded(
    `<?xml version="1.0"?>${doctype}<html xmlns="http://www.w3.org/1999/xhtml" xmlns:${ix}="${random.pick(INLINE)}" xmlns:${ixt}="${random.pick(REGISTRIES[w.registry])}" ${namespaces}><body>${parts.join('')}</body></html>`,
    random,
  )
}

function encoded(text: string, random: Random): Buffer {
  const kind = random.below(10)
  if (kind === 0) return Buffer.from(`\ufeff${text}`, 'utf8')
  if (kind === 1) return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (kind === 2)
    return Buffer.from(
      text
        .replace('version="1.0"', 'version="1.0" encoding="windows-1252"')
        .replaceAll('–', '-')
        .replaceAll('†', '*'),
      'latin1',
    )
  return Buffer.from(text, 'utf8')
}
