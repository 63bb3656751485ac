/**
 * Well-known companies for the free sample, one a day. Each has its name and number together in
 * published records.
 */
export const WELL_KNOWN_COMPANIES = [
  '00445790', // Tesco PLC
  '00214436', // Marks and Spencer P.L.C.
  '00185647', // J Sainsbury plc
  '00102498', // BP p.l.c.
  '01833679', // Vodafone Group Public Limited Company
  '00048839', // Barclays PLC
  '00617987', // HSBC Holdings plc
  '00041424', // Unilever PLC
  '02723534', // AstraZeneca PLC
  '03888792', // GSK plc
  '01470151', // BAE Systems plc
  '04031152', // National Grid plc
  'SC095000', // Lloyds Banking Group plc
  'SC045551', // NatWest Group plc
] as const

/** How many the day may fall back on when the first is not to be had. */
const CANDIDATES = 4
const DAY_MS = 86_400_000

/** The day's companies, best first. The same day gives the same list. */
export function subjectsOfDay(numbers: readonly string[], utcDay: string): string[] {
  const day = Math.floor(Date.parse(utcDay) / DAY_MS)
  const start = ((day % numbers.length) + numbers.length) % numbers.length
  return [...numbers.slice(start), ...numbers.slice(0, start)].slice(0, CANDIDATES)
}
