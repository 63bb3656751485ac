/** Asks, and holds what came back against what the code takes for granted. */
import { type Assumption, NothingToJudge, type Payload } from '../../platform/assumption.ts'
import { errorMessage } from '../../platform/errors.ts'

/** One request and what rests on its answer. */
export interface Question {
  /** Within its upstream, for the name of a recording: `profile`. */
  name: string
  assumptions: readonly Assumption[]
  /** `answers`: of the questions before it, by name. @throws Error when there is no answer to judge */
  ask(answers: ReadonlyMap<string, Payload>): Promise<Payload>
}

export interface Examination {
  upstream: string
  /** In the order in which they are asked, one after the other. */
  questions: readonly Question[]
}

export type Result = 'holds' | 'differs' | 'could not be asked'

export interface AssumptionResult {
  upstream: string
  assumption: string
  result: Result
  detail: string
}

export async function examine(
  { upstream, questions }: Examination,
  onPayload: (question: string, payload: Payload) => void = () => {},
): Promise<AssumptionResult[]> {
  const answers = new Map<string, Payload>()
  const findings: AssumptionResult[] = []
  for (const { name, assumptions, ask } of questions) {
    const found = (assumption: Assumption, result: Result, detail: string) =>
      findings.push({
        upstream,
        assumption: `${assumption.id}: ${assumption.says}`,
        result,
        detail,
      })
    try {
      const payload = await ask(answers)
      answers.set(name, payload)
      onPayload(name, payload)
      for (const assumption of assumptions) {
        const { result, detail } = judge(assumption, payload)
        found(assumption, result, detail)
      }
    } catch (error) {
      for (const assumption of assumptions)
        found(assumption, 'could not be asked', errorMessage(error).split('\n', 1)[0]!)
    }
  }
  return findings
}

function judge(assumption: Assumption, payload: Payload): { result: Result; detail: string } {
  try {
    const fault = assumption.fault(payload)
    return fault === null
      ? { result: 'holds', detail: known(assumption) }
      : { result: 'differs', detail: fault }
  } catch (error) {
    if (error instanceof NothingToJudge)
      return { result: 'could not be asked', detail: error.message }
    // An answer that not even the check can read differs.
    return { result: 'differs', detail: `it cannot be read: ${errorMessage(error).slice(0, 80)}` }
  }
}

function known({ since, seen }: Assumption): string {
  return `written down ${since}; ${seen === null ? 'until now read in documentation only' : `last seen ${seen.on}${seen.live ? '' : ', never live'}`}`
}
