/**
 * The ledger held against the chain: what it finds, when it looks, and that it stops ringing when
 * there is nothing to ring for.
 */
import { expect, it } from 'vitest'
import { type Log, silentLog } from '../../src/observe/log.ts'
import { createAudit } from '../../src/payments/audit.ts'
import type { Chain, ChainFinding, Confirmation } from '../../src/payments/evm/chain.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { createAudits } from '../../src/store/ledger/audits.ts'
import { createClaims, type NewClaim } from '../../src/store/ledger/claims.ts'
import { eachEngine } from '../support/engines.ts'
import { payment } from '../support/ledger-rows.ts'

const NOW = 1_795_000_000_000
const MINUTE = 60_000
const DAY = 86_400_000

function claimed(nonce: string): NewClaim {
  const { network, asset, payer, pay_to, amount_atomic, operation, fingerprint } = payment(nonce)
  return {
    ...{ network, asset, payer, nonce, pay_to, amount_atomic, operation, fingerprint },
    state: 'claimed',
    owner: 'one',
    lease_until_ms: NOW,
    fence: 1,
    payment_id: null,
    signature: '0x00',
    valid_after: '0',
    valid_before: String(NOW / 1000 + 60),
    failure: null,
    created_ms: NOW,
    expires_ms: NOW + MINUTE + DAY,
  }
}

eachEngine('the audit', (under) => {
  async function audited() {
    const store = await under.open()
    const claims = createClaims(store)
    const clock = manualClock(NOW)
    const says = {
      confirm: 'paid' as Confirmation['kind'],
      finding: { kind: 'unused', chainTimeS: NOW / 1000 + 3600 } as ChainFinding,
      /** Landing time of an unknown transfer, which a search that goes back far enough finds. */
      landedMs: Number.NEGATIVE_INFINITY,
      down: false,
    }
    const asked: string[] = []
    const chain: Chain = {
      async lookUp({ key, createdMs }) {
        asked.push(`look ${key.nonce}`)
        return createdMs <= says.landedMs ? { kind: 'settled', txHash: '0xother' } : says.finding
      },
      async confirm({ key }) {
        if (says.down) throw new Error('no answer')
        asked.push(`confirm ${key.nonce}`)
        return { kind: says.confirm, blockTimeS: clock.nowMs() / 1000 }
      },
    }
    const { network, asset } = payment('')
    const rung: unknown[] = []
    const log: Log = {
      ...silentLog,
      error: (fields) => void rung.push('tx' in fields ? fields.tx : fields),
    }
    const audit = createAudit({
      chain,
      audits: createAudits(store, { network, asset }),
      claims,
      clock,
      log,
    })
    const settling = async (nonce: string) => {
      const { row } = await claims.claim(claimed(nonce))
      await claims.beginSettling(row, {
        status: 200,
        body: Buffer.from('{}'),
        leaseUntilMs: NOW,
        expiresMs: NOW + 30 * DAY,
      })
      return row
    }
    const sold = async (nonce: string) =>
      claims.settle(await settling(nonce), `0x${'7'.repeat(64)}`, clock.nowMs())
    const after = async (ms: number) => {
      clock.advance(ms)
      asked.length = 0
      await audit.run(new AbortController().signal)
      return [asked.join(', '), audit.differences()]
    }
    return { store, claims, clock, says, audit, rung, settling, sold, after }
  }

  it('looks for a payment once it is some blocks deep and again after a day, and never more', async () => {
    const { sold, after } = await audited()
    await sold('one')
    expect(await after(30_000)).toEqual(['', 0])
    expect(await after(35_000)).toEqual(['confirm one', 0])
    expect(await after(MINUTE)).toEqual(['', 0])
    expect(await after(DAY)).toEqual(['confirm one', 0])
    expect(await after(MINUTE)).toEqual(['', 0])
    await sold('two')
    expect(await after(4 * DAY)).toEqual(['confirm two, confirm two', 0])
    expect(await after(DAY)).toEqual(['', 0])
  })

  it('never looks again for what it has looked for twice, although it forgets that it did and nothing else is sold', async () => {
    const { sold, after } = await audited()
    await sold('one')
    expect(await after(65_000)).toEqual(['confirm one', 0])
    expect(await after(DAY)).toEqual(['confirm one', 0])
    expect(await after(4 * DAY)).toEqual(['', 0])
    expect(await after(DAY)).toEqual(['', 0])
  })

  it('keeps what it has looked for apart from what a service of another network, or in another token, has', async () => {
    const { store, sold, after } = await audited()
    const { network, asset } = payment('')
    for (const other of [
      { network: 'eip155:1', asset },
      { network, asset: `0x${'e'.repeat(40)}` },
    ]) {
      const audits = createAudits(store, other)
      await audits.advance(1, NOW + 2 * DAY)
      await audits.advance(2, NOW + 2 * DAY)
    }
    await sold('one')
    expect(await after(65_000)).toEqual(['confirm one', 0])
    expect(await after(DAY)).toEqual(['confirm one', 0])
    expect(await after(4 * DAY)).toEqual(['', 0])
  })

  it('looks for a payment that another process writes down minutes after it was settled', async () => {
    const { store, sold, after } = await audited()
    await sold('one')
    expect(await after(5 * MINUTE)).toEqual(['confirm one', 0])
    const slow = { ...payment('slow'), settled_ms: NOW + 1000 }
    await store.ledger.write((tx) => tx.insertInto('payments').values(slow).execute())
    expect(await after(MINUTE)).toEqual(['confirm slow', 0])
  })

  it('checks undecided payments again, also if more are due than it takes in one round', async () => {
    const { store, says, after } = await audited()
    const nonces = Array.from({ length: 201 }, (_, index) => `n${index}`)
    const rows = nonces.map((nonce, index) => ({ ...payment(nonce), settled_ms: NOW + index }))
    await store.ledger.write((tx) => tx.insertInto('payments').values(rows).execute())
    says.confirm = 'shallow'
    const confirmed = (some: string[]) => [some.map((nonce) => `confirm ${nonce}`).join(', '), 0]
    expect(await after(65_000)).toEqual(confirmed(nonces.slice(0, 200)))
    says.confirm = 'paid'
    expect(await after(MINUTE)).toEqual(confirmed(nonces.slice(0, 200)))
    expect(await after(MINUTE)).toEqual(confirmed(nonces.slice(200)))
  })

  it('finds a facilitator that lied, and stops ringing when the transfer turns up', async () => {
    const { says, audit, rung, sold, after } = await audited()
    expect(audit.differences()).toBe(0)
    await sold('true')
    expect(await after(65_000)).toEqual(['confirm true', 0])
    expect(rung).toEqual([])
    await sold('lie')
    says.confirm = 'absent'
    expect(await after(65_000)).toEqual(['confirm lie, look lie', 1])
    expect(rung).toEqual([`0x${'7'.repeat(64)}`])
    expect(await after(MINUTE)).toEqual(['', 1])
    says.confirm = 'paid'
    expect(await after(10 * MINUTE)).toEqual(['confirm lie', 0])
  })

  it('takes a transfer under another transaction for what it is: the money came', async () => {
    const { says, sold, after } = await audited()
    await sold('elsewhere')
    says.confirm = 'absent'
    says.finding = { kind: 'settled', txHash: '0xother' }
    expect(await after(65_000)).toEqual(['confirm elsewhere, look elsewhere', 0])
    expect(await after(MINUTE)).toEqual(['', 0])
  })

  it('finds a transfer that landed a day before it was written down', async () => {
    const { says, sold, after } = await audited()
    await sold('early')
    says.confirm = 'absent'
    says.landedMs = NOW - DAY
    expect(await after(65_000)).toEqual(['confirm early, look early', 0])
  })

  it('keeps ringing for what differs while the chain is away, however long', async () => {
    const { says, sold, after } = await audited()
    await sold('lie')
    says.confirm = 'absent'
    expect(await after(65_000)).toEqual(['confirm lie, look lie', 1])
    says.down = true
    expect(await after(4 * DAY)).toEqual(['', 1])
  })

  it('finds a payment that was reorganised away after it was seen', async () => {
    const { says, sold, after } = await audited()
    await sold('reorganised')
    expect(await after(65_000)).toEqual(['confirm reorganised', 0])
    says.confirm = 'absent'
    expect(await after(DAY)).toEqual(['confirm reorganised, look reorganised', 1])
  })

  it('waits for a block to be deep, and for a chain that is away', async () => {
    const { says, sold, after } = await audited()
    await sold('shallow')
    says.confirm = 'shallow'
    expect(await after(65_000)).toEqual(['confirm shallow', 0])
    says.down = true
    expect(await after(MINUTE)).toEqual(['', 0])
    says.down = false
    says.confirm = 'paid'
    expect(await after(MINUTE)).toEqual(['confirm shallow', 0])
    expect(await after(MINUTE)).toEqual(['', 0])
  })

  it('checks payments and failed claims of its network and token only', async () => {
    const { claims, settling, sold, store } = await audited()
    await sold('paid')
    await claims.fail(await settling('failed'), 'insufficient_funds', NOW + MINUTE + DAY)
    const asked: string[] = []
    const elsewhere: Chain = {
      async lookUp({ key }) {
        asked.push(key.nonce)
        return { kind: 'unknown', reason: 'away' }
      },
      async confirm({ key }) {
        asked.push(key.nonce)
        return { kind: 'absent', blockTimeS: NOW / 1000 + 2 * DAY }
      },
    }
    const clock = manualClock(NOW + DAY)
    const { network, asset } = payment('')
    for (const other of [
      { network: 'eip155:8453', asset },
      { network, asset: `0x${'9'.repeat(40)}` },
    ]) {
      const audit = createAudit({
        chain: elsewhere,
        audits: createAudits(store, other),
        claims,
        clock,
        log: silentLog,
      })
      await audit.run(new AbortController().signal)
    }
    expect(asked).toEqual([])
    // Undecided findings are checked again by the service of their network.
    const ours = createAudit({
      chain: elsewhere,
      audits: createAudits(store, { network, asset }),
      claims,
      clock,
      log: silentLog,
    })
    await ours.run(new AbortController().signal)
    expect(new Set(asked)).toEqual(new Set(['paid', 'failed']))
    clock.advance(11 * MINUTE)
    asked.length = 0
    const foreign = createAudits(store, { network: 'eip155:8453', asset })
    await createAudit({ chain: elsewhere, audits: foreign, claims, clock, log: silentLog }).run(
      new AbortController().signal,
    )
    expect(asked).toEqual([])
  })

  it('counts and deletes findings of its network and token only', async () => {
    const { says, sold, settling, claims, after, store } = await audited()
    const { network, asset } = payment('')
    const others = [
      { network: 'eip155:8453', asset },
      { network, asset: `0x${'9'.repeat(40)}` },
    ].map((other) => createAudits(store, other))
    await sold('matches')
    await claims.fail(await settling('failed'), 'insufficient_funds', NOW + MINUTE + DAY)
    await after(65_000)
    says.confirm = 'absent'
    await sold('differs')
    expect((await after(3 * MINUTE))[1]).toBe(1)
    for (const audits of others) {
      expect(await audits.countDiffering()).toBe(0)
      await audits.forget(NOW + 30 * DAY)
    }
    const left = async () =>
      (await store.ledger.read.selectFrom('audits').select('finding').execute())
        .map(({ finding }) => finding)
        .sort()
    expect(await left()).toEqual(['differs', 'matches', 'matches'])
    await createAudits(store, { network, asset }).forget(NOW + 30 * DAY)
    expect(await left()).toEqual(['differs'])
    // The claim of a finding may be purged before it.
    await store.ledger.write((tx) =>
      tx
        .insertInto('audits')
        .values({ claim_id: 4711, round: 0, finding: 'matches', detail: null, checked_ms: NOW })
        .execute(),
    )
    await others[0]!.forget(NOW + 30 * DAY)
    expect(await left()).toEqual(['differs'])
  })

  it('remembers what differs for as long as it differs, and what matched for three days', async () => {
    const { says, sold, after, store } = await audited()
    const remembered = async () =>
      (
        await store.ledger.read.selectFrom('audits').select('finding').orderBy('finding').execute()
      ).map(({ finding }) => finding)
    await sold('paid')
    await after(DAY)
    says.confirm = 'absent'
    await sold('lie')
    await after(DAY)
    expect(await remembered()).toEqual(['differs', 'matches'])
    expect((await after(2 * DAY - 1))[1]).toBe(1)
    expect(await remembered()).toEqual(['differs', 'matches'])
    await after(DAY)
    expect(await remembered()).toEqual(['differs'])
  })

  it('looks at a failed claim once its authorization has ended: a transfer that landed late is entered into the books', async () => {
    const { claims, store, says, settling, after } = await audited()
    for (const nonce of ['late', 'never'])
      await claims.fail(await settling(nonce), 'insufficient_funds', NOW + MINUTE + DAY)
    expect(await after(80_000)).toEqual(['', 0])
    says.finding = { kind: 'unknown', reason: 'away' }
    expect((await after(15_000))[1]).toBe(0)
    says.finding = { kind: 'settled', txHash: `0x${'8'.repeat(64)}` }
    const [late, never] = [
      (await claims.find(claimed('late')))!,
      (await claims.find(claimed('never')))!,
    ]
    await store.ledger.write((tx) =>
      tx
        .updateTable('claims')
        .set({ expires_ms: NOW + 3 * DAY })
        .where('id', '=', never.id)
        .execute(),
    )
    expect(await after(MINUTE)).toEqual(['look late', 0])
    expect(await claims.find(late)).toMatchObject({ state: 'settled' })
    expect(await claims.findStoredAnswer(late)).toMatchObject({
      status: 200,
      tx_hash: `0x${'8'.repeat(64)}`,
    })
    says.finding = { kind: 'unused', chainTimeS: NOW / 1000 + 3600 }
    await store.ledger.write((tx) =>
      tx
        .updateTable('claims')
        .set({ expires_ms: NOW + DAY })
        .where('id', '=', never.id)
        .execute(),
    )
    expect(await after(1000)).toEqual(['look never', 0])
    expect((await after(MINUTE))[0]).not.toContain('never')
    expect(await claims.find(never)).toMatchObject({ state: 'failed' })
  })

  it('looks at a failed claim until the chain has said for certain that it was not paid', async () => {
    const { claims, says, settling, after } = await audited()
    await claims.fail(await settling('failed'), 'insufficient_funds', NOW + MINUTE + DAY)
    says.finding = { kind: 'unknown', reason: 'away' }
    expect(await after(3 * MINUTE)).toEqual(['look failed', 0])
    // A transaction under way may still use it.
    says.finding = { kind: 'unused', chainTimeS: NOW / 1000 + 120 }
    expect(await after(MINUTE)).toEqual(['look failed', 0])
    says.finding = { kind: 'unpaid', reason: 'the authorization was cancelled on the chain' }
    expect(await after(MINUTE)).toEqual(['look failed', 0])
    expect(await after(MINUTE)).toEqual(['', 0])
  })

  it('looks twice for a payment whose claim had failed, and was looked at, before it was settled', async () => {
    const { claims, clock, settling, after } = await audited()
    await claims.fail(await settling('turned'), 'insufficient_funds', NOW + MINUTE + DAY)
    expect(await after(3 * MINUTE)).toEqual(['look turned', 0])
    await claims.settle(
      (await claims.find(claimed('turned')))!,
      `0x${'8'.repeat(64)}`,
      clock.nowMs(),
    )
    expect(await after(65_000)).toEqual(['confirm turned', 0])
    expect(await after(DAY)).toEqual(['confirm turned', 0])
  })
})
