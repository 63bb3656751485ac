/**
 * `npm run truth`: how well the rule-based reader reads eligibility texts. The labelled texts are
 * recorded data next to the project. One half of the first set is set apart by the hash of its ids
 * (`test/corpus/grants-truth/gold.ts`): a developer of the reader reads neither that half nor the
 * second set. Without recorded data only the invented pages are measured.
 * `npm run truth -- portal FOLDER` compares release packages with what is read of them instead.
 */
import { readTruth, truthTable } from '../test/corpus/grants-truth/table.ts'
import { recordedData } from '../test/corpus/recorded.ts'
import { idiomTable } from '../test/grants/idiom/idiom.ts'

const [what, portalFolder] = process.argv.slice(2)
if (what === 'portal') {
  const { takeCensus } = await import('./truth/portal.ts')
  process.exit(takeCensus(portalFolder ?? '.') === 0 ? 0 : 1)
}

process.stdout.write(
  `Invented pages that the reader was not written with\n\n${idiomTable().join('\n')}\n\n`,
)

const { folder } = recordedData('grants')
const sets = readTruth(folder)
if (sets !== null)
  process.stdout.write(
    `Labelled texts that are only measured\n\n${truthTable(sets).join('\n')}\n\n`,
  )

if (recordedData('tenders').present) {
  const { tenderPoolTable } = await import('../test/corpus/tender-pools/table.ts')
  process.stdout.write(`Search of tenders\n\n${tenderPoolTable().join('\n')}\n`)
  const { contractGradeTable } = await import('../test/corpus/contract-grades.ts')
  process.stdout.write(`Search of contracts\n\n${(await contractGradeTable()).join('\n')}\n\n`)
}

if (recordedData('grants').present) {
  const { grantPoolTable } = await import('../test/corpus/grant-pools/table.ts')
  process.stdout.write(`Search of grants\n\n${grantPoolTable(folder).join('\n')}\n`)
}
