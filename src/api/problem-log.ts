/**
 * Problem replies with one log line each, so that an operator can explain every refusal from its
 * request id.
 */
import type { Log } from '../observe/log.ts'
import { toServiceError } from '../platform/errors.ts'
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
  return {
    reply(error, { operation, ...options }) {
      const reply = problemReply(error, { publicUrl, ...options })
      const { code, detail, limit, cause, payment } = toServiceError(error)
      if (limit !== null) onRateLimited?.(limit.name)
      const fields = {
        requestId: options.requestId,
        ...(operation && { operation }),
        code,
        detail,
        ...(limit && { limit: limit.name, keyHash: limit.keyHash }),
      }
      const { status } = reply
      const isPayment = options.withPayment && payment !== 'none'
      if (status < 500) log[isPayment ? 'info' : 'debug'](fields, 'request refused')
      else if (code !== 'OVERLOADED')
        log[status === 500 ? 'error' : 'warn']({ ...fields, status, err: cause }, 'request failed')
      return reply
    },
  }
}
