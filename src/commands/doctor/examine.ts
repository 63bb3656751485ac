/** Runs the checks of one upstream, one after the other. */
import { errorMessage, UnexpectedAnswer } from '../../platform/errors.ts'
import { type Examination, isNoAnswer } from '../../platform/examination.ts'
import { connectionFailure } from '../../upstream/connection-failure.ts'
import { UpstreamError } from '../../upstream/http.ts'

export type Result = 'holds' | 'differs' | 'could not be asked'

export interface AssumptionResult {
  upstream: string
  assumption: string
  result: Result
  detail: string
}

/** For all checks of one upstream: single lists of some portals take a minute. */
const EXAMINATION_MS = 300_000
const MAX_DETAIL = 190

export async function examine({
  upstream,
  examine,
  close,
}: Examination): Promise<AssumptionResult[]> {
  const results: AssumptionResult[] = []
  for (const { assumption, difference } of examine(AbortSignal.timeout(EXAMINATION_MS))) {
    const addFinding = (result: Result, detail: string) =>
      results.push({
        upstream,
        assumption,
        result,
        detail: detail.split('\n', 1)[0]!.slice(0, MAX_DETAIL),
      })
    try {
      const differs = await difference()
      addFinding(differs === null ? 'holds' : 'differs', differs ?? '')
    } catch (error) {
      addFinding(isUnexpected(error) ? 'differs' : 'could not be asked', describeError(error))
    }
  }
  await close?.()
  return results
}

/** `fetch` names the reason of a failed connection only in the cause. */
function describeError(error: unknown): string {
  return error instanceof TypeError && error.cause instanceof Error
    ? connectionFailure(error.cause)
    : errorMessage(error)
}

/** Whether a client refused what was answered. Otherwise nothing was answered. */
function isUnexpected(error: unknown): boolean {
  if (!(error instanceof UpstreamError))
    return error instanceof UnexpectedAnswer || error instanceof SyntaxError
  const { kind, status } = error
  if (kind === 'too_large') return true
  return status === null ? kind === 'server_error' : !isNoAnswer(status)
}
