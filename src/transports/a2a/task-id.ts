/**
 * Task ids that contain the request. Nothing is stored between the message that requests a price
 * and the one that pays, which by the x402 transport need not repeat the request. The id works on
 * every replica and after a restart. It proves nothing: a buyer gets what the id says.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { isObject } from '../../platform/json.ts'

export interface Request {
  skill: string
  input: Record<string, unknown>
}

/** No body is longer. */
const MAX_REQUEST_BYTES = 64 * 1024

export function encodeTaskId({ skill, input }: Request): string {
  return deflateRawSync(JSON.stringify([skill, input])).toString('base64url')
}

/** Null for an id that is not ours. */
export function decodeTaskId(taskId: string): Request | null {
  try {
    const inflated = inflateRawSync(Buffer.from(taskId, 'base64url'), {
      maxOutputLength: MAX_REQUEST_BYTES,
    })
    const [skill, input] = JSON.parse(inflated.toString('utf8')) as unknown[]
    return typeof skill === 'string' && isObject(input) ? { skill, input } : null
  } catch {
    return null
  }
}
