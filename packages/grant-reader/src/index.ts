/** A grant's text in; criteria with quotation, place, value, certainty and reason out. */
export {
  CERTAINTIES,
  type Certainty,
  CODES,
  type Criterion,
  type CriterionCode,
  type CriterionValue,
  certaintyOf,
  DOUBTS,
  type Doubt,
  type DurationRow,
  lowerCertainty,
  OPERATORS,
  type Operator,
  type QuoteSpan,
  reasonOf,
} from './criterion.ts'
export { PARAMETERS, type ParameterName, parameterOf } from './parameters.ts'
export { readText } from './reader.ts'
export type { Section, SourceText } from './source-text.ts'
export { READER_VERSION } from './version.ts'
