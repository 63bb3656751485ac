/** Every published reader of eligibility texts on labelled texts, side by side. */
import type { EligibilityRules } from '../../../src/grants/rules/version.ts'
import type { GoldText } from './gold.ts'
import { measureText, type Totals, totalsOf } from './measure.ts'

export function measureRules(gold: readonly GoldText[], { reader, judge }: EligibilityRules): Totals {
  const window = { state: 'open', detail: 'open' } as const
  return totalsOf(
    gold.map((text) =>
      measureText(text, {
        read: (source) => reader.read(source),
        band: (criteria, declared) => judge({ criteria, complete: false, window, declared }).band,
      }),
    ),
  )
}

const of = (part: number, whole: number) => `${part} of ${whole}`

/** One row a figure, one column a column; as docs/rules publishes it. */
export function truthTable(columns: readonly { name: string; totals: Totals }[]): string[] {
  const row = (name: string, cell: (totals: Totals) => string) => `| ${[name, ...columns.map(({ totals }) => cell(totals))].join(' | ')} |`
  return [
    `| ${['Figure', ...columns.map(({ name }) => name)].join(' | ')} |`,
    `| ${['---', ...columns.map(() => '---')].join(' | ')} |`,
    row('texts', ({ texts }) => String(texts)),
    row('findings that are right (precision)', ({ precision, right, found }) => `${precision.toFixed(2)} (${of(right, found)})`),
    row('stated limits that are found (recall)', ({ recall, recalled, expected }) => `${recall.toFixed(2)} (${of(recalled, expected)})`),
    row('texts that call a legitimate applicant ineligible', ({ wrongingTexts, texts }) => of(wrongingTexts, texts)),
    row('legitimate applicants called ineligible', ({ wronged, legitimate }) => of(wronged, legitimate)),
    row('ineligible applicants caught', ({ caught, ineligible }) => of(caught, ineligible)),
    row('traps fallen into', ({ trapped, traps }) => of(trapped, traps)),
    row('quotes that are not in the text', ({ wrongQuotes }) => String(wrongQuotes)),
  ]
}
