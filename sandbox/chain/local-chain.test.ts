import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { HTTPFacilitatorClient } from '@x402/core/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { authorizationOf, signedPayment, terms } from '../../test/support/payments.ts'
import { startFacilitator } from '../facilitator/facilitator.ts'
import type { SandboxFacilitator } from '../facilitator/server.ts'
import { sandboxWallet } from '../wallets.ts'
import { anvilBinary } from './anvil.ts'
import { type LocalChain, startLocalChain } from './local-chain.ts'
import { SANDBOX_CHAIN_ID, USDC_ADDRESS } from './usdc.ts'

const buyer = sandboxWallet('buyer')
const seller = sandboxWallet('seller')
const requirements = terms(seller.address)

it('the committed contracts are what their sources compile to', async () => {
  const script = join(import.meta.dirname, '../../scripts/compile-contracts.ts')
  await promisify(execFile)(process.execPath, [script, '--check'])
})

describe.skipIf(anvilBinary() === null)('the local chain', () => {
  let chain: LocalChain
  let facilitator: SandboxFacilitator
  let client: HTTPFacilitatorClient
  beforeAll(async () => {
    chain = await startLocalChain(anvilBinary()!)
    facilitator = await startFacilitator(chain)
    client = new HTTPFacilitatorClient({ url: facilitator.url, timeoutMs: 500 })
    await chain.mint(buyer.address, 1_000_000n)
  })
  afterAll(async () => {
    await facilitator.close()
    await chain.close()
  })

  it('calls itself Base Sepolia and holds USDC at its address there', async () => {
    const ask = async (method: string, params: unknown[]) => {
      const response = await fetch(chain.url, {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        headers: { 'content-type': 'application/json' },
      })
      return ((await response.json()) as { result: string }).result
    }
    expect(Number(await ask('eth_chainId', []))).toBe(SANDBOX_CHAIN_ID)
    expect((await ask('eth_getCode', [USDC_ADDRESS, 'latest'])).length).toBeGreaterThan(2000)
    expect(await chain.balance(buyer.address)).toBe(1_000_000n)
  })

  it('lands a settlement that waits for its block longer than the caller', async () => {
    const payment = await signedPayment(buyer, requirements)
    const { nonce } = authorizationOf(payment)
    await chain.setAutomine(false)
    await expect(client.settle(payment, requirements)).rejects.toThrow(/timed out|timeout/i)
    expect(await chain.authorizationUsed(buyer.address, nonce)).toBe(false)
    await chain.mine()
    await chain.setAutomine(true)
    expect(await chain.authorizationUsed(buyer.address, nonce)).toBe(true)
    expect(await chain.transfers()).toMatchObject([
      { from: buyer.address, to: seller.address, amountAtomic: 100_000n },
    ])
  })

  it('lets a settlement be lost, and the same payment be settled again', async () => {
    const before = await chain.balance(seller.address)
    const payment = await signedPayment(buyer, requirements)
    await chain.setAutomine(false)
    await expect(client.settle(payment, requirements)).rejects.toThrow(/timed out|timeout/i)
    await chain.dropWaiting()
    await chain.setAutomine(true)
    await chain.mine()
    expect(await chain.balance(seller.address)).toBe(before)
    const another = await startFacilitator(chain)
    expect(
      await new HTTPFacilitatorClient({ url: another.url }).settle(payment, requirements),
    ).toMatchObject({ success: true })
    await another.close()
    expect(await chain.balance(seller.address)).toBe(before + 100_000n)
  })

  it('lets a buyer cancel an authorization, which then pays nothing', async () => {
    const payment = await signedPayment(buyer, requirements)
    const { nonce } = authorizationOf(payment)
    const signature = await buyer.account.signTypedData({
      domain: {
        name: 'USDC',
        version: '2',
        chainId: SANDBOX_CHAIN_ID,
        verifyingContract: USDC_ADDRESS,
      },
      types: {
        CancelAuthorization: [
          { name: 'authorizer', type: 'address' },
          { name: 'nonce', type: 'bytes32' },
        ],
      },
      primaryType: 'CancelAuthorization',
      message: { authorizer: buyer.address, nonce },
    })
    const before = await chain.balance(seller.address)
    await chain.cancelAuthorization(buyer.address, nonce, signature)
    expect(await client.settle(payment, requirements)).toMatchObject({ success: false })
    expect(await chain.balance(seller.address)).toBe(before)
  })

  it('refuses an authorization once its own clock has passed the end', async () => {
    const payment = await signedPayment(buyer, requirements)
    await chain.advanceTime(requirements.maxTimeoutSeconds + 1)
    expect(await client.verify(payment, requirements)).toMatchObject({ isValid: false })
    expect(await client.settle(payment, requirements)).toMatchObject({ success: false })
  })
})
