/**
 * The service in a process, with a facilitator and a chain that fall silent in the middle of a
 * settlement: how it ends, and how it goes on.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { PaymentRequirements } from '@x402/core/types'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { startWorld, type World } from '../../sandbox/world.ts'
import { openStore } from '../../src/store/open.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { createFolder } from '../support/folder.ts'
import { signedPayment } from '../support/payments.ts'
import { ask } from '../support/service.ts'
import { withoutChain } from '../support/world.ts'

const MAIN = join(import.meta.dirname, '../../bin/ukintel.js')
const PATH = '/v1/company/99000001/verdict'

type Behaviour = 'forwards' | 'is silent' | 'fails'

/** Starts a proxy in front of a server that forwards, fails or stays silent. */
async function startProxy(target: string) {
  const { origin, pathname } = new URL(target)
  let behaviourOf = (_path: string): Behaviour => 'forwards'
  let unanswered = Promise.withResolvers<void>()
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    const behaviour = behaviourOf(path)
    if (behaviour === 'is silent') return unanswered.resolve()
    const body = await buffer(request)
    const headers = { 'content-type': 'application/json' }
    if (behaviour === 'fails') return response.writeHead(500, headers).end('{}')
    const reply = await fetch(`${origin}${path}`, {
      method: request.method!,
      headers,
      ...(body.length > 0 && { body }),
    })
    response.writeHead(reply.status, headers).end(await reply.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${pathname === '/' ? '' : pathname}`,
    /** Resolves with the first request that gets no answer. */
    behave(of: (path: string) => Behaviour): Promise<void> {
      unanswered = Promise.withResolvers<void>()
      behaviourOf = of
      return unanswered.promise
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

describe
  .skipIf(withoutChain)
  .concurrent('a settlement without an answer, and a silent chain', () => {
    let world: World
    beforeAll(async () => {
      world = await startWorld({ port: 0, logLevel: 'silent' })
    })
    afterAll(async () => {
      await world.close()
    })

    /** A shop with its own folder, payee, facilitator and chain behind proxies. */
    async function openShop(onTestFinished: TestContext['onTestFinished']) {
      const dataDir = createFolder()
      const payTo = privateKeyToAccount(generatePrivateKey()).address
      const facilitator = await startProxy(world.environment.X402_FACILITATOR_URL!)
      const chain = await startProxy(world.environment.X402_RPC_URL!)
      onTestFinished(() => {
        facilitator.close()
        chain.close()
      })

      async function serve() {
        const environment = {
          ...world.environment,
          PATH: process.env.PATH,
          DATA_DIR: dataDir,
          PORT: String(await freePort()),
          INGEST: 'off',
          X402_FACILITATOR_URL: facilitator.url,
          X402_RPC_URL: chain.url,
          X402_PAY_TO: payTo,
        }
        const child = spawn(process.execPath, [MAIN, 'serve'], {
          env: environment,
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        onTestFinished(() => void child.kill('SIGKILL'))
        const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>
        await once(child.stdout, 'data')
        return { url: `http://127.0.0.1:${environment.PORT}`, child, ended }
      }

      /**
       * Buys, and returns once the settlement was sent and neither facilitator nor chain answers.
       */
      async function buyUnanswered() {
        facilitator.behave(() => 'forwards')
        chain.behave(() => 'forwards')
        const service = await serve()
        const quote = await ask(`${service.url}${PATH}`)
        const [accepted] = quote.json.accepts as [PaymentRequirements]
        const payment = await signedPayment(world.buyer, accepted)
        const settling = facilitator.behave((path) =>
          path.endsWith('/settle') ? 'is silent' : 'forwards',
        )
        const answer = ask(`${service.url}${PATH}`, { payment }).catch(
          (error: unknown) => error as Error,
        )
        await settling
        void chain.behave(() => 'is silent')
        return { service, payment, answer }
      }

      async function readClaims() {
        const store = await openStore({ databaseUrl: null, dataDir }, { layout: 'current' })
        const claims = await store.ledger.read
          .selectFrom('claims')
          .innerJoin('answers', 'answers.claim_id', 'claims.id')
          .select('state')
          .execute()
        await store.close()
        return claims
      }

      async function expectBoughtOnce(payment: Awaited<ReturnType<typeof signedPayment>>) {
        facilitator.behave(() => 'forwards')
        chain.behave(() => 'forwards')
        const service = await serve()
        const reply = await ask(`${service.url}${PATH}`, { payment })
        service.child.kill('SIGTERM')
        await service.ended
        expect(reply.status).toBe(200)
        expect(await world.money.balance(payTo)).toBe(BigInt(payment.accepted.amount))
      }

      return { facilitator, serve, buyUnanswered, readClaims, expectBoughtOnce }
    }

    it('at SIGTERM › the process ends without an answer and leaves the claim with its own', {
      timeout: 90_000,
    }, async ({ onTestFinished, expect }) => {
      const { buyUnanswered, readClaims, expectBoughtOnce } = await openShop(onTestFinished)
      const { service, payment, answer } = await buyUnanswered()
      service.child.kill('SIGTERM')
      expect(await service.ended).toEqual([0, null])
      await answer
      expect(await readClaims()).toEqual([{ state: 'settling' }])
      await expectBoughtOnce(payment)
    })

    it('after SIGKILL › a retry is answered without the chain, and buys once it speaks', {
      timeout: 90_000,
    }, async ({ onTestFinished, expect }) => {
      const shop = await openShop(onTestFinished)
      const { service, payment, answer } = await shop.buyUnanswered()
      service.child.kill('SIGKILL')
      await service.ended
      await answer
      expect(await shop.readClaims()).toEqual([{ state: 'settling' }])

      void shop.facilitator.behave((path) => (path.endsWith('/settle') ? 'fails' : 'forwards'))
      const again = await shop.serve()
      const reply = await ask(`${again.url}${PATH}`, { payment })
      expect(reply.status).toBe(503)
      again.child.kill('SIGTERM')
      await again.ended
      await shop.expectBoughtOnce(payment)
    })
  })
