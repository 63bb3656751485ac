/**
 * Prints the criteria of a text: `node criteria.mjs [page.txt]`. Without a file it reads an
 * invented one.
 */
import { readFileSync } from 'node:fs'
import { readText } from '../dist/index.js'

const file = process.argv[2] ?? new URL('page.txt', import.meta.url)
const toWords = (value) => (typeof value === 'object' ? Object.values(value).join(' ') : value)

for (const { code, operator, value, certainty = 'sure', requirement } of readText(
  readFileSync(file, 'utf8'),
))
  console.log([code, operator, toWords(value), certainty, requirement].join('\t'))
