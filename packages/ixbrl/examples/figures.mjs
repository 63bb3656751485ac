/**
 * Prints the figures of a filing: `node figures.mjs [filing.html]`. Without a file it reads an
 * invented one.
 */
import { readFileSync } from 'node:fs'
import { readAccounts } from '../dist/index.js'

const file = process.argv[2] ?? new URL('filing.html', import.meta.url)
const { companyNumbers, periods, faults } = readAccounts(readFileSync(file))

console.log(`company ${companyNumbers[0] ?? 'without a number'}`)
for (const { scope, end, currency, figures } of periods)
  for (const [key, { value, status, source }] of Object.entries(figures))
    console.log([scope, end, key, value ?? '', currency, status, source.concept].join('\t'))
for (const fault of faults) console.error(fault)
