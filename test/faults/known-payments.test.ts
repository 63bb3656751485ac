/** Repetitions of an undecided payment, with a concurrent end and with a failing ledger. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { silentLog } from '../../src/observe/log.ts'
import { presentPayment } from '../../src/payments/evm/presented.ts'
import type { Facilitator } from '../../src/payments/facilitator.ts'
import { type Charge, createGate } from '../../src/payments/gate.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { StoreUnavailable } from '../../src/platform/errors.ts'
import { type Claims, createClaims } from '../../src/store/ledger/claims.ts'
import { openStore } from '../../src/store/open.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const PAYER = `0x${'1'.repeat(40)}`
const PAY_TO = `0x${'2'.repeat(40)}` as const
const ASSET = `0x${'3'.repeat(40)}` as const
const TX = `0x${'a'.repeat(64)}`

const requirements = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '100000',
  asset: ASSET,
  payTo: PAY_TO,
  maxTimeoutSeconds: 60,
  extra: {},
} as const

const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-overtaken-'))
const store = await openStore({ databaseUrl: null, dataDir })
afterAll(async () => {
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const clock = manualClock(NOW)
const claims = createClaims(store)
const away = async () => {
  throw new StoreUnavailable(new Error('gone'))
}

/**
 * A gate without a chain, with some functions of the claims replaced; its facilitator never reports
 * the end of a settlement.
 */
function gateOver(replaced: Partial<Claims>) {
  const facilitator: Facilitator = {
    verify: async () => ({ kind: 'valid' }),
    settle: async () => ({ kind: 'unknown', reason: 'no answer' }),
    probe: async () => 'supported',
    capability: () => 'supported',
    lastProblem: () => null,
    advice: () => null,
    failedSettlements: () => 0,
  }
  return createGate({
    settings: {
      ...requirements,
      networkName: 'test',
      test: true,
      assetName: 'USDC',
      publicUrl: 'http://127.0.0.1',
    },
    facilitator,
    chain: null,
    claims: { ...claims, ...replaced },
    clock,
    log: silentLog,
    owner: 'one',
    isOwnerDead: () => false,
  })
}

function chargeWith(nonceDigit: string): Charge {
  const authorization = {
    from: PAYER,
    to: PAY_TO,
    value: requirements.amount,
    validAfter: '0',
    validBefore: String(NOW / 1000 + 60),
    nonce: `0x${nonceDigit.repeat(64)}`,
  }
  return {
    terms: { operationId: 'company_verdict', requirements } as unknown as Charge['terms'],
    fingerprint: 'f'.repeat(64),
    presented: presentPayment({
      x402Version: 2,
      accepted: requirements,
      payload: { signature: `0x${'5'.repeat(130)}`, authorization },
    }),
    work: async () => ({ status: 200, body: Buffer.from('{"answer":1}') }),
    signal: new AbortController().signal,
    address: '127.0.0.1',
  }
}

it('gets what was settled in the meantime, not a request to return', async () => {
  const gate = gateOver({
    // As the background does between the reading of the claim and the taking of it.
    async takeOver(row, change) {
      await claims.settle(row, TX, clock.nowMs())
      return await claims.takeOver(row, change)
    },
  })
  const charge = chargeWith('4')
  await expect(gate.charge(charge)).rejects.toMatchObject({ code: 'SETTLEMENT_UNKNOWN' })
  const outcome = await gate.charge(charge)
  expect(outcome).toMatchObject({ kind: 'delivered', replayed: true })
  expect(outcome.kind === 'delivered' && outcome.delivery.body.toString()).toBe('{"answer":1}')
})

it('is never answered "not charged" when the ledger breaks during the takeover', async () => {
  const charge = chargeWith('6')
  await expect(gateOver({}).charge(charge)).rejects.toMatchObject({ code: 'SETTLEMENT_UNKNOWN' })
  await expect(gateOver({ takeOver: away }).charge(charge)).rejects.toMatchObject({
    code: 'SETTLEMENT_UNKNOWN',
  })
})

it('is never answered "not charged" when the ledger breaks over its settled answer', async () => {
  const charge = chargeWith('7')
  await expect(gateOver({}).charge(charge)).rejects.toMatchObject({ code: 'SETTLEMENT_UNKNOWN' })
  await claims.settle((await claims.find(charge.presented.key))!, TX, clock.nowMs())
  await expect(gateOver({ keptAnswer: away }).charge(charge)).rejects.toMatchObject({
    code: 'SETTLEMENT_UNKNOWN',
  })
  expect(await gateOver({}).charge(charge)).toMatchObject({ kind: 'delivered', replayed: true })
})
