/** Payments signed by the published client, as programs and pages sign them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signPayment, walletSigner } from '../../packages/client/src/pay.ts'
import { PaymentRequiredError, send } from '../../packages/client/src/request.ts'
import { buyer, type Service, startService } from '../support/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service?.stop())

const call = () => ({ method: 'GET', url: `${service.url}/v1/shop/items/tea` })

async function quoted(): Promise<PaymentRequiredError['terms']> {
  const error = await send(call()).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(PaymentRequiredError)
  return (error as PaymentRequiredError).terms
}

describe('the client', () => {
  it('signs the terms with an account, and the same payment again is not charged again', async () => {
    const before = service.ledger.balance(buyer.address)
    const { paymentSignature: payment, validBeforeMs } = await signPayment(
      await quoted(),
      buyer.account,
    )
    expect(validBeforeMs - Date.now()).toBeLessThanOrEqual(300_000)
    const bought = await send(call(), { payment })
    expect(bought).toMatchObject({ receipt: { success: true }, replayed: false })
    const repeated = await send(call(), { payment })
    expect([repeated.replayed, repeated.saved.body]).toEqual([true, bought.saved.body])
    expect(before - service.ledger.balance(buyer.address)).toBe(100_000n)
  })

  it('signs by a wallet whose signature ends with the parity', async () => {
    const wallet = {
      async request({ method, params }: { method: string; params: unknown[] }) {
        expect([method, params[0]]).toEqual(['eth_signTypedData_v4', buyer.address])
        const signature = await buyer.account.signTypedData(JSON.parse(String(params[1])))
        return signature.replace(/1b$/, '00').replace(/1c$/, '01')
      },
    }
    const signer = walletSigner(wallet, buyer.address)
    const { paymentSignature: payment } = await signPayment(await quoted(), signer)
    expect(await send(call(), { payment })).toMatchObject({ receipt: { success: true } })
  })

  it.each([undefined, null, '0x', '0x00', 'signature', `0x${'g'.repeat(130)}`])(
    'takes %s of a wallet for no signature',
    async (returned) => {
      const signer = walletSigner({ request: async () => returned }, buyer.address)
      await expect(signPayment(await quoted(), signer)).rejects.toThrow('no signature')
    },
  )

  it('signs nothing but an exact amount by EIP-3009 on an EVM chain', async () => {
    const terms = await quoted()
    const [accepted] = terms.accepts
    for (const other of [
      { scheme: 'upto' },
      { network: 'solana:mainnet' },
      { extra: { ...accepted!.extra, assetTransferMethod: 'permit2' } },
    ]) {
      const altered = { ...terms, accepts: [{ ...accepted!, ...other }] } as typeof terms
      await expect(signPayment(altered, buyer.account)).rejects.toThrow(
        'nothing this buyer can pay',
      )
    }
    await expect(signPayment({ ...terms, accepts: [] }, buyer.account)).rejects.toThrow()
  })
})
