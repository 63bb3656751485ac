import { expect, it } from 'vitest'
import { findMismatch } from './checks.ts'
import { buildTokenDomain, presentPayment } from './presented.ts'
import { hasPayersSignature } from './signature.ts'
import { throwAwayPayment } from './throw-away.ts'

const payee = {
  network: 'eip155:84532',
  asset: `0x${'3'.repeat(40)}`,
  assetName: 'USDC',
  payTo: `0x${'2'.repeat(40)}`,
} as const
const NOW_MS = Date.parse('2026-11-25T12:00:00Z')

it('meets its own terms for five minutes, is signed by its wallet, and is another one each time', async () => {
  const [one, other] = await Promise.all([
    throwAwayPayment(payee, NOW_MS),
    throwAwayPayment(payee, NOW_MS),
  ])
  const presented = presentPayment(one.payload)
  expect(one.requirements).toMatchObject({ amount: '10000', maxTimeoutSeconds: 300 })
  expect(findMismatch(presented, one.requirements, NOW_MS)).toBeNull()
  expect(presented.authorization.validBefore).toBe(String(NOW_MS / 1000 + 300))
  expect(await hasPayersSignature(presented, buildTokenDomain(payee))).toBe(true)
  expect(presentPayment(other.payload).key.payer).not.toBe(presented.key.payer)
})
