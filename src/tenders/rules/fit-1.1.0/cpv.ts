import { significantDigits } from '../../model/cpv.ts'
import { FULL_CPV, NO_POINTS } from '../fit-1.0.0/factors.ts'
import type { CpvPoints, SupplierProfile } from '../version.ts'

/**
 * By digits in common; a whole prefix is more telling than a part of one, and the more so the
 * longer it is: three digits hold lifts, doors and boilers alike. Under five digits it is short of
 * what "strong" needs: some word must speak for the notice too.
 */
const IN_COMMON = [0, 0, 10, 16, 20] as const
const COVERED = [0, 0, 20, 21, 23] as const

function points(code: string, prefix: string): number {
  const digits = significantDigits(code)
  const wanted = significantDigits(prefix)
  let common = 0
  while (common < wanted.length && common < digits.length && wanted[common] === digits[common])
    common += 1
  const table = common === wanted.length ? COVERED : IN_COMMON
  return table[common] ?? FULL_CPV.points
}

/**
 * Judges eight-digit codes, given as numbers, for one profile. Only prefixes of a code's own
 * division can give it points.
 */
export function createCpvJudge(profile: Pick<SupplierProfile, 'cpv'>): (code: number) => CpvPoints {
  const byDivision = Map.groupBy(profile.cpv, (prefix) => Number(prefix.slice(0, 2)))
  return (code) => {
    let best = NO_POINTS
    for (const prefix of byDivision.get(Math.floor(code / 1_000_000)) ?? []) {
      const judged = {
        points: points(String(code).padStart(8, '0'), prefix),
        broad: significantDigits(prefix).length === 2,
      }
      if (
        judged.points > best.points ||
        (judged.points === best.points && best.broad && !judged.broad)
      )
        best = judged
    }
    return best
  }
}
