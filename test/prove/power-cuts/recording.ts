/**
 * A run of paying buyers over a real SQLite ledger, with everything that its log held at every
 * sync.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openStore, type Store } from '../../../src/store/open.ts'
import { createFolder } from '../../support/folder.ts'
import type { Random } from '../random.ts'
import { type Fact, type Money, NOW_MS, openShop, turns, type Wish, wishesOf } from './shop.ts'

/** The log between two checkpoints. */
export interface Epoch {
  /** The ledger's file when it began; the log changes nothing in it until the next checkpoint. */
  base: Buffer
  /** The log at the end; beyond `end` stand leftovers of the epoch before, as they do on disk. */
  log: Buffer
  end: number
  /** End positions of frames, oldest first. */
  frameEnds: number[]
  /**
   * Each sync that was waited for: how far the log reached, and how much had happened (an index
   * into the facts) when it was done.
   */
  syncs: { length: number; factsWhenDone: number }[]
  factsAtEnd: number
}

export interface Recording {
  wishes: Wish[]
  facts: Fact[]
  epochs: Epoch[]
}

export interface RecordingOptions {
  payments: number
  /** Fault that must be found: success is reported before the log is on disk. */
  sabotage?: boolean
}

const LOG_HEADER = 32
const FRAME_HEADER = 24

export async function record(
  random: Random,
  { payments, sabotage = false }: RecordingOptions,
): Promise<Recording> {
  const dataDir = createFolder()
  const logFile = join(dataDir, 'ledger.db-wal')
  const facts: Fact[] = []
  const epochs: Epoch[] = []
  let syncs: Epoch['syncs'] = []
  const aroundSync = async (sync: () => Promise<void>) => {
    const { end } = framesOf(readFileSync(logFile))
    const done = sync().then(() => void syncs.push({ length: end, factsWhenDone: facts.length }))
    if (!sabotage) await done
    else done.catch(() => {})
  }
  const store = await openStore({ databaseUrl: null, dataDir }, { aroundSync })
  try {
    await checkpoint(store, 'TRUNCATE')
    const money: Money = new Map()
    const shop = openShop(store, money, random, {
      nowMs: NOW_MS,
      owner: 'before',
      faults: true,
      note: (fact) => void facts.push(fact),
    })
    const wishes = wishesOf(random, payments)
    for (const part of [wishes.slice(0, payments / 2), wishes.slice(payments / 2)]) {
      const base = readFileSync(join(dataDir, 'ledger.db'))
      await Promise.all(part.map((wish) => buys(shop, wish, random)))
      // Syncs without a waiting caller.
      await turns(20)
      const log = readFileSync(logFile)
      epochs.push({ base, log, ...framesOf(log), syncs, factsAtEnd: facts.length })
      syncs = []
      await checkpoint(store, 'PASSIVE')
    }
    return { wishes, facts, epochs }
  } finally {
    await store.close()
  }
}

/** Buys, sometimes twice concurrently, and repeats while the outcome is unknown. */
async function buys(shop: ReturnType<typeof openShop>, wish: Wish, random: Random): Promise<void> {
  await turns(random.below(40))
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const asked = [shop.ask(wish), ...(random.chance(0.2) ? [shop.ask(wish)] : [])]
    const told = await Promise.all(asked)
    if (told.some(({ kind }) => kind === 'delivered') || random.chance(0.3)) return
    await turns(random.below(10))
  }
}

async function checkpoint(store: Store, mode: 'PASSIVE' | 'TRUNCATE'): Promise<void> {
  const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(${sql.raw(mode)})`.execute(
    store.ledger.read,
  )
  if (rows[0]?.busy !== 0)
    throw new Error(`the ledger could not be checkpointed: ${JSON.stringify(rows)}`)
}

/** The frames of the log's present generation: those that carry its header's salts. */
function framesOf(log: Buffer): { end: number; frameEnds: number[] } {
  const frameEnds: number[] = []
  if (log.length < LOG_HEADER) return { end: 0, frameEnds }
  const size = FRAME_HEADER + log.readUInt32BE(8)
  const salts = log.subarray(16, 24)
  for (
    let at = LOG_HEADER;
    at + size <= log.length && log.subarray(at + 8, at + 16).equals(salts);
    at += size
  )
    frameEnds.push(at + size)
  return { end: frameEnds.at(-1) ?? LOG_HEADER, frameEnds }
}
