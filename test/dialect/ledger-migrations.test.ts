/** Ledgers of former layouts moved to today's: nothing that was promised is lost. */
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { createClaims } from '../../src/store/ledger/claims.ts'
import { ledgerMigrations } from '../../src/store/ledger/migrations/index.ts'
import { eachEngine } from '../support/engines.ts'
import { payment } from '../support/ledger-rows.ts'

const NOW = 1_795_000_000_000

/** As the first layout kept it: the payload whole, the answer beside the state. */
function oldClaim(nonce: string, index: number, change: object) {
  const { claim_id: _, tx_hash: __, settled_ms: ___, ...key } = payment(nonce)
  const authorization = { from: key.payer, to: key.pay_to, value: '100000', validAfter: '7', validBefore: '1795000060', nonce }
  return {
    ...key,
    owner: 'host/1/x',
    lease_until_ms: NOW + 30_000,
    fence: 4711,
    payment_id: null,
    signature_key: 'derived',
    valid_before_s: 1_795_000_060,
    payload_json: JSON.stringify({ x402Version: 2, accepted: {}, payload: { signature: `0xaa${index}`, authorization } }),
    requirements_json: '{}',
    answer_status: null,
    answer_body: null,
    receipt: null,
    failure: null,
    created_ms: NOW + index,
    expires_ms: NOW + 86_400_000,
    ...change,
  }
}

eachEngine('the first ledger', (under) => {
  it('becomes the present one, claim by claim', async () => {
    const store = await under.open()
    const db = store.ledger.read as unknown as Kysely<Record<string, Record<string, unknown>>>
    for (const table of ['claims', 'answers', 'payments', 'payment_ids']) await db.schema.dropTable(table).execute()
    await ledgerMigrations['0001_claims']!.up(db)
    const answer = { answer_status: 200, answer_body: Buffer.from([0, 255, 10]) }
    const olds = [
      oldClaim('settled', 1, { state: 'settled', ...answer, receipt: 'derived' }),
      oldClaim('claimed', 2, { state: 'claimed', payment_id: 'pay_0123456789abcdef' }),
      oldClaim('settling', 3, { state: 'settling', ...answer }),
      // One of the two writes of a settlement was kept without the other.
      oldClaim('only recorded', 5, { state: 'settling', ...answer }),
      oldClaim('only settled', 6, { state: 'settled', ...answer, receipt: 'derived' }),
      oldClaim('failed', 4, { state: 'failed', ...answer, failure: 'insufficient_funds' }),
      // More than are moved at a time.
      ...Array.from({ length: 600 }, (_, index) => oldClaim(`many-${index}`, 10 + index, { state: 'claimed' })),
    ]
    for (const old of olds) await db.insertInto('claims').values(old).execute()
    for (const nonce of ['long ago', 'settled', 'only recorded']) {
      const { claim_id: _, ...row } = payment(nonce)
      await db.insertInto('payments').values(row).execute()
    }

    await db.transaction().execute((tx) => ledgerMigrations['0002_slim_claims']!.up(tx))
    // What later migrations add to a table that this one makes anew.
    await db.schema.alterTable('answers').addColumn('proof', 'text').execute()
    await ledgerMigrations['0009_claimed_units']!.up(db)

    const claims = createClaims(store)
    const found = async (nonce: string) => (await claims.find(payment(nonce)))!
    expect(await store.ledger.read.selectFrom('claims').select('id').execute()).toHaveLength(olds.length)
    const settled = await found('settled')
    expect(settled).toMatchObject({
      state: 'settled',
      fence: 4711,
      signature: '0xaa1',
      valid_after: '7',
      valid_before: '1795000060',
      expires_ms: NOW + 86_400_000,
    })
    const kept = await claims.keptAnswer(settled)
    expect([kept?.status, [...kept!.body], kept?.tx_hash]).toEqual([200, [0, 255, 10], payment('settled').tx_hash])
    expect(await found('claimed')).toMatchObject({ state: 'claimed', payment_id: 'pay_0123456789abcdef' })
    expect(await claims.keptAnswer(await found('claimed'))).toBeNull()
    expect(await found('failed')).toMatchObject({ state: 'failed', failure: 'insufficient_funds' })

    const recorded = await found('only recorded')
    expect(recorded.state).toBe('settled')
    expect(await claims.keptAnswer(recorded)).toMatchObject({ status: 200, tx_hash: payment('only recorded').tx_hash })
    // Nobody knows its transaction any more: it is looked for again.
    const { network, asset } = settled
    const undecided = await claims.expiredSettling({ network, asset }, NOW, 10)
    expect(undecided.map(({ nonce }) => nonce)).toEqual(['only settled'])
    await claims.settle(undecided[0]!, '0xfound', NOW)
    expect(await claims.keptAnswer(undecided[0]!)).toMatchObject({ status: 200, tx_hash: '0xfound' })

    const settling = await found('settling')
    await claims.settle(settling, '0xnow', NOW)
    expect(await claims.keptAnswer(settling)).toMatchObject({ status: 200, tx_hash: '0xnow' })
    const payments = await store.ledger.read.selectFrom('payments').select(['nonce', 'claim_id']).orderBy('nonce').execute()
    expect(payments.map(({ nonce }) => nonce)).toEqual(['long ago', 'only recorded', 'only settled', 'settled', 'settling'])
    expect(payments[0]!.claim_id).toBeLessThan(0)
    expect((await claims.claim({ ...settled, nonce: 'new', fence: 1 })).isNew).toBe(true)
  })
})

eachEngine('marks of the audit that knew no network', (under) => {
  async function moved(payments: readonly ReturnType<typeof payment>[]) {
    const { ledger } = await under.open()
    const db = ledger.read as unknown as Kysely<Record<string, Record<string, unknown>>>
    for (const table of ['audits', 'audit_marks']) await db.schema.dropTable(table).execute()
    await ledgerMigrations['0005_audits']!.up(db)
    await db
      .insertInto('audit_marks')
      .values([
        { round: 1, settled_ms: NOW },
        { round: 2, settled_ms: NOW - 86_400_000 },
      ])
      .execute()
    if (payments.length > 0) await ledger.write((tx) => tx.insertInto('payments').values(payments).execute())
    await db.transaction().execute((tx) => ledgerMigrations['0008_marks_by_token']!.up(tx))
    return await ledger.read.selectFrom('audit_marks').selectAll().orderBy('round').execute()
  }

  it('are the marks of the one token that was paid in', async () => {
    const { network, asset } = payment('')
    expect(await moved([payment('one'), { ...payment('two'), claim_id: 2 }])).toEqual([
      { network, asset, round: 1, settled_ms: NOW },
      { network, asset, round: 2, settled_ms: NOW - 86_400_000 },
    ])
  })

  it('are forgotten where several were paid in, so that all is looked for again', async () => {
    expect(await moved([payment('one'), { ...payment('two'), claim_id: 2, network: 'eip155:1' }])).toEqual([])
  })

  it('are forgotten where nothing was paid', async () => {
    expect(await moved([])).toEqual([])
  })
})
