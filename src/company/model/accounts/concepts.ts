/** Which concepts of the taxonomies mean one figure, the better first, and in which column of a filing the figure is. */

export const FIGURE_KEYS = [
  'turnover',
  'gross_profit',
  'operating_profit',
  'profit_before_tax',
  'tax',
  'profit',
  'employees',
  'fixed_assets',
  'intangible_assets',
  'tangible_assets',
  'current_assets',
  'stocks',
  'debtors',
  'cash',
  'creditors_within_one_year',
  'creditors_after_one_year',
  'net_current_assets',
  'total_assets_less_current_liabilities',
  'net_assets',
  'share_capital',
  'reserves',
  'equity',
] as const
export type FigureKey = (typeof FIGURE_KEYS)[number]

/** Figures of a span of time; the others are of a day. */
export const FLOW_KEYS: ReadonlySet<FigureKey> = new Set([
  'turnover',
  'gross_profit',
  'operating_profit',
  'profit_before_tax',
  'tax',
  'profit',
  'employees',
])

/** A concept and the dimensions that its facts must have, no more and no fewer: `Dimension=Member`, sorted. */
export interface Selector {
  concept: string
  members: string
}

const totals = (...concepts: string[]): Selector[] =>
  concepts.map((concept) => ({ concept, members: '' }))

const MATURITY = 'MaturitiesOrExpirationPeriodsDimension'
const INSTRUMENTS = 'FinancialInstrumentCurrentNon-currentDimension'
const EQUITY_CLASS = 'EquityClassesDimension'

/**
 * Creditors are split by dimensions since the taxonomies of 2014; those of 2019 and later also by current and non-current instruments,
 * which filings use together with the maturity or in its place.
 */
const creditors = (maturity: string, instruments: string): Selector[] =>
  [
    `${MATURITY}=${maturity}`,
    `${INSTRUMENTS}=${instruments},${MATURITY}=${maturity}`,
    `${INSTRUMENTS}=${instruments}`,
  ].map((members) => ({ concept: 'Creditors', members }))

/**
 * Debtors by the class of the instruments or by maturity. They are the total only where the filing
 * states neither a total nor another class.
 */
const DEBTORS_WITHIN_ONE_YEAR: readonly Selector[] = [
  `${MATURITY}=WithinOneYear`,
  `${INSTRUMENTS}=CurrentFinancialInstruments,${MATURITY}=WithinOneYear`,
  `${INSTRUMENTS}=CurrentFinancialInstruments`,
].map((members) => ({ concept: 'Debtors', members }))
export const DEBTORS_AFTER_ONE_YEAR =
  /(?:Non-currentFinancialInstruments|AfterOneYear|Years|AllPeriods)$/

export const SELECTORS: Readonly<Record<FigureKey, readonly Selector[]>> = {
  turnover: totals('TurnoverRevenue', 'TurnoverGrossOperatingRevenue', 'Turnover', 'Revenue'),
  gross_profit: totals('GrossProfitLoss', 'GrossProfit'),
  operating_profit: totals('OperatingProfitLoss', 'ProfitLossFromOperatingActivities'),
  profit_before_tax: totals('ProfitLossOnOrdinaryActivitiesBeforeTax', 'ProfitLossBeforeTax'),
  tax: totals(
    'TaxTaxCreditOnProfitOrLossOnOrdinaryActivities',
    'TaxOnProfitOrLossOnOrdinaryActivities',
    'IncomeTaxExpenseContinuingOperations',
  ),
  profit: totals('ProfitLoss', 'ProfitLossForPeriod'),
  employees: totals('AverageNumberEmployeesDuringPeriod', 'EmployeesTotal'),
  fixed_assets: totals('FixedAssets'),
  intangible_assets: totals('IntangibleAssets', 'IntangibleFixedAssets'),
  tangible_assets: totals(
    'PropertyPlantEquipment',
    'TangibleFixedAssets',
    'PropertyPlantAndEquipment',
  ),
  current_assets: totals('CurrentAssets'),
  stocks: totals('TotalInventories', 'Stocks', 'StocksInventory', 'Inventories'),
  debtors: [...totals('Debtors'), ...DEBTORS_WITHIN_ONE_YEAR],
  cash: totals('CashBankOnHand', 'CashBankInHand', 'CashAndCashEquivalents'),
  creditors_within_one_year: [
    ...creditors('WithinOneYear', 'CurrentFinancialInstruments'),
    ...totals('CreditorsDueWithinOneYear', 'CreditorsDueWithinOneYearTotalCurrentLiabilities'),
  ],
  creditors_after_one_year: [
    ...creditors('AfterOneYear', 'Non-currentFinancialInstruments'),
    ...totals('CreditorsDueAfterOneYear', 'CreditorsDueAfterOneYearTotalNoncurrentLiabilities'),
  ],
  net_current_assets: totals('NetCurrentAssetsLiabilities'),
  total_assets_less_current_liabilities: totals('TotalAssetsLessCurrentLiabilities'),
  net_assets: totals('NetAssetsLiabilities', 'NetAssetsLiabilitiesIncludingPensionAssetLiability'),
  share_capital: [
    ...totals('CalledUpShareCapital', 'ShareCapital', 'IssuedCapital'),
    { concept: 'Equity', members: `${EQUITY_CLASS}=ShareCapital` },
  ],
  reserves: [
    ...totals('ProfitLossAccountReserve', 'RetainedEarningsAccumulatedLosses', 'RetainedEarnings'),
    { concept: 'Equity', members: `${EQUITY_CLASS}=RetainedEarningsAccumulatedLosses` },
  ],
  equity: totals('Equity', 'ShareholderFunds'),
}

/** Terms of an identity that are not figures themselves. An identity includes them where a filing states them. */
export const PREPAYMENTS = 'PrepaymentsAccruedIncomeNotExpressedWithinCurrentAssetSubtotal'
export const UNPAID_CAPITAL = 'CalledUpShareCapitalNotPaidNotExpressedAsCurrentAsset'

/** Parts of a total that are not figures themselves. With them a column shows whether a part belongs to it. */
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

/** Every concept that is read. All others, and with them the names of directors, auditors and accountants, are dropped while reading. */
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

/** Namespaces of UK GAAP, FRS 101, 102 and 105, the Charities SORP, Companies House's own and IFRS, of every year. */
const TAXONOMY =
  /^https?:\/\/(?:xbrl\.frc\.org\.uk\/|www\.xbrl\.org\/uk\/|www\.companieshouse\.gov\.uk\/ef\/xbrl\/uk\/|xbrl\.ifrs\.org\/taxonomy\/|xbrl\.iasb\.org\/taxonomy\/)/

export function isTaxonomy(namespace: string): boolean {
  return TAXONOMY.test(namespace)
}
