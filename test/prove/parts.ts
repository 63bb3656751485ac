/** Parts of `npm run prove`, loaded on demand. */

/** Arguments as they were given, under their camel-cased names. */
export type Given = Readonly<Record<string, string | boolean>>

/** Prints as it goes. False: something was found that must not be. */
export type Proof = (given: Given, print: (line: string) => void) => Promise<boolean>

interface Part {
  name: string
  summary: string
  arguments: readonly { flag: string; about: string; byDefault?: string }[]
  load(): Promise<Proof>
}

export const parts: readonly Part[] = [
  {
    name: 'short',
    summary: 'short rounds of real processes, kills and installed packages, as CI runs them',
    arguments: [],
    load: async () => (await import('./short.ts')).short,
  },
  {
    name: 'simulation',
    summary:
      'gate, claims and background in several simulated processes, under invented time and every fault',
    arguments: [
      {
        flag: '--seed <n>',
        about: 'the first of the numbers from which schedules follow',
        byDefault: '1',
      },
      { flag: '--schedules <n>', about: 'how many', byDefault: '500' },
      { flag: '--seconds <n>', about: 'stop after this long, whatever is done' },
      { flag: '--only <n>', about: 'one schedule of the seed, told in full' },
      { flag: '--shrink', about: 'with --only: the same violation from fewer decisions' },
      {
        flag: '--state <file>',
        about: 'go on where this file says that a run stopped, and write it',
      },
    ],
    load: async () => (await import('../simulation/prove.ts')).simulation,
  },
  {
    name: 'patterns',
    summary:
      'every regular expression of the product judged by its automaton: none may take more than linear time',
    arguments: [
      { flag: '--under <path>', about: 'only patterns of files whose path begins so' },
      { flag: '--short', about: 'leave out files whose patterns read bounded text only' },
    ],
    load: async () => (await import('./patterns/prove.ts')).patterns,
  },
  {
    name: 'mutations',
    summary: 'faults built into gate and claims: which are noticed, by which schedule or test',
    arguments: [
      {
        flag: '--kind <kind>',
        about:
          'planted: those of test/simulation/bugs.ts, found by schedules; generated: every small change, found by schedules or quick tests',
        byDefault: 'planted',
      },
      { flag: '--seed <n>', about: 'of the schedules', byDefault: '1' },
      {
        flag: '--schedules <n>',
        about: 'give up on a fault after so many (planted: 20000, generated: 100)',
      },
      {
        flag: '--stage <name>',
        about:
          'generated: only to these: quickly (tests that cost least), schedules, slowly (all other tests)',
      },
      {
        flag: '--tests <name>',
        about: 'generated, slowly: only to tests in files with this in their names',
      },
      {
        flag: '--chain',
        about: 'generated: show what survives to tests over a real chain as well',
      },
      { flag: '--only <name>', about: 'one of them; generated: those with this in their names' },
      { flag: '--seconds <n>', about: 'generated: begin none after this long' },
      {
        flag: '--state <file>',
        about: 'generated: go on where this file says that a run stopped, and write it',
      },
    ],
    load: async () => (await import('../mutants/prove.ts')).mutations,
  },
  {
    name: 'freshness',
    summary:
      'quotes against the answers that they quote: time, sources, matches and bytes of the header, by HTTP, MCP and A2A',
    arguments: [
      { flag: '--seed <n>', about: 'from which the questions follow', byDefault: '1' },
      { flag: '--requests <n>', about: 'answers compared, of each operation', byDefault: '500' },
    ],
    load: async () => (await import('./freshness/prove.ts')).freshness,
  },
  {
    name: 'monitor',
    summary:
      'a month of saved searches asked four times a day while sources change and processes die: nothing missed, nothing twice, nothing paid for nothing',
    arguments: [
      { flag: '--seed <n>', about: 'from which change and kills follow', byDefault: '1' },
      { flag: '--days <n>', about: 'of invented time', byDefault: '30' },
      { flag: '--engine <name>', about: 'sqlite, postgres or both', byDefault: 'both' },
    ],
    load: async () => (await import('./monitor/prove.ts')).monitor,
  },
  {
    name: 'power-cuts',
    summary:
      'the ledger’s log on SQLite cut at every synced length and every write in between, reopened, compared with what was told',
    arguments: [
      {
        flag: '--seed <n>',
        about: 'the first round’s; the next has the next number',
        byDefault: '1',
      },
      { flag: '--rounds <n>', about: 'runs of buyers, each cut everywhere', byDefault: '20' },
      { flag: '--seconds <n>', about: 'stop after this long, whatever is done' },
      { flag: '--sabotage', about: 'a ledger that tells before it syncs: must be found out' },
    ],
    load: async () => (await import('./power-cuts/prove.ts')).powerCuts,
  },
  {
    name: 'wire',
    summary:
      'replicas in processes of their own on one PostgreSQL, over a wire that delays, reorders, cuts and falls silent, and with a standby that takes over',
    arguments: [
      { flag: '--story <name>', about: 'identifier, faults or failover', byDefault: 'faults' },
      { flag: '--seed <n>', about: 'the first round’s', byDefault: '1' },
      { flag: '--rounds <n>', about: 'how many', byDefault: '4' },
      { flag: '--seconds <n>', about: 'stop after this long, whatever is done' },
      {
        flag: '--delay-ms <n>',
        about: 'mean delay of each statement and each answer',
        byDefault: '2',
      },
      { flag: '--purchases <n>', about: 'a round (faults, failover)', byDefault: '60' },
      { flag: '--replicas <n>', about: 'faults: 2 and 4 by turns unless told' },
    ],
    load: async () => (await import('./wire/prove.ts')).wire,
  },
  {
    name: 'chaos',
    summary:
      'real processes killed and stopped under paying load on both stores; chain, ledger and answers compared to the atomic unit',
    arguments: [
      { flag: '--seed <n>', about: 'the first round’s', byDefault: '1' },
      {
        flag: '--kills <n>',
        about: 'how many in all, those of the state file included',
        byDefault: '50',
      },
      {
        flag: '--per-round <n>',
        about: 'kills between two audits, each on new stores',
        byDefault: '25',
      },
      { flag: '--seconds <n>', about: 'begin no round after this long' },
      {
        flag: '--state <file>',
        about: 'go on where this file says that a run stopped, and write it',
      },
    ],
    load: async () => (await import('./chaos/prove.ts')).chaos,
  },
  {
    name: 'proxies',
    summary:
      'every paid operation bought by a program, a browser, MCP and A2A behind nginx, haproxy and Apache with their default settings',
    arguments: [],
    load: async () => (await import('./proxies/prove.ts')).proxies,
  },
  {
    name: 'clients',
    summary:
      'clients of other makers, installed from npm in the versions of docs/callers/clients.md, buy over HTTP and MCP',
    arguments: [],
    load: async () => (await import('./clients/prove.ts')).clients,
  },
  {
    name: 'replicas',
    summary: 'two and four replicas behind haproxy on one PostgreSQL: faults under paying load',
    arguments: [
      { flag: '--seed <n>', about: 'the first round’s', byDefault: '1' },
      {
        flag: '--rounds <n>',
        about: 'how many, two and four replicas by turns',
        byDefault: '4',
      },
      { flag: '--seconds <n>', about: 'how long each', byDefault: '60' },
    ],
    load: async () => (await import('./replicas/prove.ts')).replicas,
  },
  {
    name: 'fuzz',
    summary:
      'requests made from the interface description, valid to hostile, by HTTP, MCP and A2A, paid and unpaid: no 500, no crash, no growth',
    arguments: [
      { flag: '--seed <n>', about: 'from which requests follow', byDefault: '1' },
      { flag: '--requests <n>', about: 'how many', byDefault: '5000' },
      { flag: '--seconds <n>', about: 'stop after this long, whatever is done' },
    ],
    load: async () => (await import('./fuzz/prove.ts')).fuzz,
  },
  {
    name: 'overload',
    summary:
      'one process under 64, 256 and 1,024 connections of paid and unpaid calls: what it refuses, what it never loses, and how soon it recovers',
    arguments: [
      { flag: '--seed <n>', about: 'of the callers’ choices', byDefault: '1' },
      { flag: '--seconds <n>', about: 'of load in all', byDefault: '60' },
    ],
    load: async () => (await import('./overload/prove.ts')).overload,
  },
]
