/**
 * The subject of the day for `preview`: fixed per UTC day and domain. Subjects that fail are
 * skipped.
 */

import type { PreviewSubject } from '../contract/domain.ts'
import type { Envelope } from '../contract/envelope.ts'
import type { Log } from '../observe/log.ts'
import { ServiceError } from '../platform/errors.ts'
import type { Pipeline } from './pipeline.ts'
import type { BoundPaid } from './registry.ts'

export interface SamplerOptions {
  pipeline: Pick<Pipeline, 'sample'>
  find: (operationId: string) => BoundPaid
  subjects: (utcDay: string) => readonly PreviewSubject[]
  log: Log
}

/**
 * Number of subjects that one request tries: a source that is down is not requested for every
 * candidate.
 */
const MAX_TRIES = 3

/**
 * Answers with the first subject of the day that can be answered. @throws ServiceError
 * UPSTREAM_UNAVAILABLE
 */
export function createSampler({ pipeline, find, subjects, log }: SamplerOptions) {
  /** Subjects that failed today because of the subject itself. They are not tried again. */
  const passed = new Map<string, string>()

  return async (nowMs: number, signal: AbortSignal): Promise<Envelope> => {
    const utcDay = new Date(nowMs).toISOString().slice(0, 10)
    let tries = 0
    let failure: unknown = null
    for (const subject of subjects(utcDay)) {
      const key = `${subject.operationId} ${JSON.stringify(subject.params)}`
      if (passed.get(key) === utcDay) continue
      if (tries === MAX_TRIES) break
      tries += 1
      try {
        return await pipeline.sample(
          find(subject.operationId),
          { params: subject.params, query: [] },
          signal,
        )
      } catch (error) {
        failure = error
        if (!(error instanceof ServiceError) || error.code !== 'SUBJECT_NOT_FOUND') continue
        passed.set(key, utcDay)
        log.warn(
          { operation: subject.operationId, params: subject.params },
          'a sample subject is not on its register; the next one is taken',
        )
      }
    }
    throw new ServiceError('UPSTREAM_UNAVAILABLE', 'No sample can be made right now.', {
      retryAfterSeconds: 60,
      cause: failure,
    })
  }
}
