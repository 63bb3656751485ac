/**
 * What becomes of applicants whose case is known when another reader reads the labelled texts. The
 * labels stand for a reader that makes no mistake: once as the caller's readings, once as recorded
 * answers of an operator's model.
 */

import { readText } from 'ukintel-grant-reader'
import type { Criterion } from 'ukintel-grant-reader/criterion'
import { combineReadings } from '../../../src/grants/model/caller-readings.ts'
import { type GrantText, plainText } from '../../../src/grants/model/detail.ts'
import { MODEL_TEXT_LIMIT, parseProposal } from '../../../src/grants/model/model-reader.ts'
import { acceptProposal, type Proposal } from '../../../src/grants/model/proposal.ts'
import type { StatedReading } from '../../../src/grants/model/reading.ts'
import { ELIGIBILITY } from '../../../src/grants/rules/published.ts'
import type { GoldText, Label } from './gold.ts'

type Model = (source: GrantText) => Proposal

interface ReaderTotals {
  texts: number
  /** Texts whose reading counted. */
  counted: number
  legitimate: number
  wronged: number
  ineligible: number
  caught: number
}

interface Read {
  criteria: readonly Criterion[]
  counted: boolean
  complete: boolean
}

/** Readings as a caller sends them: no fact is named, and the quote is the label's. */
function callerReadings(gold: GoldText, labels = gold.criteria): StatedReading[] {
  return labels.map(({ code, operator, value, start, end }) => ({
    code,
    operator: code === 'OTHER' ? 'is' : operator,
    value: code === 'OTHER' ? (value ?? true) : value,
    quote: gold.text.slice(start!, end!),
  }))
}

const binding = ({ criteria }: GoldText): Label[] => criteria.filter(({ optional }) => !optional)

const judgedAsCaller =
  (labelsOf: (gold: GoldText) => readonly Label[]) =>
  (gold: GoldText): Read => {
    const source = plainText(gold.text)
    const combined = combineReadings(source, readText(source), callerReadings(gold, labelsOf(gold)))
    if ('unverified' in combined) throw new Error(`${gold.id}: a label is not in its text`)
    return { criteria: combined.criteria, counted: true, complete: false }
  }

/**
 * Criteria of a text as `assemble` serves them: the model's recorded answer where it passes the
 * gate, else what the rules read.
 */
const judgedAsModel =
  (model: Model, goldOf: (source: GrantText) => GoldText) =>
  (gold: GoldText): Read => {
    const source = plainText(gold.text)
    const rules = readText(source)
    const recorded = JSON.stringify(model(source))
    const proposal = gold.text.length > MODEL_TEXT_LIMIT ? null : parseProposal(recorded)
    const reading = proposal && acceptProposal(source, proposal, rules, { byModel: true })
    if (goldOf(source) !== gold) throw new Error('two labelled texts are the same')
    return reading?.accepted
      ? { criteria: reading.criteria, counted: true, complete: true }
      : { criteria: rules, counted: false, complete: false }
  }

/**
 * Answers with the labels of a text, and with every other line as a requirement that a reader has
 * to judge.
 */
const carefulModel =
  (goldOf: (source: GrantText) => GoldText): Model =>
  (source): Proposal => {
    const labels = binding(goldOf(source))
    const criteria = labels.map(({ code, parameter, operator, value, start, end }) => ({
      code,
      parameter: code === 'OTHER' ? null : parameter,
      operator: code === 'OTHER' ? 'is' : operator,
      value: code === 'OTHER' ? true : value,
      quote: source.text.slice(start!, end!),
    }))
    const lines = source.text.split('\n').filter((line) => line.trim() !== '')
    const others = lines.map((quote) => ({
      code: 'OTHER',
      parameter: null,
      operator: 'is',
      value: true,
      quote,
    }))
    return { criteria: [...criteria, ...others], notes: [] }
  }

export function measureReader(
  gold: readonly GoldText[],
  read: (text: GoldText) => Read,
): ReaderTotals {
  const totals = {
    texts: gold.length,
    counted: 0,
    legitimate: 0,
    wronged: 0,
    ineligible: 0,
    caught: 0,
  }
  for (const text of gold) {
    const { criteria, counted, complete } = read(text)
    if (counted) totals.counted += 1
    for (const { expected, declare, org_type, region } of text.cases) {
      const { band } = ELIGIBILITY.current.judge({
        criteria,
        complete,
        window: { state: 'open', detail: 'open' },
        declared: new Map(Object.entries({ ...declare, org_type, region })),
      })
      const isOut = band === 'ineligible'
      if (expected === 'ineligible') {
        totals.ineligible += 1
        if (isOut) totals.caught += 1
      } else {
        totals.legitimate += 1
        if (isOut) totals.wronged += 1
      }
    }
  }
  return totals
}

/** Each reader by the name that docs/contributors/measures.md has for it. */
export function readersOf(gold: readonly GoldText[]): Record<string, (text: GoldText) => Read> {
  const bySha = new Map(gold.map((text) => [text.sha256, text]))
  const goldOf = ({ sha256 }: GrantText) => bySha.get(sha256)!
  return {
    'rules alone': (text) => ({
      criteria: readText(plainText(text.text)),
      counted: false,
      complete: false,
    }),
    'caller, labels that bind': judgedAsCaller(binding),
    'caller, debatable labels too': judgedAsCaller(({ criteria }) => criteria),
    'model, careful': judgedAsModel(carefulModel(goldOf), goldOf),
  }
}

/** Returns one row for each reader, as docs/contributors/measures.md publishes them. */
export function readerTable(gold: readonly GoldText[]): string[] {
  return Object.entries(readersOf(gold)).map(([name, read]) => {
    const { texts, counted, legitimate, wronged, ineligible, caught } = measureReader(gold, read)
    const share = (caught / ineligible).toFixed(2)
    return `| ${name} | ${counted} of ${texts} | ${wronged} of ${legitimate} | ${share} (${caught} of ${ineligible}) |`
  })
}
