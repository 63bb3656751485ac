/** Problem replies with one log line each, so that an operator can explain every refusal from its request id. */
import type { Log } from '../observe/log.ts'
import { ServiceError } from '../platform/errors.ts'
import { problemReply, type Reply } from './problem.ts'

export interface ProblemContext {
  /** Path or tool that the problem document names as its instance. */
  instance: string
  requestId: string
  /** True if a payment came with the request. */
  withPayment?: boolean
  /** Id of the operation, if the request reached one. */
  operation?: string
}

export interface Problems {
  /** Returns the problem document of any thrown value, and logs it. */
  reply(error: unknown, context: ProblemContext): Reply
}

interface ProblemsOptions {
  publicUrl: string
  log: Log
  /** Called with the name of the limit for each call that a rate limit refused. */
  onRateLimited?: (limit: string) => void
}

export function createProblems({ publicUrl, log, onRateLimited }: ProblemsOptions): Problems {
  function logRefusal(error: ServiceError, fields: object): void {
    const { code, limit } = error
    if (limit !== null) onRateLimited?.(limit.name)
    const limited = limit !== null && { limit: limit.name, keyHash: limit.keyHash }
    log.debug({ ...fields, code, ...limited }, 'request refused')
  }

  return {
    reply(error, { operation, ...options }) {
      const reply = problemReply(error, { publicUrl, ...options })
      const fields = { requestId: options.requestId, ...(operation && { operation }) }
      if (error instanceof ServiceError) logRefusal(error, fields)
      if (reply.status >= 500 && !isOverload(error)) {
        const cause = error instanceof ServiceError ? error.cause : error
        const level = reply.status === 500 ? 'error' : 'warn'
        log[level]({ ...fields, status: reply.status, err: cause }, 'request failed')
      }
      return reply
    },
  }
}

/** The pipeline logs these calls with its limit. */
const isOverload = (error: unknown) => error instanceof ServiceError && error.code === 'OVERLOADED'
