import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it, vi } from 'vitest'
import { signedPayment, terms } from '../../../test/support/payments.ts'
import { manualClock } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import { sha256Hex } from '../../platform/hash.ts'
import { systemTimers } from '../../platform/timers.ts'
import { type Presented, presentPayment } from '../evm/presented.ts'
import type { WaitBudget } from '../wait-budget.ts'
import { type Admission, type AdmissionOptions, createAdmission, type Visit } from './admission.ts'

const BAD_SIGNATURE = 'invalid_exact_evm_signature'
const TOO_SHORT = 'invalid_exact_evm_insufficient_balance'
const UNPAID = { kind: 'refused', reason: 'no' } as const
const PAID = { kind: 'delivered', replayed: false } as const

const accepted = terms(`0x${'2'.repeat(40)}`)
const privateKey = `0x${'1'.repeat(64)}` as const
const account = privateKeyToAccount(privateKey)
const signed = await signedPayment({ privateKey, account, address: account.address }, accepted)
const good = presentPayment(signed)
const forged = presentPayment({
  ...signed,
  payload: { ...signed.payload, signature: `0x${'1b'.repeat(65)}` },
})

/** Signature of a smart wallet, which only the chain can judge. */
function bySmartWallet(digit: string, value = '100000'): Presented {
  const authorization = {
    from: `0x${digit.repeat(40)}`,
    to: accepted.payTo,
    value,
    validAfter: '0',
    validBefore: '1795000000',
  }
  const signature = `0x${'ab'.repeat(96)}`
  return presentPayment({
    x402Version: 2,
    accepted,
    payload: { signature, authorization: { ...authorization, nonce: `0x${'7'.repeat(64)}` } },
  })
}

function opened(options: Partial<AdmissionOptions> = {}) {
  const clock = manualClock('2026-11-22T10:00:00Z')
  const admitted: string[] = []
  const settled: string[] = []
  const admission = createAdmission({
    clock,
    purchases: {
      countSettledToday: async () => 0,
      paidRecently: async () => 0,
      noteSettled: (payer) => void settled.push(payer),
    },
    limits: {
      unpaid_payer: { perMinute: 3, burst: 2 },
      unpaid_address: { perMinute: 6, burst: 100 },
    },
    payers: { assertAvailable: () => {}, debit: (payer) => admitted.push(payer) },
    settings: {
      network: accepted.network as `eip155:${string}`,
      asset: accepted.asset as `0x${string}`,
      assetName: 'USDC',
    },
    chain: null,
    ...options,
  })
  return { clock, admitted, settled, admission }
}

/**
 * Returns the refusal of the admission; without one the facilitator answers `verdict`, and the call
 * ends.
 */
async function call(
  admission: Admission,
  presented: Presented,
  verdict: string | null,
  end: Parameters<Visit['end']>[0] = UNPAID,
) {
  const visit = admission.open({ presented, address: '192.0.2.1' })
  try {
    const refusal = await visit.checkBeforeVerify()
    if (refusal === null) await visit.noteVerified(verdict)
    visit.end(end, false)
    return refusal
  } catch (error) {
    visit.end({ kind: 'threw', error }, false)
    return (error as ServiceError).code
  }
}

describe('a call that ends unpaid', () => {
  it('draws on the allowance of its payer once its payment was found good, and on no other payer’s', async () => {
    const { admission, admitted } = opened()
    const [ann, bob] = [bySmartWallet('a'), bySmartWallet('b')]
    for (let refused = 0; refused < 5; refused += 1)
      expect(await call(admission, ann, 'nonce_already_used')).toBeNull()
    for (let paid = 0; paid < 5; paid += 1)
      expect(await call(admission, ann, null, PAID)).toBeNull()
    for (let unpaid = 0; unpaid < 2; unpaid += 1)
      expect(await call(admission, ann, null)).toBeNull()
    expect(admitted).toEqual(Array.from({ length: 7 }, () => ann.key.payer))
    // Before the facilitator is asked.
    await expect(
      admission.open({ presented: ann, address: '192.0.2.1' }).checkBeforeVerify(),
    ).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await call(admission, bob, null)).toBeNull()
  })

  it('may happen ten times more for each call of the day that was settled', async () => {
    const { admission } = opened({
      purchases: {
        countSettledToday: async () => 2,
        paidRecently: async () => 100_000,
        noteSettled: () => {},
      },
    })
    for (let unpaid = 0; unpaid < 22; unpaid += 1)
      expect(await call(admission, bySmartWallet('a'), null)).toBeNull()
    expect(await call(admission, bySmartWallet('a'), null)).toBe('RATE_LIMITED')
  })

  it('draws on the allowance of its address as well, which is looked at before anything else', async () => {
    const asked: string[] = []
    const { admission } = opened({
      limits: {
        unpaid_payer: { perMinute: 3, burst: 100 },
        unpaid_address: { perMinute: 6, burst: 3 },
      },
      payers: { assertAvailable: (payer) => void asked.push(payer), debit: () => {} },
    })
    for (const digit of ['a', 'b', 'c'])
      expect(await call(admission, bySmartWallet(digit), null)).toBeNull()
    expect(asked).toHaveLength(3)
    expect(await call(admission, forged, null)).toBe('RATE_LIMITED')
    expect(asked).toHaveLength(3)
  })

  it('is not started for a payer whose minute is spent', async () => {
    const spent = () => {
      throw new ServiceError('RATE_LIMITED', 'Too many.')
    }
    const { admission, admitted } = opened({ payers: { assertAvailable: spent, debit: () => {} } })
    expect([await call(admission, forged, null), admitted]).toEqual(['RATE_LIMITED', []])
  })
})

it('a call that waits for another to end waits by the timers that it was given', async () => {
  const waits: number[] = []
  const { admission } = opened({
    limits: {
      unpaid_payer: { perMinute: 3, burst: 1 },
      unpaid_address: { perMinute: 6, burst: 100 },
    },
    clock: { nowMs: () => 0, elapsedMs: () => 0 },
    timers: {
      ...systemTimers,
      after(ms, run) {
        waits.push(ms)
        queueMicrotask(run)
        return () => {}
      },
    },
  })
  await admission.open({ presented: good, address: '192.0.2.1' }).admitKnownPayment()
  const second = admission.open({ presented: good, address: '192.0.2.1' })
  await expect(second.admitKnownPayment()).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  expect(waits).toEqual([8000])
})

it('only what was settled here and now is noted as bought', async () => {
  const { admission, settled } = opened()
  await call(admission, bySmartWallet('a'), null, { kind: 'delivered', replayed: true })
  await call(admission, bySmartWallet('b'), null, PAID)
  await call(admission, bySmartWallet('c'), 'nonce_already_used')
  expect(settled).toEqual([bySmartWallet('b').key.payer])
})

describe.each(['insufficient_funds', TOO_SHORT])(
  'a payer whose balance was found short (%s)',
  (reason) => {
    it('is refused for thirty seconds, for as much or more, without the facilitator', async () => {
      const { admission, clock } = opened()
      expect(await call(admission, bySmartWallet('a', '100000'), reason)).toBeNull()
      clock.advance(29_999)
      for (const value of ['100000', '100001'])
        expect(await call(admission, bySmartWallet('a', value), 'other')).toBe(TOO_SHORT)
      expect(await call(admission, bySmartWallet('a', '99999'), 'other')).toBeNull()
      expect(await call(admission, bySmartWallet('b', '100000'), 'other')).toBeNull()
      clock.advance(1)
      expect(await call(admission, bySmartWallet('a', '100000'), 'other')).toBeNull()
    })
  },
)

describe('a payer whose balance was found short, and who tops up', () => {
  function onChain(balances: (bigint | null)[]) {
    const asked: string[] = []
    const made = opened({
      chain: {
        async readBalance(asset, payer) {
          expect([asset, payer]).toEqual([accepted.asset, bySmartWallet('a').key.payer])
          asked.push(payer)
          return balances[asked.length - 1]!
        },
      },
    })
    const asks = (value?: string, verdict: string | null = 'other') =>
      call(made.admission, bySmartWallet('a', value), verdict)
    return { ...made, asked, asks }
  }

  it('reaches the facilitator once the chain shows the money, which is queried at most once in five seconds', async () => {
    const { clock, asked, asks } = onChain([99_999n, null, 100_000n])
    expect(await asks('100000', 'insufficient_funds')).toBeNull()
    for (const afterMs of [4999, 1, 4999, 1, 4999]) {
      clock.advance(afterMs)
      expect(await asks('100000')).toBe(TOO_SHORT)
    }
    expect(asked).toHaveLength(2)
    clock.advance(1)
    for (let times = 0; times < 3; times += 1) expect(await asks('100000')).toBeNull()
    expect(asked).toHaveLength(3)
  })

  it('is short for thirty seconds of what the chain shows less than', async () => {
    const { clock, asked, asks } = onChain([150_000n, 150_000n])
    expect(await asks('100000', 'insufficient_funds')).toBeNull()
    clock.advance(5000)
    expect([await asks('150001'), await asks('100000')]).toEqual([TOO_SHORT, TOO_SHORT])
    clock.advance(5000)
    expect([await asks('100000'), asked.length]).toEqual([null, 2])
  })

  it('is not trusted if the facilitator says again that the balance is short', async () => {
    const { clock, asked, asks } = onChain([100_000n])
    expect(await asks('100000', 'insufficient_funds')).toBeNull()
    clock.advance(5000)
    expect(await asks('100000', 'insufficient_funds')).toBeNull()
    clock.advance(4999)
    expect([await asks('100000'), asked.length]).toEqual([TOO_SHORT, 1])
  })
})

describe('a verified call', () => {
  const threw = (error: unknown) => ({ kind: 'threw', error }) as const
  const failed = (code: ConstructorParameters<typeof ServiceError>[0]) =>
    threw(new ServiceError(code, 'It failed.'))
  const roomy = { perMinute: 3, burst: 100 }
  const one = { perMinute: 3, burst: 1 }

  it.each<[string, Parameters<Visit['end']>[0], boolean, boolean]>([
    ['an answer', PAID, false, false],
    ['an answer that nobody waits for', PAID, true, false],
    ['a refusal', UNPAID, false, true],
    ['a new quote', { kind: 'requote' }, false, true],
    ['a free answer', { kind: 'free' }, false, false],
    ['a fault of the caller', failed('SUBJECT_NOT_FOUND'), false, true],
    ['an unknown settlement', failed('SETTLEMENT_UNKNOWN'), false, true],
    ['a fault of ours', failed('INTERNAL'), false, false],
    ['a fault of ours that nobody waits for', failed('INTERNAL'), true, true],
    ['a source that is away', failed('UPSTREAM_UNAVAILABLE'), false, false],
    ['a rate limit', failed('RATE_LIMITED'), false, false],
    ['an error without a code', threw(new Error('broken')), false, false],
    ['an error without a code that nobody waits for', threw('broken'), true, true],
  ])('that ends in %s draws on the allowances, or not', async (_, end, buyerLeft, draws) => {
    for (const limits of [
      { unpaid_payer: one, unpaid_address: roomy },
      { unpaid_payer: roomy, unpaid_address: one },
    ]) {
      const { admission } = opened({ limits })
      const visit = admission.open({ presented: good, address: '192.0.2.1' })
      expect(await visit.checkBeforeVerify()).toBeNull()
      await visit.noteVerified(null)
      visit.end(end, buyerLeft)
      expect(await call(admission, good, null)).toBe(draws ? 'RATE_LIMITED' : null)
    }
  })

  it('gets its draw back once, and only if its settlement was unknown', async () => {
    const { admission } = opened({ limits: { unpaid_payer: one, unpaid_address: roomy } })
    expect(await call(admission, good, null, failed('SUBJECT_NOT_FOUND'))).toBeNull()
    admission.noteSettled(good.key)
    expect(await call(admission, good, null)).toBe('RATE_LIMITED')

    const two = { unpaid_payer: { perMinute: 3, burst: 2 }, unpaid_address: roomy }
    const other = opened({ limits: two }).admission
    expect(await call(other, good, null, failed('SETTLEMENT_UNKNOWN'))).toBeNull()
    expect(await call(other, good, null)).toBeNull()
    for (let times = 0; times < 2; times += 1) other.noteSettled(good.key)
    expect(await call(other, good, null)).toBeNull()
    expect(await call(other, good, null)).toBe('RATE_LIMITED')
  })
})

describe('a settlement whose outcome is unknown', () => {
  const UNKNOWN = {
    kind: 'threw',
    error: new ServiceError('SETTLEMENT_UNKNOWN', 'Not known yet.'),
  } as const
  const roomy = { perMinute: 3, burst: 100 }
  const ends = (admission: Admission, presented: Presented) =>
    call(admission, presented, null, UNKNOWN)

  async function repeated(
    admission: Admission,
    presented: Presented,
    end: Parameters<Visit['end']>[0] = UNKNOWN,
  ) {
    const visit = admission.open({ presented, address: '192.0.2.1', debits: 17 })
    try {
      await visit.admitKnownPayment()
      visit.end(end, false)
      return null
    } catch (error) {
      visit.end({ kind: 'threw', error }, false)
      return (error as ServiceError).code
    }
  }

  it.each([
    ['payer', { unpaid_payer: { perMinute: 3, burst: 2 }, unpaid_address: roomy }],
    ['address', { unpaid_payer: roomy, unpaid_address: { perMinute: 3, burst: 2 } }],
  ])(
    'draws on the allowance of its %s, as each of its repetitions does, and gives all back once it settles',
    async (_, limits) => {
      const { admission } = opened({ limits })
      const payment = bySmartWallet('a')
      expect(await ends(admission, payment)).toBeNull()
      expect(await repeated(admission, payment)).toBeNull()
      expect([await repeated(admission, payment), await ends(admission, payment)]).toEqual([
        'RATE_LIMITED',
        'RATE_LIMITED',
      ])
      admission.noteSettled(bySmartWallet('b').key)
      expect(await repeated(admission, payment)).toBe('RATE_LIMITED')
      for (let times = 0; times < 2; times += 1) admission.noteSettled(payment.key)
      for (let times = 0; times < 2; times += 1) expect(await ends(admission, payment)).toBeNull()
      expect(await ends(admission, payment)).toBe('RATE_LIMITED')
    },
  )

  it('costs one draw each time that it is looked for again, however much its call drew', async () => {
    const three = { perMinute: 3, burst: 3 }
    for (const limits of [
      { unpaid_payer: three, unpaid_address: roomy },
      { unpaid_payer: roomy, unpaid_address: three },
    ]) {
      const { admission } = opened({ limits })
      for (let times = 0; times < 3; times += 1) expect(await repeated(admission, good)).toBeNull()
      expect(await repeated(admission, good)).toBe('RATE_LIMITED')
    }
  })

  it('is no call of the minute where the allowance of its payer is spent', async () => {
    const one = { perMinute: 3, burst: 1 }
    const { admission, admitted } = opened({ limits: { unpaid_payer: one, unpaid_address: roomy } })
    expect([await repeated(admission, good), await repeated(admission, good)]).toEqual([
      null,
      'RATE_LIMITED',
    ])
    expect(admitted).toHaveLength(1)
  })

  it('is looked for again only while its payer has calls left in this minute, and counts as one of them', async () => {
    const spent = () => {
      throw new ServiceError('RATE_LIMITED', 'Too many.')
    }
    expect(
      await repeated(
        opened({ payers: { assertAvailable: spent, debit: () => {} } }).admission,
        good,
      ),
    ).toBe('RATE_LIMITED')
    const { admission, admitted, settled } = opened()
    expect(await repeated(admission, good, PAID)).toBeNull()
    expect([admitted, settled]).toEqual([[good.key.payer], [good.key.payer]])
  })

  it('frees a place that it waited for longer than its call took', async () => {
    const one = { perMinute: 3, burst: 1 }
    const { admission } = opened({ limits: { unpaid_payer: one, unpaid_address: roomy } })
    const [first, second] = [bySmartWallet('a'), bySmartWallet('a')].map((presented) =>
      admission.open({ presented, address: '192.0.2.1' }),
    )
    await first!.admitKnownPayment()
    const waiting = second!.admitKnownPayment()
    second!.end(UNKNOWN, false)
    first!.end(PAID, false)
    await waiting
    expect(await repeated(admission, bySmartWallet('a'), PAID)).toBeNull()
  })

  it.each(['unpaid_payer', 'unpaid_address'] as const)(
    'names %s while it waits for its token',
    async (name) => {
      const one = { perMinute: 3, burst: 1 }
      const limits = { unpaid_payer: roomy, unpaid_address: roomy, [name]: one }
      const { admission } = opened({ limits })
      const [first, second] = [good, good].map((presented) =>
        admission.open({ presented, address: '192.0.2.1' }),
      )
      await first!.admitKnownPayment()
      expect(first!.awaitedLimit()).toBeNull()
      const waiting = second!.admitKnownPayment()
      const key = name === 'unpaid_payer' ? good.key.payer : '192.0.2.1'
      await vi.waitFor(() =>
        expect(second!.awaitedLimit()).toEqual({ name, keyHash: sha256Hex(key).slice(0, 32) }),
      )
      first!.end(PAID, false)
      await waiting
      expect(second!.awaitedLimit()).toBeNull()
    },
  )

  it('debits no payment of its payer if it is admitted after its call has ended', async () => {
    const one = { perMinute: 3, burst: 1 }
    const { admission, admitted } = opened({ limits: { unpaid_payer: roomy, unpaid_address: one } })
    const [first, second] = [bySmartWallet('a'), bySmartWallet('b')].map((presented) =>
      admission.open({ presented, address: '192.0.2.1' }),
    )
    await first!.admitKnownPayment()
    const waiting = second!.admitKnownPayment()
    second!.end(UNKNOWN, false)
    first!.end(PAID, false)
    await waiting
    expect(admitted).toEqual([bySmartWallet('a').key.payer])
    expect(await repeated(admission, bySmartWallet('c'), PAID)).toBeNull()
  })

  it('that is looked for again draws nothing where it is found to be paid', async () => {
    const { admission } = opened()
    for (let times = 0; times < 5; times += 1)
      expect(await repeated(admission, good, PAID)).toBeNull()
  })
})

it('a payment that was refused for another reason says nothing of the balance', async () => {
  const { admission } = opened()
  expect(await call(admission, bySmartWallet('a'), 'nonce_already_used')).toBeNull()
  expect(await call(admission, bySmartWallet('a'), 'nonce_already_used')).toBeNull()
})

describe('a payer', () => {
  async function believed() {
    const { admission, clock } = opened()
    for (let times = 0; times < 16; times += 1) {
      expect(await call(admission, forged, 'other')).toBe(BAD_SIGNATURE)
      expect(await call(admission, good, 'other')).toBeNull()
    }
    return { admission, clock }
  }

  it('with sixteen good signatures is trusted for ten minutes, and judged again afterwards', async () => {
    const { admission, clock } = await believed()
    expect(await call(admission, forged, 'other')).toBeNull()
    clock.advance(600_000)
    expect(await call(admission, forged, 'other')).toBeNull()
    clock.advance(1)
    for (let times = 0; times < 16; times += 1) {
      expect(await call(admission, forged, 'other')).toBe(BAD_SIGNATURE)
      expect(await call(admission, good, 'other')).toBeNull()
    }
    expect(await call(admission, forged, 'other')).toBeNull()
  })

  it('who is believed is judged again as soon as the facilitator finds one bad', async () => {
    const { admission } = await believed()
    expect(await call(admission, forged, BAD_SIGNATURE)).toBeNull()
    expect(await call(admission, forged, 'other')).toBe(BAD_SIGNATURE)
    expect(await call(admission, good, 'other')).toBeNull()
  })
})

describe('65 bytes by another signer', () => {
  const onChain = (codes: (boolean | null)[]) => {
    const asked: string[] = []
    const elapsed = { ms: 1000 }
    const { admission } = opened({
      clock: { nowMs: () => elapsed.ms, elapsedMs: () => elapsed.ms },
      chain: {
        async isContract(address) {
          asked.push(address)
          return codes[asked.length - 1]!
        },
      },
    })
    return { admission, asked, elapsed }
  }

  it('are refused if the chain has no code, which is checked again a minute later', async () => {
    const { admission, asked, elapsed } = onChain([false, true])
    for (const afterMs of [0, 30_000, 30_000]) {
      elapsed.ms += afterMs
      expect(await call(admission, forged, 'other')).toBe(BAD_SIGNATURE)
    }
    expect(asked).toEqual([forged.key.payer])
    elapsed.ms += 1
    expect(await call(admission, forged, 'other')).toBeNull()
    expect(asked).toHaveLength(2)
  })

  it('reach the facilitator if there is code or the chain is silent, which is not remembered', async () => {
    const { admission, asked } = onChain([null, true, false])
    expect([
      await call(admission, forged, 'other'),
      await call(admission, forged, 'other'),
    ]).toEqual([null, null])
    expect(await call(admission, forged, 'other')).toBe(BAD_SIGNATURE)
    expect(asked).toHaveLength(3)
  })

  it('are judged by the chain within the time of the buyer', async () => {
    const { admission } = onChain([true])
    let runs = 0
    const budget = {
      run(work: () => Promise<unknown>) {
        runs += 1
        return work()
      },
    } as unknown as WaitBudget
    const visit = admission.open({ presented: forged, address: '192.0.2.1' })
    expect([await visit.checkBeforeVerify(budget), runs]).toEqual([null, 1])
  })

  it('are refused without a chain', async () => {
    for (const chain of [null, {}])
      expect(await call(opened({ chain }).admission, forged, 'other')).toBe(BAD_SIGNATURE)
  })
})
