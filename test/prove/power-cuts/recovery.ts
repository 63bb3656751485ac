/**
 * State after a power cut: the files as they were on disk, opened and compared with answers sent by
 * then.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openStore } from '../../../src/store/open.ts'
import { createFolder } from '../../support/folder.ts'
import { type Random, randomOf } from '../random.ts'
import type { Recording } from './recording.ts'
import { type Fact, LATER_MS, type Money, openShop, type Told, txOf } from './shop.ts'

/**
 * One state of the disk, and everything that had happened at the latest moment at which the disk
 * could still be in it.
 */
export interface Cut {
  name: string
  database: Buffer
  log: Buffer
  facts: readonly Fact[]
}

interface Row {
  nonce: string
  state: string
  body: Uint8Array | null
  tx_hash: string | null
}

/** Returns problems of this state, as sentences. */
export function examine(cut: Cut): string[] {
  return onDisk(cut, (folder) => {
    const database = new DatabaseSync(join(folder, 'ledger.db'))
    try {
      const [integrity] = database.prepare('PRAGMA integrity_check').all() as {
        integrity_check: string
      }[]
      if (integrity?.integrity_check !== 'ok')
        return [`the file is damaged: ${integrity?.integrity_check}`]
      const rows = database
        .prepare(
          `SELECT claims.nonce, state, body, tx_hash FROM claims LEFT JOIN answers ON answers.claim_id = claims.id
           LEFT JOIN payments ON payments.claim_id = claims.id`,
        )
        .all() as unknown as Row[]
      return complaints(rows, cut.facts)
    } finally {
      database.close()
    }
  })
}

function complaints(rows: readonly Row[], facts: readonly Fact[]): string[] {
  const byNonce = new Map(rows.map((row) => [row.nonce, row]))
  const moved = new Set(facts.filter(({ kind }) => kind === 'moved').map(({ nonce }) => nonce))
  const found: string[] = []
  for (const [nonce, story] of Map.groupBy(facts, (fact) => fact.nonce)) {
    const row = byNonce.get(nonce)
    const delivered = told(story).find((each) => each.kind === 'delivered')
    const bodyOf = (kept: Row) => (kept.body === null ? null : Buffer.from(kept.body).toString())
    // Under a shared identifier the answer is another payment's; what counts is that it is kept.
    if (delivered) {
      const kept = rows.find(
        (each) =>
          bodyOf(each) === delivered.body &&
          each.state === 'settled' &&
          each.tx_hash === txOf(each.nonce),
      )
      if (!kept) found.push(`${nonce} was delivered, and its settled row or its answer is gone`)
    }
    const last = story.findLast(({ kind }) => kind === 'begun' || kind === 'unsent')
    if (last?.kind === 'begun' && (!row || row.state === 'claimed' || row.body === null))
      found.push(
        `${nonce} was given to the facilitator, and the ledger says ${row?.state ?? 'nothing'} of it`,
      )
  }
  for (const row of rows)
    if (row.tx_hash !== null && !moved.has(row.nonce))
      found.push(`${row.nonce} is in the books, and no money moved`)
  return found
}

const told = (story: readonly Fact[]): Told[] =>
  story.flatMap((fact) => (fact.kind === 'told' ? [fact.told] : []))

/** Starts the service on the state, and every buyer repeats until the outcome is known. */
export async function restart(cut: Cut, { wishes }: Recording, random: Random): Promise<string[]> {
  return await onDisk(cut, async (folder) => {
    const money = moneyAfter(cut.facts, random)
    const store = await openStore({ databaseUrl: null, dataDir: folder })
    try {
      const shop = openShop(store, money, randomOf(random.below(2 ** 31)), {
        nowMs: LATER_MS,
        owner: 'after',
        faults: false,
        note: () => {},
      })
      const found: string[] = []
      for (const wish of wishes) {
        let last: Told = { kind: 'later' }
        for (let attempt = 0; attempt < 4 && last.kind !== 'delivered'; attempt += 1)
          last = await shop.ask(wish)
        const before = told(cut.facts.filter(({ nonce }) => nonce === wish.nonce)).find(
          ({ kind }) => kind === 'delivered',
        )
        if (last.kind !== 'delivered')
          found.push(`${wish.nonce} asked four times after the restart and was told "${last.kind}"`)
        else if (before && JSON.stringify(before) !== JSON.stringify(last))
          found.push(`${wish.nonce} got another answer than before`)
      }
      for (const [nonce, times] of money)
        if (times > 1) found.push(`${nonce} moved money ${times} times`)
      for (const [purchase, those] of Map.groupBy(wishes, (wish) => wish.paymentId ?? wish.nonce)) {
        const charges = those.reduce((sum, { nonce }) => sum + (money.get(nonce) ?? 0), 0)
        if (charges !== 1) found.push(`the purchase ${purchase} was charged ${charges} times`)
      }
      const booked = await store.ledger.read.selectFrom('payments').select('nonce').execute()
      if (booked.length !== money.size)
        found.push(`${money.size} payments moved money, ${booked.length} are in the books`)
      return found
    } finally {
      await store.close()
    }
  })
}

/** Returns payments that had moved, and some running ones that land while the power is off. */
function moneyAfter(facts: readonly Fact[], random: Random): Money {
  const money: Money = new Map()
  for (const { kind, nonce } of facts)
    if (kind === 'moved') money.set(nonce, (money.get(nonce) ?? 0) + 1)
  for (const [nonce, story] of Map.groupBy(facts, (fact) => fact.nonce)) {
    const last = story.at(-1)
    if (last?.kind === 'begun' && !money.has(nonce) && random.chance(0.5)) money.set(nonce, 1)
  }
  return money
}

function onDisk<T>(cut: Cut, work: (folder: string) => T): T {
  const folder = createFolder()
  const discard = () => rmSync(folder, { recursive: true, force: true })
  let result: T
  try {
    writeFileSync(join(folder, 'ledger.db'), cut.database)
    writeFileSync(join(folder, 'ledger.db-wal'), cut.log)
    result = work(folder)
  } catch (error) {
    discard()
    throw error
  }
  if (result instanceof Promise) return result.finally(discard) as T
  discard()
  return result
}
