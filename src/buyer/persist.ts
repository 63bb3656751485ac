/** Sends a payment until its outcome is known, with the same signature each time: signing again could pay twice. */
import type { BoughtAnswer, Buyer, CallRequest } from './buyer.ts'
import { findCode, judgeOutcome } from './outcome.ts'

const ATTEMPTS = 4
const MAX_WAIT_MS = 10_000
const DEFAULT_WAIT_MS = 1000

function waitMs(answer: BoughtAnswer | null): number {
  const seconds = Number(answer?.headers.get('retry-after') ?? Number.NaN)
  return seconds >= 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : DEFAULT_WAIT_MS
}

/**
 * Returns the last answer, which may still be open after all attempts. `onWait` receives reason and
 * length of each pause.
 * @throws the error of the last attempt if it did not reach the service
 */
export async function sendUntilKnown(
  buyer: Pick<Buyer, 'send'>,
  request: CallRequest,
  paymentSignature: string,
  options: {
    onWait?: (reason: string, ms: number) => void
    sleep?: (ms: number) => Promise<void>
  } = {},
): Promise<BoughtAnswer> {
  const sleep = options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)))
  for (let attempt = 1; ; attempt++) {
    let answer: BoughtAnswer | null = null
    let reason = ''
    try {
      answer = await buyer.send(request, paymentSignature)
      if (judgeOutcome(answer) !== 'open' || attempt === ATTEMPTS) return answer
      reason = findCode(answer.text) ?? `HTTP ${answer.status}`
    } catch (error) {
      if (attempt === ATTEMPTS) throw error
      reason = 'the connection failed'
    }
    const ms = waitMs(answer)
    options.onWait?.(reason, ms)
    await sleep(ms)
  }
}
