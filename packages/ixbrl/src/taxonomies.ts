/** Concepts that are read besides those of the figures, and the taxonomies that they are of. */
import { type FigureKey, SELECTORS } from './concepts.ts'

/** Members of the class or maturity of debtors after one year. */
export const DEBTORS_AFTER_ONE_YEAR =
  /(?:Non-currentFinancialInstruments|AfterOneYear|Years|AllPeriods)$/

/**
 * Terms of an identity that are not figures themselves. An identity includes them where a filing
 * states them.
 */
export const PREPAYMENTS = 'PrepaymentsAccruedIncomeNotExpressedWithinCurrentAssetSubtotal'
export const UNPAID_CAPITAL = 'CalledUpShareCapitalNotPaidNotExpressedAsCurrentAsset'

/**
 * Parts of a total that are not figures themselves. With them a column shows whether a part belongs
 * to it.
 */
export const PARTS: Readonly<
  Partial<Record<FigureKey, { figures: readonly FigureKey[]; others: readonly string[] }>>
> = {
  fixed_assets: {
    figures: ['intangible_assets', 'tangible_assets'],
    others: ['InvestmentsFixedAssets', 'InvestmentProperty', 'HeritageAssets'],
  },
  current_assets: {
    figures: ['stocks', 'debtors', 'cash'],
    others: ['CurrentAssetInvestments', 'InvestmentsCurrentAssets'],
  },
}

/** Concepts for dormant companies, with the value that means dormant. */
export const DORMANT_CONCEPTS: Readonly<Record<string, boolean>> = {
  EntityDormantTruefalse: true,
  EntityDormant: true,
  CompanyDormant: true,
  CompanyNotDormant: false,
}
export const BALANCE_SHEET_DATES = ['BalanceSheetDate', 'EndDateForPeriodCoveredByReport']
export const PERIOD_START = 'StartDateForPeriodCoveredByReport'

/** Concepts for the number of the company that files. */
export const REGISTERED_NUMBERS: ReadonlySet<string> = new Set([
  'UKCompaniesHouseRegisteredNumber',
  'CompaniesHouseRegisteredNumber',
])

/**
 * Every concept that is read. All others, and with them the names of directors, auditors and
 * accountants, are dropped while reading.
 */
export const READ_CONCEPTS: ReadonlySet<string> = new Set([
  ...Object.values(SELECTORS).flatMap((selectors) => selectors.map(({ concept }) => concept)),
  PREPAYMENTS,
  UNPAID_CAPITAL,
  ...Object.values(PARTS).flatMap(({ others }) => others),
  ...Object.keys(DORMANT_CONCEPTS),
  ...BALANCE_SHEET_DATES,
  PERIOD_START,
  ...REGISTERED_NUMBERS,
])

/**
 * Namespaces of UK GAAP, FRS 101, 102 and 105, the Charities SORP, Companies House's own and IFRS,
 * of every year.
 */
const TAXONOMIES = [
  'xbrl.frc.org.uk/',
  'www.xbrl.org/uk/',
  'www.companieshouse.gov.uk/ef/xbrl/uk/',
  'xbrl.ifrs.org/taxonomy/',
  'xbrl.iasb.org/taxonomy/',
]

export function isTaxonomy(namespace: string): boolean {
  const [, address = ''] = /^https?:\/\/(.*)$/.exec(namespace) ?? []
  return TAXONOMIES.some((taxonomy) => address.startsWith(taxonomy))
}
