/** What `chain.ts`, `transfers.ts` and the terms take for granted of the chain, its RPC and the token. */
import { type Assumption, objectOf } from '../../platform/assumption.ts'

const held = (id: string, says: string, fault: Assumption['fault']): Assumption => ({
  id: `chain/${id}`,
  says,
  since: '2026-11-20',
  seen: null,
  fault,
})

/** The answers to `CHAIN_QUESTIONS`, by name; an Error's first line where one was refused. */
const told = (json: unknown, name: string): unknown => objectOf(json)[name]

export const chainAssumptions = (chain: {
  id: number
  tokenName: string
}): readonly Assumption[] => [
  held('id', `the RPC answers for chain ${chain.id}`, ({ json }) => {
    const id = told(json, 'chainId')
    return id === chain.id ? null : `it answers for chain ${id}`
  }),
  held('token-name', `the token signs as "${chain.tokenName}"`, ({ json }) =>
    told(json, 'name') === chain.tokenName
      ? null
      : `its name is ${String(told(json, 'name')).slice(0, 60)}`,
  ),
  held('token-version', 'the token signs as version 2', ({ json }) =>
    told(json, 'version') === '2'
      ? null
      : `its version is ${String(told(json, 'version')).slice(0, 60)}`,
  ),
  held('token-decimals', 'the token counts six decimal places', ({ json }) =>
    told(json, 'decimals') === 6
      ? null
      : `its decimals are ${String(told(json, 'decimals')).slice(0, 60)}`,
  ),
  held('authorizations', 'the token tells which authorizations were used (EIP-3009)', ({ json }) =>
    told(json, 'authorizationUsed') === false
      ? null
      : `authorizationState says ${String(told(json, 'authorizationUsed')).slice(0, 60)}`,
  ),
  held('logs', 'log queries over 500 blocks are answered', ({ json }) =>
    typeof told(json, 'transfers') === 'number'
      ? null
      : String(told(json, 'transfers')).slice(0, 80),
  ),
]
