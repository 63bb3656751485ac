/**
 * A price by rows, paid on the chain: the right amount or nothing, whatever changes between quote
 * and payment.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type SandboxCompaniesHouse,
  startCompaniesHouse,
} from '../../sandbox/companies-house/server.ts'
import type { Wallet } from '../../sandbox/wallets.ts'
import { createCompany } from '../../src/company/domain.ts'
import { companyScreen } from '../../src/company/operations/screen.ts'
import type { ServiceContext } from '../../src/contract/domain.ts'
import { priceFor } from '../../src/contract/price.ts'
import { openStore } from '../../src/store/open.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { type Reply, type Service, seller } from '../support/service.ts'
import { eachInOneWorld, expectDelivered, expectProblem, withoutChain } from '../support/world.ts'

const PATH = '/v1/company/screen'
const SOUND = '99000001'
const LATE = '99000003'
const QUIET = '99000009'
const NOBODY = '99999999'
const STRANGER = '99999998'

interface Problem {
  detail: string
  charged: boolean
  quote: {
    rows: number
    amount: string
    terms: { x402Version: number; accepts: { amount: string }[] }
  }
}

describe.skipIf(withoutChain)('a screen, paid on the chain', () => {
  const world = eachInOneWorld()
  let register: SandboxCompaniesHouse
  let service: Service
  let wallet: Wallet

  const companies = (context: ServiceContext) => ({
    company: createCompany(context, {
      companiesHouseUrl: register.url,
      companiesHouseApiKey: register.apiKey,
      companiesHouseCallsPer5Min: 10_000,
      fcaRegisterUrl: 'http://127.0.0.1:9',
      fcaAuthEmail: null,
      fcaAuthKey: null,
      languageTimeoutMs: 300,
    }),
  })

  beforeAll(async () => {
    register = await startCompaniesHouse()
  })
  afterAll(() => register.close())
  beforeEach(async () => {
    register.forget()
    service = await world.serve({ overrides: { domains: companies } })
    wallet = await world.buyerWith(5)
    row = Number(asked(await ask([SOUND])))
  })
  afterEach(() => register.heal())

  /** Price of a row in its 402. */
  let row: number
  const atomic = (rows: number) => String(rows * row)
  const usdc = (rows: number) => priceFor(companyScreen, rows)
  const ask = (
    numbers: readonly string[],
    payment?: Awaited<ReturnType<typeof payFor>>,
  ): Promise<Reply> =>
    service.ask(PATH, {
      method: 'POST',
      body: JSON.stringify({ numbers }),
      ...(payment ? { payment } : {}),
    })
  const payFor = (rows: number, paymentId?: string) => payAmount(rows * row, paymentId)
  async function payAmount(amount: number, paymentId?: string) {
    const payment = await signedPayment(wallet, terms(seller.address, { amount: String(amount) }))
    return paymentId === undefined
      ? payment
      : {
          ...payment,
          extensions: { 'payment-identifier': { info: { required: false, id: paymentId } } },
        }
  }
  const asked = ({ terms: quoted }: Reply) => quoted!.accepts[0]!.amount
  const quoted = (reply: Reply) => (reply.json as unknown as Problem).quote
  const statuses = (reply: Reply) =>
    (reply.json.result as { rows: { status: string }[] }).rows.map(({ status }) => status)

  /**
   * Checks that the ledger's purchases of this wallet equal its payments on the chain, without
   * further rows.
   */
  async function expectBooks(...amounts: number[]): Promise<void> {
    const store = await openStore(service.store)
    try {
      const payments = await store.ledger.read
        .selectFrom('payments')
        .selectAll()
        .where('payer', '=', wallet.address.toLowerCase())
        .execute()
      const claims = await store.ledger.read
        .selectFrom('claims')
        .selectAll()
        .where('payer', '=', wallet.address.toLowerCase())
        .execute()
      expect(payments.map(({ amount_atomic }) => Number(amount_atomic)).sort()).toEqual(
        amounts.toSorted(),
      )
      expect(claims.map(({ state }) => state)).toEqual(amounts.map(() => 'settled'))
    } finally {
      await store.close()
    }
    expect((await world.paidBy(wallet)).map(Number).sort()).toEqual(amounts.toSorted())
  }

  it('is quoted by its rows, without a query, and costs what its envelope says, once', async () => {
    expect(
      [await ask([]), await service.ask(PATH, { method: 'POST' })].map(({ status }) => status),
    ).toEqual([400, 402])
    const quote = await ask([SOUND, LATE, QUIET, SOUND])
    expect([quote.status, asked(quote), register.calls]).toEqual([402, atomic(3), []])
    const payment = await payFor(3)
    const reply = await ask([SOUND, LATE, QUIET, SOUND], payment)
    expectDelivered(reply)
    expect([reply.json.cost, statuses(reply)]).toEqual([
      { amount: usdc(3), currency: 'USDC' },
      ['judged', 'judged', 'judged'],
    ])
    expect(reply.receipt).toMatchObject({ success: true, amount: atomic(3) })
    const store = await openStore(service.store)
    const claims = await store.ledger.read
      .selectFrom('claims')
      .select(['units', 'unit_amount_atomic'])
      .execute()
    await store.close()
    expect(claims).toEqual([{ units: 3, unit_amount_atomic: atomic(1) }])
    const again = await ask([SOUND, LATE, QUIET, SOUND], payment)
    expect([
      again.status,
      again.bytes,
      again.headers.get('payment-replayed'),
      again.headers.get('payment-response'),
    ]).toEqual([200, reply.bytes, 'true', reply.headers.get('payment-response')])
    await expectBooks(3 * row)
  })

  it('with a row that turns out not to exist costs nothing, and its new quote is taken', async () => {
    const numbers = [SOUND, NOBODY, LATE]
    expect(asked(await ask(numbers))).toBe(atomic(3))
    const first = await payFor(3)
    const changed = await ask(numbers, first)
    expectProblem(changed, 409, 'ROWS_CHANGED')
    expect(quoted(changed)).toMatchObject({
      rows: 2,
      amount: usdc(2),
      terms: { x402Version: 2, accepts: [{ amount: atomic(2) }] },
    })
    await expectBooks()
    expect(asked(await ask(numbers))).toBe(atomic(2))
    // The same payment is compared with the new quote before the facilitator and without the
    // register.
    register.forget()
    const verified = world.facilitator.calls.verify
    expectProblem(await ask(numbers, first), 409, 'ROWS_CHANGED')
    expect([register.calls, world.facilitator.calls.verify]).toEqual([[], verified])
    const reply = await ask(
      numbers,
      await signedPayment(wallet, quoted(changed).terms.accepts[0] as ReturnType<typeof terms>),
    )
    expectDelivered(reply)
    expect([statuses(reply), reply.json.cost]).toEqual([
      ['judged', 'not_found', 'judged'],
      { amount: usdc(2), currency: 'USDC' },
    ])
    // What was not taken is unspent and pays for another question of its price.
    expectDelivered(await ask([SOUND, LATE, QUIET], first))
    await expectBooks(2 * row, 3 * row)
  })

  it('with a row that can be answered again costs nothing either, until all that can be answered is paid for', async () => {
    register.break('error', ['profile'])
    const numbers = [SOUND, LATE]
    await ask([LATE], await payFor(1))
    register.heal()
    expect(asked(await ask(numbers))).toBe(atomic(1))
    const one = await payFor(1)
    // A newer copy is not used before the half minute ends; a number without an earlier request is.
    const more = await ask([...numbers, QUIET], one)
    expectProblem(more, 409, 'ROWS_CHANGED')
    expect(quoted(more)).toMatchObject({ rows: 2, amount: usdc(2) })
    const reply = await ask(numbers, one)
    expectDelivered(reply)
    expect(statuses(reply)).toEqual(['judged', 'unavailable'])
    await expectBooks(row)
  })

  it('of nothing that could be answered is 404 with and without a payment, or 503 with a time to come back', async () => {
    await ask([NOBODY, STRANGER], await payFor(2))
    expectProblem(await ask([NOBODY, STRANGER]), 404, 'SUBJECT_NOT_FOUND')
    expectProblem(await ask([NOBODY, STRANGER], await payFor(1)), 404, 'SUBJECT_NOT_FOUND')
    register.break('error', ['profile'])
    const away = await ask([SOUND], await payFor(1))
    expectProblem(away, 503, 'UPSTREAM_UNAVAILABLE')
    expect(Number(away.headers.get('retry-after'))).toBe(30)
    expectProblem(await ask([SOUND]), 503, 'UPSTREAM_UNAVAILABLE')
    await expectBooks()
  })

  it('for an amount that pays for no number of rows is refused with the terms of now', async () => {
    for (const amount of [1.5 * row, 0.5 * row, 51 * row]) {
      const refused = await ask([SOUND, LATE], await payAmount(amount))
      expect([refused.status, asked(refused)]).toEqual([402, atomic(2)])
    }
    const other = await payFor(2)
    const refused = await ask([SOUND, LATE], {
      ...other,
      accepted: { ...other.accepted, amount: atomic(1) },
    })
    expect([refused.status, asked(refused)]).toEqual([402, atomic(2)])
    await expectBooks()
  })

  it('is replayed to its payer, whatever its rows are now', async () => {
    const payment = await payFor(2)
    const reply = await ask([SOUND, LATE], payment)
    register.break('down')
    const fewer = await ask([SOUND, LATE], payment)
    expect([fewer.status, fewer.bytes]).toEqual([200, reply.bytes])
    await expectBooks(2 * row)
  })

  it('under one payment-identifier is bought once, though the first quote did not hold', async () => {
    const id = 'screen-of-november-0001'
    const numbers = [SOUND, STRANGER]
    expectProblem(await ask(numbers, await payFor(2, id)), 409, 'ROWS_CHANGED')
    const reply = await ask(numbers, await payFor(1, id))
    expectDelivered(reply)
    const anew = await ask(numbers, await payFor(1, id))
    expect([anew.status, anew.bytes, anew.headers.get('payment-replayed')]).toEqual([
      200,
      reply.bytes,
      'true',
    ])
    await expectBooks(row)
  })

  it('that ends unpaid draws on the allowance by its rows: a third of them', async () => {
    const limited = await world.serve({
      environment: { RATE_LIMITS: 'unpaid_payer:1/5' },
      overrides: { domains: companies },
    })
    const post = async (numbers: readonly string[], rows: number) =>
      limited.ask(PATH, {
        method: 'POST',
        body: JSON.stringify({ numbers }),
        payment: await payFor(rows),
      })
    const list = (first: number) => Array.from({ length: 8 }, (_, index) => String(first + index))
    // Three of five are drawn: one more may be tried, and then it is enough.
    expectProblem(await post([SOUND, ...list(90_000_000)], 9), 409, 'ROWS_CHANGED')
    expectProblem(await post([SOUND, ...list(90_000_100)], 9), 409, 'ROWS_CHANGED')
    register.forget()
    expectProblem(await post([SOUND, ...list(90_000_200)], 9), 429, 'RATE_LIMITED')
    expect(register.calls).toEqual([])
  })

  it('quoted by one replica and paid at another that remembers other rows is refused free, and never paid for more or less than is judged', async () => {
    const other = await world.serve({ store: service.store, overrides: { domains: companies } })
    const at = (replica: Service, payment?: Awaited<ReturnType<typeof payFor>>) =>
      replica.ask(PATH, {
        method: 'POST',
        body: JSON.stringify({ numbers: [SOUND, LATE] }),
        ...(payment ? { payment } : {}),
      })
    register.break('error', ['profile'])
    await ask([LATE], await payFor(1))
    register.heal()
    expect([asked(await at(service)), asked(await at(other))]).toEqual([
      String(row),
      String(2 * row),
    ])
    const [one, two] = [await payFor(1), await payFor(2)]
    const [fewer, more] = [await at(other, one), await at(service, two)]
    expectProblem(fewer, 409, 'ROWS_CHANGED')
    expectProblem(more, 409, 'ROWS_CHANGED')
    expect([quoted(fewer).rows, quoted(more).rows]).toEqual([2, 1])
    await expectBooks()
    // Each is taken where it is for what is judged; at the other replica it is the same purchase,
    // whatever that one would quote.
    const [here, there] = [await at(service, one), await at(other, two)]
    expect([statuses(here), here.json.cost, statuses(there), there.json.cost]).toEqual([
      ['judged', 'unavailable'],
      { amount: usdc(1), currency: 'USDC' },
      ['judged', 'judged'],
      { amount: usdc(2), currency: 'USDC' },
    ])
    expect([(await at(other, one)).bytes, (await at(service, two)).bytes]).toEqual([
      here.bytes,
      there.bytes,
    ])
    await expectBooks(row, 2 * row)
  })
})
