/**
 * Parts of the reader, by which criteria of another reader are compared with the text that they
 * quote.
 */
export { boundUnits } from './bounds.ts'
export { datesIn, figuresIn } from './figures.ts'
export { words, wordsWith } from './phrases/words.ts'
export { isExcluded } from './units.ts'
