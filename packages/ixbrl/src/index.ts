/** Filed accounts to facts, and facts to figures in two columns. */
export {
  FIGURE_KEYS,
  type FigureKey,
  FLOW_KEYS,
  SCOPES,
  type Scope,
  SELECTORS,
  type Selector,
} from './concepts.ts'
export type { CivilDate } from './dates.ts'
export {
  type Figure,
  type FigureSource,
  type FiledAccounts,
  type FiledPeriod,
  type ReadingOptions,
  readAccounts,
} from './figures.ts'
export type { Format } from './transformations.ts'
export {
  readXbrl,
  UnreadableFiling,
  type Wanted,
  type XbrlContext,
  type XbrlFact,
  type XbrlReport,
} from './xbrl-reader.ts'
