import { type FacilitatorClient, HTTPFacilitatorClient } from '@x402/core/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { malleated, signedPayment, terms } from '../../test/support/payments.ts'
import { anvilBinary } from '../chain/anvil.ts'
import { startLocalChain } from '../chain/local-chain.ts'
import { SANDBOX_NETWORK } from '../chain/usdc.ts'
import { sandboxWallet } from '../wallets.ts'
import { startFacilitator } from './facilitator.ts'
import { lies, successWithoutBroadcast } from './faults.ts'
import { startMemoryFacilitator } from './memory-facilitator.ts'
import type { SandboxFacilitator } from './server.ts'

const buyer = sandboxWallet('buyer')
const seller = sandboxWallet('seller')
const POOR = sandboxWallet('a buyer without money')
const requirements = terms(seller.address)

interface World {
  facilitator: SandboxFacilitator
  balance(address: `0x${string}`): Promise<bigint>
  close(): Promise<void>
}

const worlds: Record<string, { skip: boolean; start: () => Promise<World> }> = {
  'on the local chain': {
    skip: anvilBinary() === null,
    async start() {
      const chain = await startLocalChain(anvilBinary()!)
      await chain.mint(buyer.address, 50_000_000n)
      const facilitator = await startFacilitator(chain)
      return {
        facilitator,
        balance: chain.balance,
        async close() {
          await facilitator.close()
          await chain.close()
        },
      }
    },
  },
  'in memory': {
    skip: false,
    async start() {
      const facilitator = await startMemoryFacilitator()
      facilitator.ledger.mint(buyer.address, 50_000_000n)
      return {
        facilitator,
        balance: async (address) => facilitator.ledger.balance(address),
        close: facilitator.close,
      }
    },
  },
}

for (const [where, { skip, start }] of Object.entries(worlds)) {
  describe.skipIf(skip)(`the facilitator ${where}`, () => {
    let world: World
    let client: FacilitatorClient
    beforeAll(async () => {
      world = await start()
      client = new HTTPFacilitatorClient({ url: world.facilitator.url, timeoutMs: 1500 })
    })
    afterEach(() => world.facilitator.faults.clear())
    afterAll(() => world.close())

    /** Returns the amount that the call moved from buyer to seller, atomic. */
    async function moved(call: () => Promise<unknown>): Promise<bigint> {
      const before = [
        await world.balance(buyer.address),
        await world.balance(seller.address),
      ] as const
      await call()
      const paid = before[0] - (await world.balance(buyer.address))
      expect((await world.balance(seller.address)) - before[1]).toBe(paid)
      return paid
    }

    it('supports our kind', async () => {
      expect((await client.getSupported()).kinds).toContainEqual({
        x402Version: 2,
        scheme: 'exact',
        network: SANDBOX_NETWORK,
      })
    })

    it('verifies without charging, then settles once', async () => {
      const payment = await signedPayment(buyer, requirements)
      expect(
        await moved(async () =>
          expect(await client.verify(payment, requirements)).toMatchObject({ isValid: true }),
        ),
      ).toBe(0n)
      const receipt = {
        success: true,
        network: SANDBOX_NETWORK,
        payer: buyer.address,
        transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      }
      expect(
        await moved(async () =>
          expect(await client.settle(payment, requirements)).toMatchObject(receipt),
        ),
      ).toBe(100_000n)
      expect(await client.verify(payment, requirements)).toMatchObject({
        isValid: false,
        invalidReason: 'invalid_exact_evm_nonce_already_used',
      })
      expect(
        await moved(async () =>
          expect(await client.settle(payment, requirements)).toMatchObject({ success: false }),
        ),
      ).toBe(0n)
    })

    it('settles concurrent payments once each', async () => {
      const payments = await Promise.all(
        Array.from({ length: 8 }, () => signedPayment(buyer, requirements)),
      )
      const settle = async () => {
        const receipts = await Promise.all(
          payments.map((payment) => client.settle(payment, requirements)),
        )
        expect(receipts.map((receipt) => receipt.success)).toEqual(payments.map(() => true))
        expect(new Set(receipts.map((receipt) => receipt.transaction)).size).toBe(payments.length)
      }
      expect(await moved(settle)).toBe(800_000n)
    })

    it.each([
      [
        'another payee',
        signedPayment(buyer, requirements, { to: POOR.address }),
        'invalid_exact_evm_recipient_mismatch',
      ],
      [
        'a lower value',
        signedPayment(buyer, requirements, { value: '99999' }),
        'invalid_exact_evm_payload_authorization_value_mismatch',
      ],
      [
        'an end in five seconds',
        signedPayment(buyer, requirements, { validBefore: soon(5) }),
        'invalid_exact_evm_payload_authorization_valid_before',
      ],
      [
        'a signature for another chain',
        signedPayment(buyer, requirements, {}, 8453),
        'invalid_exact_evm_signature',
      ],
      [
        'an empty balance',
        signedPayment(POOR, requirements),
        'invalid_exact_evm_insufficient_balance',
      ],
    ])('refuses %s', async (_, signing, reason) => {
      const payment = await signing
      expect(await client.verify(payment, requirements)).toMatchObject({
        isValid: false,
        invalidReason: expect.stringContaining(reason),
      })
      expect(
        await moved(async () =>
          expect(await client.settle(payment, requirements)).toMatchObject({ success: false }),
        ),
      ).toBe(0n)
    })

    it('does not pay a malleated signature a second time', async () => {
      const payment = await signedPayment(buyer, requirements)
      await client.settle(payment, requirements)
      expect(await moved(() => client.settle(malleated(payment), requirements))).toBe(0n)
    })

    it.each([
      ['reset before broadcast', { kind: 'reset', when: 'before' }, 0n],
      ['reset after broadcast', { kind: 'reset', when: 'after' }, 100_000n],
      ['hang before broadcast', { kind: 'hang', when: 'before' }, 0n],
      ['hang after broadcast', { kind: 'hang', when: 'after' }, 100_000n],
      [
        'answer 500 before broadcast',
        { kind: 'status', when: 'before', status: 500, body: '{"error":"boom"}' },
        0n,
      ],
      [
        'answer garbage after broadcast',
        { kind: 'status', when: 'after', status: 200, body: '<html>' },
        100_000n,
      ],
    ] as const)('can %s', async (_, fault, expected) => {
      const payment = await signedPayment(buyer, requirements)
      world.facilitator.faults.next('settle', fault)
      expect(
        await moved(() => expect(client.settle(payment, requirements)).rejects.toThrow()),
      ).toBe(expected)
      // Only once: the next settlement of a further payment is honest again.
      expect(
        await client.settle(await signedPayment(buyer, requirements), requirements),
      ).toMatchObject({ success: true })
    })

    it('can lie', async () => {
      const settle = async (fault: Parameters<SandboxFacilitator['faults']['next']>[1]) => {
        world.facilitator.faults.next('settle', fault)
        return client.settle(await signedPayment(buyer, requirements), requirements)
      }
      const moves = async (fault: Parameters<typeof settle>[0], told: object) =>
        moved(async () => expect(await settle(fault)).toMatchObject(told))
      expect(await moves(lies.wrongNetwork, { success: true, network: 'eip155:8453' })).toBe(
        100_000n,
      )
      expect(
        await moves(lies.wrongPayer, {
          success: true,
          payer: expect.not.stringMatching(buyer.address),
        }),
      ).toBe(100_000n)
      expect(await moves(lies.wrongAmount, { success: true, amount: '1' })).toBe(100_000n)
      expect(
        await moves(lies.failedAlthoughBroadcast, {
          success: false,
          errorReason: 'insufficient_funds',
        }),
      ).toBe(100_000n)
      expect(await moves(lies.pending, { success: false, errorReason: 'settlement_pending' })).toBe(
        100_000n,
      )
      expect(
        await moves(successWithoutBroadcast(SANDBOX_NETWORK, buyer.address), {
          success: true,
          payer: buyer.address,
        }),
      ).toBe(0n)
    })

    it('can be down, come back where it was, and forget its kinds', async () => {
      const { facilitator } = world
      await facilitator.goDown()
      await expect(
        client.verify(await signedPayment(buyer, requirements), requirements),
      ).rejects.toThrow(/fetch failed/)
      await facilitator.comeUp()
      facilitator.faults.next('supported', {
        kind: 'status',
        when: 'before',
        status: 200,
        body: '{"kinds":[],"extensions":[],"signers":{}}',
      })
      expect((await client.getSupported()).kinds).toEqual([])
      expect((await client.getSupported()).kinds).toHaveLength(1)
    })
  })
}

function soon(seconds: number): string {
  return String(Math.floor(Date.now() / 1000) + seconds)
}
