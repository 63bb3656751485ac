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
})
