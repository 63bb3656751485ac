/**
 * Keys of the figures, and the concepts of the taxonomies that mean each of them, the better first.
 */

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

/** Entity of the figures in a column: the group, or the company alone. */
export type Scope = 'group' | 'company'
export const SCOPES: readonly Scope[] = ['group', 'company']

/**
 * A concept and the dimensions that its facts must have, no more and no fewer: `Dimension=Member`,
 * sorted.
 */
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
 * Creditors are split by dimensions since the taxonomies of 2014; those of 2019 and later also by
 * current and non-current instruments, which filings use together with the maturity or in its
 * place.
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
