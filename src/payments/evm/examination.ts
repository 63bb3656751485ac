/** Checks of a chain, its RPC and the token, for `ukintel doctor`. */
import { type Address, createPublicClient, http, parseAbi } from 'viem'
import { errorMessage } from '../../platform/errors.ts'
import type { Check } from '../../platform/examination.ts'

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const LOG_BLOCKS = 500n
const NO_PAYER = `0x${'0'.repeat(39)}1` as const
const NO_NONCE = `0x${'0'.repeat(64)}` as const

export function chainChecks(
  rpcUrl: string,
  asset: string,
  expected: { id: number; tokenName: string },
): readonly Check[] {
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: 10_000, retryCount: 1 }),
    // All checks ask of the same block.
    cacheTime: 60_000,
  })
  const token = { address: asset as Address, abi }
  const read = (functionName: 'name' | 'version' | 'decimals') => () =>
    client.readContract({ ...token, functionName })
  const logs = (newest: bigint) =>
    client.getContractEvents({
      ...token,
      eventName: 'Transfer',
      args: { to: NO_PAYER },
      fromBlock: newest >= LOG_BLOCKS ? newest - LOG_BLOCKS + 1n : 0n,
      toBlock: newest,
    })
  const check = (
    assumption: string,
    ask: (newest: bigint) => Promise<unknown>,
    wanted: unknown,
  ): Check => ({
    assumption: `chain/${assumption}`,
    async difference() {
      const newest = await client.getBlockNumber()
      // An RPC that states its newest block and refuses this question differs.
      const answer = await ask(newest).catch(errorMessage)
      return answer === wanted
        ? null
        : `it answers ${String(answer).split('\n', 1)[0]!.slice(0, 80)}`
    },
  })
  return [
    check(`id: the RPC answers for chain ${expected.id}`, client.getChainId, expected.id),
    check(
      `token-name: the token signs as "${expected.tokenName}"`,
      read('name'),
      expected.tokenName,
    ),
    check('token-version: the token signs as version 2', read('version'), '2'),
    check('token-decimals: the token counts six decimal places', read('decimals'), 6),
    check(
      'authorizations: the token states which authorizations were used (EIP-3009)',
      () =>
        client.readContract({
          ...token,
          functionName: 'authorizationState',
          args: [NO_PAYER, NO_NONCE],
        }),
      false,
    ),
    check(
      'logs: log queries over 500 blocks are answered',
      async (newest) => Array.isArray(await logs(newest)),
      true,
    ),
  ]
}
