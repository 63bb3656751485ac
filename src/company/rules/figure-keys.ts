/**
 * Keys of the figures that every published version of the accounts rules reads. The package that
 * reads filings has its own list: a key that it adds changes no published version.
 */
export const JUDGED_KEYS = [
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
export type JudgedKey = (typeof JUDGED_KEYS)[number]
