/**
 * The official facilitator over balances in memory: real signatures, real rules, no chain. For
 * benches, for most tests, and for platforms without a chain program.
 */
import type { FacilitatorClient } from '@x402/core/server'
import type { FacilitatorEvmSigner } from '@x402/evm'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  getAddress,
  type Hex,
  keccak256,
  type Log,
  parseAbi,
  toHex,
} from 'viem'
import { MULTICALL_ADDRESS, USDC_ADDRESS } from '../chain/usdc.ts'
import { sandboxWallet } from '../wallets.ts'
import { createFacilitatorCore, type FacilitatorCore } from './core.ts'
import { type SandboxFacilitator, serveFacilitator } from './server.ts'

type Address = `0x${string}`

/** The part of a token that payments need. Amounts are atomic. */
export interface MemoryLedger {
  balance(address: Address): bigint
  mint(address: Address, amountAtomic: bigint): void
  /** How many payments moved money. */
  readonly transferCount: number
  authorizationUsed(authorizer: Address, nonce: Hex): boolean
}

export interface MemoryFacilitator extends SandboxFacilitator {
  readonly ledger: MemoryLedger
  /** The same facilitator without HTTP; faults do not apply to it. */
  readonly client: FacilitatorClient
}

export async function startMemoryFacilitator(): Promise<MemoryFacilitator> {
  const { ledger, client, core } = createMemoryFacilitator()
  return { ...(await serveFacilitator(core)), ledger, client }
}

/** The in-process form. */
export function createMemoryFacilitator(): {
  ledger: MemoryLedger
  client: FacilitatorClient
  core: FacilitatorCore
} {
  const token = createToken()
  const core = createFacilitatorCore(memorySigner(token))
  const client: FacilitatorClient = {
    verify: (payload, requirements) => core.verify(payload, requirements),
    settle: (payload, requirements) => core.settle(payload, requirements),
    getSupported: async () => core.supported(),
  }
  return { ledger: token, client, core }
}

type Authorization = readonly [
  from: Address,
  to: Address,
  value: bigint,
  validAfter: bigint,
  validBefore: bigint,
  nonce: Hex,
  ...unknown[],
]

interface Token extends MemoryLedger {
  /** Whether it would go through now; null is yes, otherwise the token's refusal. */
  refusal(transfer: Authorization): string | null
  /** @throws the refusal. Returns the transaction. */
  transfer(transfer: Authorization): Hex
  logs(transaction: Hex): readonly Log[]
}

function createToken(): Token {
  const balances = new Map<string, bigint>()
  const used = new Set<string>()
  const transactions = new Map<Hex, Log[]>()
  const nonceKey = (authorizer: Address, nonce: Hex) => `${authorizer} ${nonce}`.toLowerCase()
  const balance = (address: Address) => balances.get(address.toLowerCase()) ?? 0n
  const credit = (address: Address, amount: bigint) =>
    balances.set(address.toLowerCase(), balance(address) + amount)

  function refusal([from, , value, validAfter, validBefore, nonce]: Authorization): string | null {
    const nowS = BigInt(Math.floor(Date.now() / 1000))
    if (nowS <= validAfter) return 'authorization is not yet valid'
    if (nowS >= validBefore) return 'authorization is expired'
    if (used.has(nonceKey(from, nonce))) return 'authorization is used or canceled'
    return balance(from) < value ? 'transfer amount exceeds balance' : null
  }

  return {
    balance,
    mint: credit,
    get transferCount() {
      return transactions.size
    },
    authorizationUsed: (authorizer, nonce) => used.has(nonceKey(authorizer, nonce)),
    refusal,
    transfer(call) {
      const fault = refusal(call)
      if (fault) throw new Error(fault)
      const [from, to, value, , , nonce] = call
      used.add(nonceKey(from, nonce))
      credit(from, -value)
      credit(to, value)
      const transaction = keccak256(
        encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [from, nonce]),
      )
      transactions.set(transaction, [transferLog(from, to, value)])
      return transaction
    },
    logs: (transaction) => transactions.get(transaction) ?? [],
  }
}

const TRANSFER_TOPIC = keccak256(toHex('Transfer(address,address,uint256)'))

/**
 * The event that the facilitator looks for in the receipt; of a log's fields it reads only these.
 */
function transferLog(from: Address, to: Address, value: bigint): Log {
  const topic = (address: Address) => encodeAbiParameters([{ type: 'address' }], [address])
  const data = encodeAbiParameters([{ type: 'uint256' }], [value])
  return {
    address: USDC_ADDRESS,
    topics: [TRANSFER_TOPIC, topic(from), topic(to)],
    data,
  } as unknown as Log
}

interface ContractCall {
  address: Address
  abi: readonly unknown[]
  functionName: string
  args?: readonly unknown[]
}

/** Answers the official scheme's chain queries from memory. */
function memorySigner(token: Token): FacilitatorEvmSigner {
  const unreachable = () =>
    Promise.reject(new Error('the in-memory facilitator knows no other contracts'))
  const readToken = ({
    functionName,
    args = [],
  }: Omit<ContractCall, 'address' | 'abi'>): unknown => {
    if (functionName === 'name') return 'USDC'
    if (functionName === 'version') return '2'
    if (functionName === 'balanceOf') return token.balance(args[0] as Address)
    if (functionName === 'authorizationState')
      return token.authorizationUsed(args[0] as Address, args[1] as Hex)
    const fault = token.refusal(args as unknown as Authorization)
    if (functionName !== 'transferWithAuthorization' || fault)
      throw new Error(fault ?? `no function ${functionName}`)
    return undefined
  }
  return {
    getAddresses: () => [sandboxWallet('facilitator').address],
    async readContract({ address, functionName, args }) {
      if (address !== MULTICALL_ADDRESS) return readToken({ functionName, args: args ?? [] })
      const calls = args![1] as readonly { callData: Hex }[]
      return calls.map(({ callData }) => ({
        success: true,
        returnData: answerEncoded(callData, readToken),
      }))
    },
    verifyTypedData: unreachable,
    writeContract: async ({ args }) => token.transfer(args as unknown as Authorization),
    sendTransaction: unreachable,
    waitForTransactionReceipt: async ({ hash }) => ({ status: 'success', logs: token.logs(hash) }),
    getCode: async ({ address }) => (getAddress(address) === USDC_ADDRESS ? '0x00' : undefined),
  }
}

const DIAGNOSTIC_ABI = parseAbi([
  'function balanceOf(address account) view returns (uint256)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
])

/** Answers encoded multicalls, with which the facilitator finds out why a transfer would fail. */
function answerEncoded(
  callData: Hex,
  read: (call: Omit<ContractCall, 'address' | 'abi'>) => unknown,
): Hex {
  const { functionName, args } = decodeFunctionData({ abi: DIAGNOSTIC_ABI, data: callData })
  return encodeFunctionResult({
    abi: DIAGNOSTIC_ABI,
    functionName,
    result: read({ functionName, args: args ?? [] }) as never,
  })
}
