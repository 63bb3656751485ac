/** Companies that everybody knows, for the free sample. One a day, in turn. */
export const WELL_KNOWN_COMPANIES = [
  '00445790', // Tesco PLC
  '00214436', // Marks and Spencer plc
  '00185647', // J Sainsbury plc
  '00102498', // BP p.l.c.
  '01833679', // Vodafone Group plc
  '00048839', // Barclays PLC
  '00617987', // HSBC Holdings plc
  '00041424', // Unilever PLC
  '02723534', // AstraZeneca PLC
  '03888792', // GSK plc
  '07524813', // Rolls-Royce Holdings plc
  '01470151', // BAE Systems plc
  '00023307', // Diageo plc
  '01777777', // British Airways plc
  '04190816', // BT Group plc
  'SC095000', // Lloyds Banking Group plc
  'SC045551', // NatWest Group plc
  '04412362', // Next plc
  '00502851', // Greggs plc
  '03959649', // easyJet plc
  '04138203', // Royal Mail Group Limited
  '04031152', // National Grid plc
  '00358949', // Wm Morrison Supermarkets Limited
  '00233462', // John Lewis plc
  '02904587', // Network Rail Infrastructure Limited
  '00053723', // Pearson plc
  'SC117119', // SSE plc
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
