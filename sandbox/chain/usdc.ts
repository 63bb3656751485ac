/**
 * Functions of the sandbox's USDC, and the addresses at which stock clients and facilitators expect
 * it.
 */
import { parseAbi } from 'viem'
import { NETWORKS, type Network } from '../../src/config.ts'

export const SANDBOX_NETWORK: Network = 'eip155:84532'
export const SANDBOX_CHAIN_ID = 84_532
export const USDC_ADDRESS = NETWORKS[SANDBOX_NETWORK].usdc
/** The same on every chain. */
export const MULTICALL_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11'

export const usdcAbi = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function mint(address to, uint256 value)',
  'function cancelAuthorization(address authorizer, bytes32 nonce, bytes signature)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
])
