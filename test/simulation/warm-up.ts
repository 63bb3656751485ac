import { custom } from 'viem'
import { createChain } from '../../src/payments/evm/chain.ts'
import type { SimulatedLedger } from './ledger.ts'
import { play } from './schedule.ts'

/**
 * Modules that are loaded when first needed would make the first schedule another one: after this
 * none is left.
 */
export async function warmUp(ledger: SimulatedLedger): Promise<void> {
  const request = async ({ method }: { method: string }) => {
    if (method === 'eth_getBlockByNumber')
      return { number: '0x1', timestamp: '0x1', transactions: [] }
    throw new Error('away')
  }
  const key = {
    network: 'eip155:1',
    asset: `0x${'1'.repeat(40)}`,
    payer: `0x${'2'.repeat(40)}`,
    nonce: `0x${'3'.repeat(64)}`,
  }
  await createChain('http://127.0.0.1', null, custom({ request }, { retryCount: 0 })).lookUp(
    { key, payTo: key.payer, amountAtomic: '1', createdMs: 0 },
    0,
  )
  await play(ledger, { seed: 1 })
}
