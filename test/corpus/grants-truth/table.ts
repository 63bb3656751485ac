/** The figures of the reader of eligibility texts on labelled texts. */
import { readText } from '../../../src/grants/model/reader/reader.ts'
import { READER_VERSION } from '../../../src/grants/model/reader/version.ts'
import { ELIGIBILITY } from '../../../src/grants/rules/published.ts'
import type { GoldText } from './gold.ts'
import { measureText, type Totals, totalsOf } from './measure.ts'

export function measureRules(gold: readonly GoldText[]): Totals {
  const window = { state: 'open', detail: 'open' } as const
  return totalsOf(
    gold.map((text) =>
      measureText(text, {
        read: readText,
        band: (criteria, declared) =>
          ELIGIBILITY.current.judge({ criteria, complete: false, window, declared }).band,
      }),
    ),
  )
}

const of = (part: number, whole: number) => `${part} of ${whole}`

/** Returns one row for each figure, as docs/rules publishes them. */
export function truthTable(totals: Totals): string[] {
  const row = (name: string, cell: (totals: Totals) => string) => `| ${name} | ${cell(totals)} |`
  return [
    `| Figure | ${READER_VERSION} |`,
    '| --- | --- |',
    row('texts', ({ texts }) => String(texts)),
    row(
      'findings that are right (precision)',
      ({ precision, right, found }) => `${precision.toFixed(2)} (${of(right, found)})`,
    ),
    row(
      'stated limits that are found (recall)',
      ({ recall, recalled, expected }) => `${recall.toFixed(2)} (${of(recalled, expected)})`,
    ),
    row('texts that call a legitimate applicant ineligible', ({ wrongingTexts, texts }) =>
      of(wrongingTexts, texts),
    ),
    row('legitimate applicants called ineligible', ({ wronged, legitimate }) =>
      of(wronged, legitimate),
    ),
    row('ineligible applicants caught', ({ caught, ineligible }) => of(caught, ineligible)),
    row('traps fallen into', ({ trapped, traps }) => of(trapped, traps)),
    row('quotes that are not in the text', ({ wrongQuotes }) => String(wrongQuotes)),
  ]
}
