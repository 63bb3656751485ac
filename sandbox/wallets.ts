import { keccak256, toBytes } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'

export interface Wallet {
  privateKey: `0x${string}`
  account: PrivateKeyAccount
  address: `0x${string}`
}

/** A wallet made from its name: the same on every run, worth nothing on any real chain. */
export function sandboxWallet(name: string): Wallet {
  const privateKey = keccak256(toBytes(`ukintel sandbox wallet: ${name}`))
  const account = privateKeyToAccount(privateKey)
  return { privateKey, account, address: account.address }
}
