/**
 * A month of saved searches and watched companies, read four times a day by a buyer who pays when
 * there is a price. Sources change, and processes are killed during reads of sources and during
 * paid calls. Compared with the store every hour: no change missed, none repeated, no payment
 * without changes.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { anvilBinary } from '../../../sandbox/chain/anvil.ts'
import { startLocalChain } from '../../../sandbox/chain/local-chain.ts'
import { startFacilitator } from '../../../sandbox/facilitator/facilitator.ts'
import { sandboxWallet } from '../../../sandbox/wallets.ts'
import { windowState } from '../../../src/grants/model/dates.ts'
import { readListItem } from '../../../src/grants/model/listing.ts'
import { openStore, type Store } from '../../../src/store/open.ts'
import { isLive, type Notice } from '../../../src/tenders/model/notice.ts'
import { filterMask } from '../../../src/tenders/model/regions.ts'
import { freePort } from '../../../src/transports/free-port.ts'
import { createBuyer } from '../../../test/support/buyer.ts'
import { createFolder } from '../../support/folder.ts'
import { startPostgres } from '../../support/postgres.ts'
import type { Given } from '../parts.ts'
import { type Random, randomOf, tally } from '../random.ts'
import { type ChangingWorld, startChangingWorld, WATCHED } from './world.ts'

const HOUR_MS = 3_600_000
const STEP_MS = 6 * HOUR_MS
const START_MS = Date.parse('2026-11-22T06:10:00Z')
const PURSE = 1_000_000_000n
const CHILD = join(import.meta.dirname, '../../support/monitor-child.ts')

interface Change {
  at: string
  kind: string
  id: string
  detail: { fields: { field: string; before: unknown; after: unknown }[] }
}

interface Monitor {
  query: string
  cursor: string | null
  heard: Set<string>
  /** Last known state of ids. */
  known: Map<string, string>
  /** Its rows in the store can be read, so that `known` is what is there. */
  compared: boolean
  told: Change[]
}

interface Replica {
  url: string
  child: ChildProcess
  environment: Record<string, string>
}

export interface MonitorResult {
  violations: string[]
  counts: ReturnType<typeof tally>
  spentAtomic: bigint
}

type Options = { engine: 'sqlite' | 'postgres'; days: number; print?: (line: string) => void }

/** Results of a search from the rows of the store: ids with deadline or state. */
type Actual = { there: Map<string, string>; matching: Set<string> }

const TENDER_SEARCHES: Readonly<Record<string, (notice: Notice) => boolean>> = {
  'region=scotland': ({ regions }) => (regions & filterMask(['scotland'])) !== 0,
  'region=wales&stage=tender': ({ regions, stage }) =>
    (regions & filterMask(['wales'])) !== 0 && stage === 'tender',
  'cpv=90': ({ cpv }) => (cpv ?? []).some((code) => code.startsWith('90')),
  'cpv=45,72': ({ cpv }) => (cpv ?? []).some((code) => /^(45|72)/.test(code)),
  'region=london&value_max=200000': ({ regions, value }) =>
    (regions & filterMask(['london'])) !== 0 && (value?.amount ?? Infinity) <= 200_000,
}

/** Null where there is no chain program for the platform. */
export async function monitorRound(
  random: Random,
  { engine, days, print = () => {} }: Options,
): Promise<MonitorResult | null> {
  const binary = anvilBinary()
  if (binary === null) return null
  const counts = tally()
  const violations: string[] = []
  const realNow = Date.now
  let nowMs = START_MS
  // Facilitator, portals and buyer run here, and live in the same hour as the service.
  Date.now = () => nowMs
  const folder = createFolder()
  const closers: (() => Promise<unknown> | unknown)[] = []
  try {
    const world = await startChangingWorld(random, nowMs)
    closers.push(world.close)
    // A chain is needed: without one, a payment whose process died between settlement and record
    // stays unknown.
    const chain = await startLocalChain(binary, nowMs)
    closers.push(chain.close)
    const facilitator = await startFacilitator(chain)
    closers.push(facilitator.close)
    const postgres = engine === 'postgres' ? await startPostgres() : null
    if (postgres) closers.push(postgres.stop)
    const databaseUrl = postgres ? await postgres.freshDatabaseUrl() : null
    const wallet = sandboxWallet('monitor')
    await chain.mint(wallet.address, PURSE)
    const urls = { facilitator: facilitator.url, chain: chain.url }
    // A process that starts again reads what the first one compiled.
    const NODE_COMPILE_CACHE = join(folder, 'compiled')
    const replicas: Replica[] = []
    for (const name of ['a', 'b']) {
      const dataDir = databaseUrl ? join(folder, name) : folder
      replicas.push(
        await startReplica(
          { ...(await environmentOf(world, urls, { databaseUrl, dataDir })), NODE_COMPILE_CACHE },
          nowMs,
        ),
      )
    }
    closers.push(() => Promise.all(replicas.map(({ child }) => kill(child))))
    const store = await openStore({
      databaseUrl,
      dataDir: databaseUrl ? join(folder, 'seen') : folder,
    })
    closers.push(store.close)
    const monitors = monitorsOf()
    for (let before = 0; before < 6; before += 1) world.change(nowMs)
    const house = {
      replicas,
      random,
      counts,
      violations,
      buyer: createBuyer({ privateKey: wallet.privateKey }),
    }
    await look(replicas[0]!)
    await look(replicas[1]!)
    for (const monitor of monitors) {
      await poll(house, monitor, nowMs)
      const actual = await actualOf(store, monitor, nowMs)
      if (actual) monitor.known = actual.there
      monitor.compared = actual !== null
    }
    // Companies are watched from the first look on.
    for (const replica of replicas) await look(replica)
    for (const happened of world.happened.values()) happened.length = 0
    for (let step = 1; step <= days * 4 + 6; step += 1) {
      nowMs += STEP_MS
      await chain.advanceTime(Math.floor(nowMs / 1000) - (await chain.now()))
      for (const { child } of replicas) child.send({ nowMs })
      if (step <= days * 4) world.change(nowMs)
      await lookWithKills(house, nowMs)
      for (const monitor of monitors) {
        await poll(house, monitor, nowMs)
        await compare(house, store, monitor, nowMs)
      }
      if (step % 20 === 0)
        print(`day ${step / 4}: ${counts.line()}; ${violations.length} violations`)
    }
    compareCompanies(world, monitors, violations)
    const spentAtomic = PURSE - (await chain.balance(wallet.address))
    if (spentAtomic !== BigInt(counts.of('paid calls')) * 20_000n)
      violations.push(`spent ${spentAtomic} for ${counts.of('paid calls')} calls`)
    return { violations, counts, spentAtomic }
  } finally {
    Date.now = realNow
    for (const close of closers.reverse()) await close()
  }
}

function monitorsOf(): Monitor[] {
  const queries = [
    ...Object.keys(TENDER_SEARCHES).map((search) => `subject=tenders&${search}`),
    'subject=tenders&q=grounds%20maintenance',
    'subject=grants&org_type=charity',
    'subject=grants&org_type=business&open_now=false',
    `subject=company&numbers=${WATCHED.join(',')}`,
  ]
  return queries.map((query) => ({
    query,
    cursor: null,
    heard: new Set(),
    known: new Map(),
    compared: false,
    told: [],
  }))
}

interface House {
  replicas: Replica[]
  random: Random
  counts: ReturnType<typeof tally>
  violations: string[]
  buyer: ReturnType<typeof createBuyer>
}

async function environmentOf(
  world: ChangingWorld,
  urls: { facilitator: string; chain: string },
  { databaseUrl, dataDir }: { databaseUrl: string | null; dataDir: string },
): Promise<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '',
    X402_PAY_TO: sandboxWallet('seller').address,
    X402_FACILITATOR_URL: urls.facilitator,
    X402_RPC_URL: urls.chain,
    DATA_DIR: dataDir,
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    PORT: String(await freePort()),
    FIND_A_TENDER_URL: world.portals.urlOf('find-a-tender'),
    CONTRACTS_FINDER_URL: world.portals.urlOf('contracts-finder'),
    BANK_HOLIDAYS_URL: `${world.portals.url}/bank-holidays.json`,
    FIND_A_GRANT_URL: world.listing.url,
    COMPANIES_HOUSE_URL: world.register.url,
    COMPANIES_HOUSE_API_KEY: world.register.apiKey,
    RATE_LIMITS: 'address:1000000',
    LOG_LEVEL: 'silent',
  }
}

async function startReplica(environment: Record<string, string>, nowMs: number): Promise<Replica> {
  const child = fork(CHILD, {
    env: { ...environment, MONITOR_NOW_MS: String(nowMs) },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.setMaxListeners(0)
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  return { url, child, environment }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

/** Returns false if the process died in the meantime. */
async function look({ child }: Replica): Promise<boolean> {
  child.send({ look: true })
  const [told] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [
    { looked?: boolean; error?: string } | number | null,
  ]
  if (typeof told === 'object' && told?.looked === false) throw new Error(told.error)
  return typeof told === 'object' && told?.looked === true
}

async function restart({ replicas, counts }: House, index: number, nowMs: number): Promise<void> {
  await kill(replicas[index]!.child)
  counts.add('kill -9')
  replicas[index] = await startReplica(replicas[index]!.environment, nowMs)
  // A service loads its indexes at its start, before any call.
  await look(replicas[index]!)
}

/** Both replicas look; now and then one dies in the middle of it. */
async function lookWithKills(house: House, nowMs: number): Promise<void> {
  const { replicas, random } = house
  const first = random.below(2)
  if (random.chance(0.2)) {
    const looking = look(replicas[first]!)
    await new Promise((resolve) => setTimeout(resolve, random.below(600)))
    await restart(house, first, nowMs)
    await looking.catch(() => {})
  }
  for (const index of [first, 1 - first]) await look(replicas[index]!)
}

/**
 * Calls as an agent, pays if there is a price, and repeats the payment until the answer arrives.
 */
async function poll(house: House, monitor: Monitor, nowMs: number): Promise<void> {
  const { replicas, random, counts, violations, buyer } = house
  for (let more = true; more; ) {
    more = false
    const at = random.below(2)
    const query = `${monitor.query}${monitor.cursor === null ? '' : `&cursor=${monitor.cursor}`}`
    const request = (index: number) => ({
      method: 'GET',
      url: `${replicas[index]!.url}/v1/changes?${query}`,
    })
    counts.add('calls')
    const asked = await buyer.ask(request(at))
    if (asked.kind === 'answer') {
      if (asked.status !== 200 && asked.status !== 204)
        return void violations.push(`${query}: ${asked.status} ${asked.text.slice(0, 200)}`)
      if (monitor.cursor !== null) counts.add('nothing new')
      monitor.cursor = asked.headers.get('next-cursor')
      more =
        asked.status === 200 &&
        (JSON.parse(asked.text) as { result: { more: boolean } }).result.more
      continue
    }
    const signed = await buyer.sign(asked, { maxUsd: '0.05' })
    const answer = await paid(house, request, signed, at, nowMs)
    const { result } = JSON.parse(answer) as {
      result: { changes: Change[]; cursor: string; more: boolean }
    }
    counts.add('paid calls')
    counts.add('changes', result.changes.length)
    if (result.changes.length === 0) violations.push(`${query}: paid for nothing`)
    hear(monitor, result.changes, violations)
    monitor.cursor = result.cursor
    more = result.more
  }
}

/** Longer than a payment takes, so that death comes at every step of it. */
const DYING_WITHIN_MS = 80

async function paid(
  house: House,
  request: (index: number) => { method: string; url: string },
  signed: string,
  at: number,
  nowMs: number,
): Promise<string> {
  const { random, counts, buyer } = house
  const dying = random.chance(0.1)
  const told: string[] = []
  let index = at
  let sending = buyer.send(request(index), signed).catch(() => null)
  if (dying) {
    await new Promise((resolve) => setTimeout(resolve, random.below(DYING_WITHIN_MS)))
    await restart(house, at, nowMs)
  }
  for (let tries = 0; tries < 60; tries += 1) {
    const answer = await sending
    if (answer?.status === 200) {
      if (dying) counts.add('killed while paid', 1)
      if (answer.headers.get('payment-replayed') === 'true') counts.add('answers repeated')
      if (index !== at) counts.add('answered by the other replica')
      for (const each of new Set(told)) counts.add(`first told ${each}`)
      return answer.text
    }
    told.push(answer ? wordOf(answer) : 'nothing')
    await new Promise((resolve) => setTimeout(resolve, 200))
    index = 1 - index
    sending = buyer.send(request(index), signed).catch(() => null)
  }
  throw new Error(`a payment never got its answer, but was told ${[...new Set(told)].join(', ')}`)
}

function wordOf({ status, text }: { status: number; text: string }): string {
  const { code, error } = JSON.parse(text) as { code?: string; error?: string }
  return code ?? `HTTP ${status} ${error}`
}

function hear(monitor: Monitor, changes: readonly Change[], violations: string[]): void {
  for (const change of changes) {
    const name = JSON.stringify(change)
    if (monitor.heard.has(name)) violations.push(`${monitor.query}: told twice ${name}`)
    monitor.heard.add(name)
    monitor.told.push(change)
    const { kind, id, detail } = change
    const deadline = detail.fields.find(({ field }) => field === 'deadline')?.after
    if (monitor.compared && isKnown(monitor.known, change, deadline))
      violations.push(`${monitor.query}: told what was known ${name}`)
    if (kind === 'new' || kind === 'opened')
      monitor.known.set(
        id,
        kind === 'new' ? String(deadline ?? monitor.known.get(id) ?? '') : 'open',
      )
    if (kind === 'deadline_moved') monitor.known.set(id, String(deadline))
    if (kind === 'closed' || kind === 'awarded') monitor.known.delete(id)
  }
}

/**
 * Returns whether a change was reported before: an existing id that appeared again, or a missing
 * one that ended again.
 */
function isKnown(
  known: ReadonlyMap<string, string>,
  { kind, id }: Change,
  deadline: unknown,
): boolean {
  if (kind === 'new' || kind === 'opened') return known.has(id)
  return kind === 'closed'
    ? !known.has(id)
    : kind === 'deadline_moved' && known.get(id) === String(deadline)
}

/** Null: this one cannot be read from rows alone. */
async function actualOf(store: Store, { query }: Monitor, nowMs: number): Promise<Actual | null> {
  const matches = TENDER_SEARCHES[query.replace('subject=tenders&', '')]
  if (matches) {
    const notices = (await store.main.selectFrom('tender_notices').select('json').execute()).map(
      ({ json }) => JSON.parse(json) as Notice,
    )
    const matching = notices.filter(matches)
    const there = matching
      .filter((notice) => isLive(notice, nowMs))
      .map(
        ({ ocid, deadlineMs }) =>
          [
            ocid,
            deadlineMs === null ? 'null' : `${new Date(deadlineMs).toISOString().slice(0, 19)}Z`,
          ] as const,
      )
    return { there: new Map(there), matching: new Set(matching.map(({ ocid }) => ocid)) }
  }
  if (query !== 'subject=grants&org_type=charity') return null
  const rows = await store.main.selectFrom('grants').select(['item', 'gone_ms']).execute()
  const grants = rows.map(({ item, gone_ms }) => ({
    facts: readListItem((JSON.parse(item) as { value: never }).value),
    listed: gone_ms === null,
  }))
  const matching = grants.filter(({ facts }) => facts.orgTypes.includes('charity'))
  const open = matching.filter(
    ({ facts, listed }) => windowState(facts.dates, listed, nowMs) === 'open',
  )
  return {
    there: new Map(open.map(({ facts }) => [facts.id, 'open'])),
    matching: new Set(matching.map(({ facts }) => facts.id)),
  }
}

async function compare(
  { violations, counts }: House,
  store: Store,
  monitor: Monitor,
  nowMs: number,
): Promise<void> {
  const actual = await actualOf(store, monitor, nowMs)
  if (actual === null) return
  counts.add('comparisons')
  for (const [id, what] of actual.there) {
    const known = monitor.known.get(id)
    if (known === undefined)
      violations.push(`${monitor.query}: ${id} is there, and nobody was told`)
    else if (what !== 'open' && known !== '' && known !== what)
      violations.push(`${monitor.query}: ${id} is due ${what}, told was ${known}`)
  }
  for (const id of [...monitor.known.keys()]) {
    if (actual.there.has(id)) continue
    // A notice that the search no longer finds has left it; an ended one that it still finds had to
    // be reported.
    if (actual.matching.has(id))
      violations.push(`${monitor.query}: ${id} is over, and nobody was told`)
    monitor.known.delete(id)
  }
}

/** Status and officers, in the order in which they changed. */
function compareCompanies(
  { happened }: ChangingWorld,
  monitors: readonly Monitor[],
  violations: string[],
): void {
  const { told } = monitors.find(({ query }) => query.startsWith('subject=company'))!
  for (const [number, expected] of happened) {
    const heard = told
      .filter(({ id }) => id === number)
      .map(
        ({ kind, detail }) =>
          `${kind} ${detail.fields.find(({ field }) => field === 'status' || field === 'officers_total')?.after}`,
      )
    if (heard.join() !== expected.join())
      violations.push(`${number}: happened ${expected.join(', ')}; told ${heard.join(', ')}`)
  }
}

/** For `npm run prove`. */
export async function monitor(given: Given, print: (line: string) => void): Promise<boolean> {
  let held = true
  for (const engine of given.engine === 'both'
    ? (['sqlite', 'postgres'] as const)
    : [given.engine as 'sqlite' | 'postgres']) {
    const round = await monitorRound(randomOf(Number(given.seed)), {
      engine,
      days: Number(given.days),
      print,
    })
    if (round === null) {
      print('no chain program for this platform')
      return false
    }
    const { violations, counts, spentAtomic } = round
    print(
      `${engine}, seed ${given.seed}, ${given.days} days: ${counts.line()}; ${Number(spentAtomic) / 1e6} USDC; ${violations.length} violations`,
    )
    for (const violation of violations.slice(0, 20)) print(`  ${violation}`)
    held &&= violations.length === 0
  }
  return held
}
