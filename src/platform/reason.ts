/** Days that a source states and that cannot be right. */

/**
 * Whether a day on which something had happened is later than the publication that states it. Such
 * a day is a typing error: it is set aside and counted, and makes nothing the newest. Days in the
 * same form: `YYYY-MM-DD`, or numbers that order like it.
 */
export function isOutOfReason<Day extends string | number>(
  stated: Day | null,
  published: Day,
): boolean {
  return stated !== null && stated > published
}
