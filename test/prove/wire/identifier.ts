/**
 * Two signatures under one payment-identifier, the first of which was refused, sent to two replicas
 * concurrently over a slow connection: only one may be charged.
 */
import {
  appendPaymentIdentifierToExtensions,
  declarePaymentIdentifierExtension,
} from '@x402/extensions/payment-identifier'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../../sandbox/facilitator/memory-facilitator.ts'
import { sandboxWallet } from '../../../sandbox/wallets.ts'
import { createFolder } from '../../support/folder.ts'
import { type DoomedService, startDoomed } from '../../support/killed.ts'
import { signedPayment, terms } from '../../support/payments.ts'
import { startPostgres } from '../../support/postgres.ts'
import { ask, seller } from '../../support/service.ts'
import { UNLIMITED } from '../market.ts'
import { type Random, tally } from '../random.ts'
import { startWireProxy } from './proxy.ts'

const PRICE = 100_000n
const TEA = '/v1/shop/items/tea'
const REFUSAL = JSON.stringify({
  success: false,
  errorReason: 'insufficient_funds',
  transaction: '',
  network: 'eip155:84532',
})

const PURSE = 10n * PRICE
/** Rounds at the same time: what they wait for is mostly the wire. */
const AT_ONCE = 8
const REPEATED_WITHIN_MS = 80

async function twoUnderOneIdentifier(random: Random, ledger: MemoryFacilitator['ledger']) {
  const wallet = sandboxWallet(random.bytes(12).toString('hex'))
  ledger.mint(wallet.address, PURSE)
  const extensions = { 'payment-identifier': declarePaymentIdentifierExtension(false) }
  appendPaymentIdentifierToExtensions(extensions, `purchase_${random.bytes(8).toString('hex')}`)
  const sign = async () => ({ ...(await signedPayment(wallet, terms(seller.address))), extensions })
  return { wallet, first: await sign(), second: await sign() }
}

export interface IdentifierOptions {
  rounds: number
  delayMs: number
  untilMs: number
}

export async function identifierRounds(
  random: Random,
  { rounds, delayMs, untilMs }: IdentifierOptions,
) {
  const [facilitator, postgres] = await Promise.all([startMemoryFacilitator(), startPostgres()])
  const dataDir = createFolder()
  const databaseUrl = new URL(await postgres.freshDatabaseUrl())
  const slow = () => ({ pass: -delayMs * Math.log(1 - random.next()) })
  const proxies = await Promise.all(
    [1, 2].map(() => startWireProxy(Number(databaseUrl.port), slow)),
  )
  const replicas: DoomedService[] = []
  const answers = tally()
  let doubles = 0
  let done = 0
  try {
    for (const { port } of proxies) {
      const store = {
        dataDir,
        databaseUrl: databaseUrl.href.replace(databaseUrl.port, String(port)),
      }
      replicas.push(
        await startDoomed({ facilitatorUrl: facilitator.url, store, environment: UNLIMITED }),
      )
    }
    const [one, two] = replicas.map(({ url }) => `${url}${TEA}`)
    for (; done < rounds && performance.now() < untilMs; done += AT_ONCE) {
      const pairs = await Promise.all(
        Array.from({ length: AT_ONCE }, () => twoUnderOneIdentifier(random, facilitator.ledger)),
      )
      facilitator.faults.always('settle', {
        kind: 'status',
        when: 'before',
        status: 200,
        body: REFUSAL,
      })
      for (const { status, bytes } of await Promise.all(
        pairs.map(({ first }) => ask(one!, { payment: first })),
      )) {
        if (status !== 402)
          throw new Error(
            `the first payment was to be refused, and got ${status} ${bytes.slice(0, 200)}`,
          )
      }
      facilitator.faults.clear()
      // The other one has to be claimed, verified and judged before the repetition is of any
      // interest: somewhere in there it comes.
      const repeating = pairs.map(async ({ first }) => {
        await new Promise((resolve) =>
          setTimeout(resolve, random.below(REPEATED_WITHIN_MS + 20 * delayMs)),
        )
        return await ask(one!, { payment: first })
      })
      const replies = await Promise.all([
        ...repeating,
        ...pairs.map(({ second }) => ask(two!, { payment: second })),
      ])
      for (const { status } of replies) answers.add(`HTTP ${status}`)
      for (const { wallet } of pairs) {
        const charges = (PURSE - facilitator.ledger.balance(wallet.address)) / PRICE
        if (charges > 1n) doubles += 1
        if (charges === 0n) answers.add('rounds without any charge')
      }
    }
    return { done, doubles, answers }
  } finally {
    for (const replica of replicas) await replica.kill()
    for (const proxy of proxies) await proxy.close()
    await facilitator.close()
    await postgres.stop()
  }
}
