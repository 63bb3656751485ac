/** Free samples: which of them this deployment can show now, and the one on the overview. */
import type { Health, PreviewDomain } from '../meta/deps.ts'
import type { Site } from './site.ts'

export const SAMPLES: readonly { domain: PreviewDomain; id: string; title: string }[] = [
  { domain: 'company', id: 'company_verdict', title: 'Company verdict' },
  { domain: 'tenders', id: 'tender_brief', title: 'Tender dossier' },
  { domain: 'grants', id: 'grant_eligibility', title: 'Grant eligibility' },
]

/** Returns whether a subject for the sample is known. `health` is `null` if it cannot be read. */
export function isSampleReady(
  { catalogue }: Site,
  { domain, id }: (typeof SAMPLES)[number],
  health: Health | null,
): boolean {
  const operation = catalogue.operations.find((bound) => bound.operation.id === id)?.operation
  if (!operation) return false
  if (domain === 'company' && health?.upstreams.companies_house?.status === 'not_configured')
    return false
  return Object.keys(operation.params.shape).every((name) => operation.example.input[name] != null)
}

const FRESH_MS = 3_600_000
const READ_WITHIN_MS = 20_000

/**
 * Returns the last sample that was read, `null` before the first. A page never waits for it: an
 * older one is read again in the background, once at a time.
 * @param read throws if there is no sample now
 */
export function createSampleReader(
  read: (nowMs: number, signal: AbortSignal) => Promise<object>,
  nowMs: () => number,
): () => object | null {
  let last: object | null = null
  let readMs = Number.NEGATIVE_INFINITY

  return () => {
    if (nowMs() - readMs >= FRESH_MS) {
      readMs = nowMs()
      read(readMs, AbortSignal.timeout(READ_WITHIN_MS)).then(
        (sample) => {
          last = sample
        },
        () => {
          last = null
        },
      )
    }
    return last
  }
}
