/** Makes a story short: the same violation from fewer and plainer decisions. */
import type { SimulatedLedger } from './ledger.ts'
import { type Played, play } from './schedule.ts'

/** Tries at most so many schedules; a fault that takes longer to shrink stays a longer story. */
const MAX_TRIES = 2000

export async function shrink(ledger: SimulatedLedger, found: Played): Promise<Played> {
  const name = found.violation!.name
  let best = [...found.choices]
  let tries = 0
  const holds = async (choices: readonly number[]) => {
    tries += 1
    const played = await play(ledger, { choices })
    if (played.violation?.name !== name) return false
    // What was left out at the end was zero, and what was not taken is of no use.
    best = trimmed(played.choices)
    return true
  }
  for (let before = ''; before !== best.join() && tries < MAX_TRIES; ) {
    before = best.join()
    for (let size = Math.max(1, best.length >> 1); size >= 1 && tries < MAX_TRIES; size >>= 1) {
      for (let at = best.length - size; at >= 0 && tries < MAX_TRIES; at -= size) {
        if (at >= best.length) continue
        await holds([...best.slice(0, at), ...best.slice(at + size)])
      }
    }
    for (let size = Math.max(1, best.length >> 2); size >= 1 && tries < MAX_TRIES; size >>= 1) {
      for (let at = 0; at < best.length && tries < MAX_TRIES; at += size) {
        if (best.slice(at, at + size).every((choice) => choice === 0)) continue
        await holds(best.map((choice, index) => (index >= at && index < at + size ? 0 : choice)))
      }
    }
    for (let at = 0; at < best.length && tries < MAX_TRIES; at += 1) {
      for (const lower of [1, best[at]! >> 1, best[at]! - 1]) {
        if (lower > 0 && lower < (best[at] ?? 0) && (await holds(best.with(at, lower)))) break
      }
    }
  }
  return await play(ledger, { choices: best }, true)
}

function trimmed(choices: readonly number[]): number[] {
  let length = choices.length
  while (length > 0 && choices[length - 1] === 0) length -= 1
  return choices.slice(0, length)
}
