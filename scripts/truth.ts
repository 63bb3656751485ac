/**
 * `npm run truth`: how well the rule-based reader of each published version reads eligibility texts that it was not written with, old beside
 * new. The labelled texts are recorded data and lie beside the project; without them only the invented pages are measured.
 */
import { ELIGIBILITY } from '../src/grants/rules/published.ts'
import { readGold } from '../test/corpus/grants-truth/gold.ts'
import { measureRules, truthTable } from '../test/corpus/grants-truth/table.ts'
import { recordedData } from '../test/corpus/recorded.ts'
import { idiomTable } from '../test/grants/idiom/idiom.ts'

process.stdout.write(`Invented pages that no reader was written with\n\n${idiomTable(ELIGIBILITY.versions).join('\n')}\n\n`)

const { folder } = recordedData('grants')
for (const [part, title] of [
  ['measure', 'Texts that no reader was written with'],
  ['moved', 'Texts that the reader of 1.1.0 was written with at last (no measure of it)'],
  ['write', 'Texts that the reader of 1.1.0 was written with (no measure of it)'],
] as const) {
  const gold = readGold(folder, part)
  if (gold === null) break
  const columns = ELIGIBILITY.versions.map((rules) => ({ name: rules.version, totals: measureRules(gold, rules) }))
  process.stdout.write(`${title}\n\n${truthTable(columns).join('\n')}\n\n`)
}

if (recordedData('tenders').present) {
  const { tenderPoolTable } = await import('../test/corpus/tender-pools/table.ts')
  process.stdout.write(`Search of tenders\n\n${(await tenderPoolTable()).join('\n')}\n`)
}
