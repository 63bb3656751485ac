/** Binding criteria of a text, as tests compare them. */
import { readText } from '../src/reader.ts'

/** The limits that decide, without those that are only quoted. */
export const limitsOf = (text: string) =>
  readText(text).filter(({ code, certainty }) => code !== 'OTHER' && !certainty)

/** Each in one line: `annual_income at_most 500000`. */
export const decided = (text: string) =>
  limitsOf(text).map(
    ({ parameter, operator, value }) => `${parameter} ${operator} ${JSON.stringify(value)}`,
  )
