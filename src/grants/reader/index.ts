/** Entry of the reader: a grant's text in, criteria with quotation, place, value, certainty and reason out. */
export { boundUnits } from './bounds.ts'
export { datesIn, figuresIn } from './figures.ts'
export { words, wordsWith } from './phrases/words.ts'
export { readText } from './reader.ts'
export { isExcluded } from './units.ts'
