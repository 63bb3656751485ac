/**
 * The quantile of ascending values by linear interpolation between the closest ranks (R's type 7).
 * `values` must not be empty.
 */
export function quantile(values: ArrayLike<number>, p: number): number {
  const rank = (values.length - 1) * p
  const below = Math.floor(rank)
  const low = values[below]!
  const high = values[Math.min(below + 1, values.length - 1)]!
  return low + (high - low) * (rank - below)
}
