/**
 * A gate by itself: real claims over the real ledger, with a facilitator, a chain and faults of the
 * test's choice. No sockets.
 */
import { PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier'
import { afterAll } from 'vitest'
import { silentLog } from '../../src/observe/log.ts'
import { presentPayment } from '../../src/payments/evm/presented.ts'
import type { Facilitator } from '../../src/payments/facilitator.ts'
import { type Charge, createGate, type Gate, type GateOptions } from '../../src/payments/gate.ts'
import { manualClock } from '../../src/platform/clock.ts'
import { type Claims, createClaims } from '../../src/store/ledger/claims.ts'
import { openStore } from '../../src/store/open.ts'
import { createFolder } from './folder.ts'

const NOW_MS = Date.parse('2026-11-21T12:00:00Z')
export const NOW_S = NOW_MS / 1000
export const TX = `0x${'a'.repeat(64)}`

export const requirements = {
  scheme: 'exact',
  network: 'eip155:84532',
  amount: '100000',
  asset: `0x${'3'.repeat(40)}`,
  payTo: `0x${'2'.repeat(40)}`,
  maxTimeoutSeconds: 300,
  extra: {},
} as const

/** How often each call was made, and what answers it. */
export interface Scripted {
  facilitator: Facilitator
  /** Nonces of settlement requests, in order. */
  settled: string[]
}

/** Finds every payment good and settles it, unless `replies` says otherwise. */
export function scriptedFacilitator(
  replies: Partial<Pick<Facilitator, 'verify' | 'settle'>> = {},
): Scripted {
  const settled: string[] = []
  return {
    settled,
    facilitator: {
      verify: replies.verify ?? (async () => ({ kind: 'valid' })),
      async settle(payload, terms) {
        settled.push((payload.payload as { authorization: { nonce: string } }).authorization.nonce)
        return replies.settle
          ? await replies.settle(payload, terms)
          : { kind: 'settled', txHash: TX }
      },
      probe: async () => 'supported',
      capability: () => 'supported',
      lastProblem: () => null,
      advice: () => null,
      countFailedSettlements: () => 0,
      notes: () => [],
      noteContradiction: () => {},
    },
  }
}

/** One ledger for the tests of a file. */
export async function bareLedger() {
  const dataDir = createFolder()
  const store = await openStore({ databaseUrl: null, dataDir })
  afterAll(async () => {
    await store.close()
  })
  const clock = manualClock(NOW_MS)
  const claims = createClaims(store)
  return {
    store,
    clock,
    claims,
    /**
     * Creates a gate over this ledger; `replaced` are functions of the claims that the test
     * replaces.
     */
    gate(options: Partial<GateOptions> & { replaced?: Partial<Claims> } = {}): Gate {
      const { replaced, ...others } = options
      return createGate({
        settings: {
          ...requirements,
          networkName: 'test',
          test: true,
          assetName: 'USDC',
          publicUrl: 'http://127.0.0.1',
        },
        facilitator: scriptedFacilitator().facilitator,
        chain: null,
        claims: { ...claims, ...replaced },
        clock,
        log: silentLog,
        owner: 'one',
        isOwnerDead: () => false,
        ...others,
      })
    },
  }
}

export interface Wish {
  /** 64 hex digits. */
  nonce: string
  paymentId?: string
  question?: string
  validBeforeS?: number | string
  signature?: string
  work?: Charge['work']
  signal?: AbortSignal
  payer?: string
}

export function chargeOf(wish: Wish): Charge {
  const authorization = {
    from: wish.payer ?? `0x${'1'.repeat(40)}`,
    to: requirements.payTo,
    value: requirements.amount,
    validAfter: '0',
    validBefore: String(wish.validBeforeS ?? NOW_S + 60),
    nonce: `0x${wish.nonce}`,
  }
  const presented = presentPayment({
    x402Version: 2,
    accepted: requirements,
    payload: { signature: wish.signature ?? `0x${'5'.repeat(130)}`, authorization },
    ...(wish.paymentId
      ? { extensions: { [PAYMENT_IDENTIFIER]: { info: { id: wish.paymentId } } } }
      : {}),
  })
  return {
    terms: { operationId: 'shop_item', requirements } as unknown as Charge['terms'],
    fingerprint: wish.question ?? 'f'.repeat(64),
    presented,
    work: wish.work ?? (async () => ({ status: 200, body: Buffer.from('{"answer":1}') })),
    signal: wish.signal ?? new AbortController().signal,
    address: '127.0.0.1',
  }
}

/** A nonce of one repeated hex digit pair, for tests that read well. */
export const nonce = (pair: string) => pair.repeat(32)
