/**
 * The power goes: SQLite's ledger log is cut at every synced length and at every write in between.
 */
import type { Proof } from '../parts.ts'
import { type Random, randomOf, tally, wholeNumber } from '../random.ts'
import { type Epoch, type Recording, record } from './recording.ts'
import { type Cut, examine, restart } from './recovery.ts'

const SECTOR = 512
const TORN_PER_SYNC = 2
const RESTARTS_PER_ROUND = 16
const MOST_SHOWN = 20

export interface CutResult {
  cuts: ReturnType<typeof tally>
  told: ReturnType<typeof tally>
  restarts: number
  violations: string[]
}

export const powerCuts: Proof = async (given, print) => {
  const seed = wholeNumber(given.seed, 'seed')
  const rounds = wholeNumber(given.rounds, 'rounds')
  const until =
    performance.now() +
    (given.seconds === undefined
      ? Number.POSITIVE_INFINITY
      : wholeNumber(given.seconds, 'seconds') * 1000)
  const result: CutResult = { cuts: tally(), told: tally(), restarts: 0, violations: [] }
  let done = 0
  for (; done < rounds && performance.now() < until; done += 1) {
    await cutRound(seed + done, { payments: 24, sabotage: given.sabotage === true }, result)
    if ((done + 1) % 10 === 0)
      print(
        `${done + 1} rounds, ${result.cuts.total()} cuts, ${result.violations.length} violations`,
      )
  }
  for (const line of result.violations.slice(0, MOST_SHOWN)) print(line)
  print(`told before the cuts: ${result.told.line()}`)
  print(`cuts: ${result.cuts.line()}`)
  print(
    `${done} rounds from seed ${seed}, ${result.cuts.total()} cuts, ${result.restarts} restarts with every buyer repeating`,
  )
  print(`${result.violations.length} violations`)
  return result.violations.length === 0
}

/** One run of buyers, cut everywhere. Adds to `result`. */
export async function cutRound(
  seed: number,
  options: { payments: number; sabotage?: boolean },
  result: CutResult,
): Promise<void> {
  const random = randomOf(seed)
  const recording = await record(random, options)
  for (const fact of recording.facts) if (fact.kind === 'told') result.told.add(fact.told.kind)
  result.violations.push(...contradictions(recording).map((line) => `seed ${seed}: ${line}`))
  const cuts = recording.epochs.flatMap((epoch) => [...cutsOf(epoch, recording, random)])
  cuts.push(...checkpointCuts(recording, random))
  for (const cut of cuts) {
    result.cuts.add(cut.name)
    result.violations.push(
      ...examine(cut).map(
        (line) => `seed ${seed}, ${cut.name} at ${cut.log.length} bytes: ${line}`,
      ),
    )
  }
  for (let restarts = 0; restarts < RESTARTS_PER_ROUND; restarts += 1) {
    const cut = random.pick(cuts)
    result.restarts += 1
    const found = await restart(cut, recording, random)
    result.violations.push(
      ...found.map(
        (line) => `seed ${seed}, restart after ${cut.name} at ${cut.log.length} bytes: ${line}`,
      ),
    )
  }
}

/** Returns "not charged" answers for money that had moved: wrong in any state of the disk. */
function contradictions({ facts }: Recording): string[] {
  return facts.flatMap((fact, index) => {
    if (fact.kind !== 'told' || fact.told.kind !== 'not charged') return []
    const moved = facts
      .slice(0, index)
      .some(({ kind, nonce }) => kind === 'moved' && nonce === fact.nonce)
    return moved ? [`${fact.nonce} was told "not charged" after its money had moved`] : []
  })
}

/**
 * The log's end anywhere: what is beyond it was never written, or still holds what stood there
 * before.
 */
function* cutsOf(epoch: Epoch, { facts, epochs }: Recording, random: Random): Generator<Cut> {
  const { base, log, end, frameEnds, syncs } = epoch
  const before = epochs[epochs.indexOf(epoch) - 1]?.log ?? Buffer.alloc(0)
  const synced = new Set(syncs.map(({ length }) => length))
  const at = (name: string, length: number): Cut => ({
    name,
    database: base,
    log: over(before, log, length),
    facts: facts.slice(0, known(epoch, length)),
  })
  for (const length of [32, ...frameEnds]) {
    yield at(synced.has(length) ? 'at a synced length' : 'between two writes', length)
    if (length >= end) continue
    yield at('in a frame’s header', length + 1 + random.below(23))
    yield at('in a page', length + 25 + random.below(4095))
  }
  // What was not synced reaches the disk in any order: some sectors of it are there, others are
  // not.
  for (const [index, { length, factsWhenDone }] of syncs.entries()) {
    const from = Math.max(syncs[index - 1]?.length ?? 0, 32)
    for (let torn = 0; torn < TORN_PER_SYNC && length > from; torn += 1) {
      const disk = over(before, log, from)
      const whole = Buffer.concat([disk, Buffer.alloc(Math.max(0, length - disk.length))])
      for (let sector = Math.floor(from / SECTOR) * SECTOR; sector < length; sector += SECTOR) {
        if (random.chance(0.5))
          log.copy(
            whole,
            Math.max(sector, from),
            Math.max(sector, from),
            Math.min(sector + SECTOR, length),
          )
      }
      yield {
        name: 'with unsynced sectors missing',
        database: base,
        log: whole,
        facts: facts.slice(0, factsWhenDone),
      }
    }
  }
}

/**
 * How much had happened at the latest moment at which no more than this of the log need have been
 * on disk.
 */
function known({ syncs, factsAtEnd }: Epoch, length: number): number {
  return syncs.find((sync) => sync.length > length)?.factsWhenDone ?? factsAtEnd
}

function over(before: Buffer, log: Buffer, length: number): Buffer {
  return Buffer.concat([log.subarray(0, length), before.subarray(Math.min(length, before.length))])
}

/**
 * In the middle of a checkpoint: the log is whole, of the pages that it brings into the file some
 * are there.
 */
function* checkpointCuts({ epochs, facts }: Recording, random: Random): Generator<Cut> {
  const [first, second] = epochs
  for (let torn = 0; torn < 6; torn += 1) {
    const database = Buffer.alloc(Math.max(first!.base.length, second!.base.length))
    first!.base.copy(database)
    for (let page = 0; page < second!.base.length; page += 4096) {
      if (random.chance(0.5)) second!.base.copy(database, page, page, page + 4096)
    }
    yield {
      name: 'in a checkpoint',
      database,
      log: first!.log,
      facts: facts.slice(0, first!.factsAtEnd),
    }
  }
}
