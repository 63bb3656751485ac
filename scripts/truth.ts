/**
 * `npm run truth`: how well the rule-based reader reads eligibility texts that it was not written with. The labelled texts are recorded data
 * next to the project. Without them only the invented pages are measured.
 */
import { readGold } from '../test/corpus/grants-truth/gold.ts'
import { measureRules, truthTable } from '../test/corpus/grants-truth/table.ts'
import { recordedData } from '../test/corpus/recorded.ts'
import { idiomTable } from '../test/grants/idiom/idiom.ts'

process.stdout.write(
  `Invented pages that the reader was not written with\n\n${idiomTable().join('\n')}\n\n`,
)

const { folder } = recordedData('grants')
for (const [part, title] of [
  ['measure', 'Texts that the reader was not written with'],
  ['moved', 'Texts that the reader was written with later (no measure of it)'],
  ['write', 'Texts that the reader was written with (no measure of it)'],
] as const) {
  const gold = readGold(folder, part)
  if (gold === null) break
  process.stdout.write(`${title}\n\n${truthTable(measureRules(gold)).join('\n')}\n\n`)
}

if (recordedData('tenders').present) {
  const { tenderPoolTable } = await import('../test/corpus/tender-pools/table.ts')
  process.stdout.write(`Search of tenders\n\n${tenderPoolTable().join('\n')}\n`)
}

if (recordedData('grants').present) {
  const { grantPoolTable } = await import('../test/corpus/grant-pools/table.ts')
  process.stdout.write(`Search of grants\n\n${grantPoolTable(folder).join('\n')}\n`)
}
