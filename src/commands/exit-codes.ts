/**
 * Exit codes of commands that have others than those of every command. Listed in
 * `docs/operators/commands.md`.
 */
const COMMON = {
  0: 'done',
  1: 'failed: the reason is on standard error',
  2: 'unknown command or option',
} as const

type Codes = Readonly<Record<number, string>>

const OWN: Readonly<Record<string, Codes>> = {
  call: { 0: 'answered', 1: 'not answered, or the payment is open' },
  config: { 1: 'with `--check`: the service would not start' },
  doctor: { 0: 'all holds', 1: 'something differs', 2: 'something could not be requested' },
  'ingest payment-practices': { 0: 'read', 1: 'refused' },
  'ledger reconcile': { 0: 'equal', 1: 'a difference', 2: 'the chain did not answer' },
  listings: { 0: 'nothing to do', 1: 'something to do, also before the first settlement' },
  serve: { 0: 'stopped on request' },
  status: { 0: 'all is well', 1: 'degraded, or not reachable' },
  verify: {
    0: 'answer, receipt and rules agree',
    1: 'something differs',
    2: 'with `--against`: the service would answer otherwise now',
    3: 'cannot be judged',
  },
}

/** Returns the meaning of each exit code of a command, by its path such as `ledger reconcile`. */
export const listExitCodes = (path: string): Codes => ({ ...COMMON, ...OWN[path] })
