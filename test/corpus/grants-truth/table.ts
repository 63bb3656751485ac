/** The figures of the reader of eligibility texts on labelled texts. */

import { readText } from 'ukintel-grant-reader'
import { CERTAINTIES } from 'ukintel-grant-reader/criterion'
import { READER_VERSION } from 'ukintel-grant-reader/version'
import { type GoldText, readGold } from './gold.ts'
import { type Graded, measureText, type Outcome, totalsOf } from './measure.ts'

const measureRules = (gold: readonly GoldText[]): Outcome =>
  totalsOf(gold.map((text) => measureText(text, readText)))

/** Returns the totals of the sets that are only measured; `null` if the recorded data is absent. */
export function readTruth(folder: string): Record<string, Outcome> | null {
  const [apart, second] = [readGold(folder, 'apart'), readGold(folder, 'second')]
  return apart && second && { 'set apart': measureRules(apart), 'second set': measureRules(second) }
}

const share = (part: number, whole: number) =>
  `${(whole === 0 ? 1 : part / whole).toFixed(2)} (${part} of ${whole})`

/**
 * Returns one row for each figure, with a column for each set, as docs/contributors publishes them.
 */
export function truthTable(sets: Readonly<Record<string, Outcome>>): string[] {
  const row = (name: string, cell: (totals: Outcome) => string) =>
    `| ${[name, ...Object.values(sets).map(cell)].join(' | ')} |`
  const upTo = (counts: Graded, last: number) =>
    CERTAINTIES.slice(0, last).reduce((sum, each) => sum + counts[each], 0)
  return [
    `| Figure, ${READER_VERSION} | ${Object.keys(sets).join(' | ')} |`,
    `| --- |${' --- |'.repeat(Object.keys(sets).length)}`,
    row('texts', ({ texts }) => String(texts)),
    ...CERTAINTIES.map((each) =>
      row(`${each} findings that are right (precision)`, ({ right, found }) =>
        share(right[each], found[each]),
      ),
    ),
    ...['sure', 'sure or likely', 'in any certainty'].map((name, index) =>
      row(`stated limits that are found, ${name} (recall)`, ({ recalled, expected }) =>
        share(upTo(recalled, index + 1), expected),
      ),
    ),
    ...['by a sure limit', 'by a likely one as well', 'by any'].map((name, index) =>
      row(`ineligible applicants caught ${name}`, ({ caught, ineligible }) =>
        share(upTo(caught, index + 1), ineligible),
      ),
    ),
    ...CERTAINTIES.map((each) =>
      row(`legitimate applicants with a ${each} failure`, ({ wronged, legitimate }) =>
        share(wronged[each], legitimate),
      ),
    ),
    row('verdicts "ineligible" that are right', ({ caught, wronged }) =>
      share(caught.sure, caught.sure + wronged.sure),
    ),
    row('uncertain answers with a likely or doubtful failure', ({ graded, uncertain }) =>
      share(graded, uncertain),
    ),
    row('traps that a sure finding falls into', ({ trapped, traps }) => share(trapped, traps)),
    row('quotes that are not in the text', ({ wrongQuotes }) => String(wrongQuotes)),
  ]
}
