/** Civil dates as text, `YYYY-MM-DD`, which compares correctly. */
export type CivilDate = string

const DAY_MS = 86_400_000

const toText = (ms: number): CivilDate => new Date(ms).toISOString().split('T', 1)[0]!

/** Whether the text is a real calendar date, `2026-02-30` is not. */
export function isCivilDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const ms = Date.parse(text)
  return !Number.isNaN(ms) && toText(ms) === text
}

export function addDays(date: CivilDate, days: number): CivilDate {
  return toText(Date.parse(date) + days * DAY_MS)
}

/** Calendar days from one date to another; negative when `to` is earlier. */
export function daysBetween(from: CivilDate, to: CivilDate): number {
  return (Date.parse(to) - Date.parse(from)) / DAY_MS
}
