/** One look at the chain, the RPC and the token, for `ukintel doctor`: what is not answered is the first line of its refusal. */
import { type Address, createPublicClient, http, parseAbi } from 'viem'

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function decimals() view returns (uint8)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const LOG_BLOCKS = 500n
const NOBODY = `0x${'0'.repeat(39)}1` as const
const NO_NONCE = `0x${'0'.repeat(64)}` as const

/** @throws Error when nobody answers */
export async function examineChain(
  rpcUrl: string,
  asset: string,
): Promise<Record<string, unknown>> {
  const client = createPublicClient({
    transport: http(rpcUrl, { timeout: 10_000, retryCount: 1 }),
    cacheTime: 0,
  })
  const address = asset as Address
  const newest = await client.getBlockNumber()
  const read = (functionName: 'name' | 'version' | 'decimals') =>
    told(client.readContract({ address, abi, functionName }))
  const fromBlock = newest >= LOG_BLOCKS ? newest - LOG_BLOCKS + 1n : 0n
  const logs = () =>
    client.getContractEvents({
      address,
      abi,
      eventName: 'Transfer',
      args: { to: NOBODY },
      fromBlock,
      toBlock: newest,
    })
  return {
    chainId: await told(client.getChainId()),
    name: await read('name'),
    version: await read('version'),
    decimals: await read('decimals'),
    authorizationUsed: await told(
      client.readContract({
        address,
        abi,
        functionName: 'authorizationState',
        args: [NOBODY, NO_NONCE],
      }),
    ),
    transfers: await told(logs().then((found) => found.length)),
  }
}

const told = (answer: Promise<unknown>): Promise<unknown> =>
  answer.catch((error: Error) => error.message.split('\n', 1)[0])
