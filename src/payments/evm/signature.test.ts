import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { formsOf, signedPayment, terms } from '../../../test/support/payments.ts'
import { buildTokenDomain, presentPayment } from './presented.ts'
import {
  findFormFault,
  hasPayersSignature,
  signatureKey,
  toForwardedSignature,
  toTokenForm,
} from './signature.ts'

const hexOf = (bytes: number) => `0x${'aB'.repeat(bytes)}`

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const wordOf = (value: bigint) => value.toString(16).padStart(64, '0')

describe('the key of a signature', () => {
  const keyOf = (r: bigint, s: bigint, v = '1b') => signatureKey(`0x${wordOf(r)}${wordOf(s)}${v}`)

  it.each([1n, 2n, ORDER / 2n - 1n, ORDER / 2n])(
    'with s of %d is that of its twin as well, and holds r and the lower s',
    (s) => {
      expect(keyOf(5n, s)).toBe(`${wordOf(5n)}${wordOf(s)}`)
      expect(keyOf(5n, ORDER - s, '1c')).toBe(keyOf(5n, s))
    },
  )

  it('is another one for another r or s', () => {
    expect(new Set([keyOf(5n, 7n), keyOf(6n, 7n), keyOf(5n, 8n)]).size).toBe(3)
  })

  it('is the same in either case, whatever its length', () => {
    for (const bytes of [64, 65, 66]) {
      const [lower, upper] = ['ab', 'AB'].map((digits) => signatureKey(`0x${digits.repeat(bytes)}`))
      expect(lower).toBe(upper)
    }
    expect(signatureKey(`0x${'ab'.repeat(96)}`)).toMatch(/^[0-9a-f]{64}$/)
  })
})

const accepted = terms(`0x${'2'.repeat(40)}`)
const account = privateKeyToAccount(`0x${'1'.repeat(64)}`)
const privateKey = `0x${'1'.repeat(64)}` as const
const payment = await signedPayment({ privateKey, account, address: account.address }, accepted)
const presented = presentPayment(payment)
const domain = buildTokenDomain({
  network: accepted.network,
  asset: accepted.asset as `0x${string}`,
  assetName: 'USDC',
})
const usual = presented.signature
const forms = formsOf(payment)

describe('a signature', () => {
  it.each(Object.entries(forms))('of the payer %s is one of the payer', async (_, signature) => {
    const sent = { ...presented, signature }
    expect(await hasPayersSignature(sent, domain)).toBe(true)
    expect(toTokenForm(signature)).toBe(usual)
    const forwarded = await toForwardedSignature(sent, domain, hasPayersSignature)
    expect(forwarded.toLowerCase()).toBe(usual)
    expect(signatureKey(signature)).toBe(signatureKey(usual))
    expect(findFormFault(signature)).toBeNull()
  })

  it('of the payer is distinguished from those in other domains', async () => {
    expect(domain).toEqual({ name: 'USDC', chainId: 84_532, asset: accepted.asset })
    expect(await hasPayersSignature(presented, { ...domain, chainId: 8453 })).toBe(false)
    expect(await hasPayersSignature(presented, { ...domain, name: 'USD Coin' })).toBe(false)
  })

  it.each([
    ['longer, as of smart wallets', { signature: `${usual}00` }],
    ['no point of the curve', { signature: `0x${'0'.repeat(130)}` }],
    ['over another amount', { authorization: { ...presented.authorization, value: '1' } }],
    ['over another time', { authorization: { ...presented.authorization, validAfter: '1' } }],
    ['over another end', { authorization: { ...presented.authorization, validBefore: '1' } }],
    ['over another nonce', { authorization: { ...presented.authorization, nonce: hexOf(32) } }],
    ['over another payee', { authorization: { ...presented.authorization, to: hexOf(20) } }],
    ['of another payer', { authorization: { ...presented.authorization, from: hexOf(20) } }],
  ])('that is %s is none of the payer', async (_, other) => {
    expect(await hasPayersSignature({ ...presented, ...other } as typeof presented, domain)).toBe(
      false,
    )
  })

  it.each(Object.entries(forms))(
    'that the payer did not make is forwarded as it came, also with bytes %s',
    async (_, signature) => {
      const sent = { ...presented, signature }
      expect(await toForwardedSignature(sent, domain, async () => false)).toBe(signature)
    },
  )

  it('in the form that the token takes is forwarded without the recovery of its signer', async () => {
    const isSignedByPayer = async () => {
      throw new Error('recovered')
    }
    expect(await toForwardedSignature(presented, domain, isSignedByPayer)).toBe(usual)
  })

  it.each([
    ['of another length', `${usual}00`, 'it has 66 bytes'],
    ['with another v', `${usual.slice(0, 130)}25`, 'its last byte v is 37'],
    ['with an s of zero', `${usual.slice(0, 66)}${'0'.repeat(64)}1b`, 'r or s'],
    ['with an r of the order', `0x${wordOf(ORDER)}${usual.slice(66)}`, 'r or s'],
  ])('%s has no form that the token takes, and says why', (_, signature, fault) => {
    expect(toTokenForm(signature)).toBeNull()
    expect(findFormFault(signature)).toContain(fault)
  })
})
