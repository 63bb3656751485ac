/**
 * Refusals for one reason that hit several payers within minutes: the cause is then rarely theirs.
 */
import type { Log } from '../observe/log.ts'
import { createLruMap } from '../platform/lru-map.ts'
import { isUsualReason } from './refusal.ts'

const WINDOW_MS = 600_000
const SEVERAL = 3
const MAX_REASONS = 50
const MAX_PAYERS = 50

export function createUnusualRefusals(log: Pick<Log, 'warn'> | null, elapsedMs: () => number) {
  /** Time of the last refusal of each payer, by reason. */
  const reasons = createLruMap<Map<string, number>>(MAX_REASONS)
  let worst: { code: string; atMs: number; payers: number } | null = null

  return {
    note(reason: string, payer: string) {
      const code = reason.split(':', 1)[0]!
      if (isUsualReason(code)) return
      const nowMs = elapsedMs()
      const payers = reasons.get(code) ?? new Map<string, number>()
      reasons.set(code, payers)
      for (const [each, atMs] of payers) if (atMs < nowMs - WINDOW_MS) payers.delete(each)
      if (payers.size < MAX_PAYERS) payers.set(payer.toLowerCase(), nowMs)
      if (payers.size < SEVERAL) return
      const isNew = worst === null || worst.code !== code || worst.atMs < nowMs - WINDOW_MS
      worst = { code, atMs: nowMs, payers: payers.size }
      if (isNew) log?.warn(worst, 'several payers were refused for one unusual reason')
    },

    problem: () =>
      worst === null || worst.atMs < elapsedMs() - WINDOW_MS
        ? null
        : `it refused ${worst.payers} payers within ten minutes for ${worst.code}, which is rarely their fault; run \`ukintel doctor\``,
  }
}
