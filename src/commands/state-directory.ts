import { homedir } from 'node:os'
import { join } from 'node:path'
import { openSpendingJournal, type SpendingJournal } from '../buyer/spending-journal.ts'
import { readVariables } from '../config.ts'
import { errorMessage } from '../platform/errors.ts'
import { CommandError } from './terminal.ts'

/** Returns the folder in which this machine stores what its wallets signed. */
export function stateDirectory(environment: NodeJS.ProcessEnv): string {
  return (
    readVariables(environment, ['BUYER_STATE_DIR']).BUYER_STATE_DIR ?? join(homedir(), '.ukintel')
  )
}

/** A wallet that could not remember would pay twice, so one that cannot write pays nothing. @throws CommandError */
export function openJournal(
  address: string,
  payer: 'call' | 'mcp',
  directory: string,
  limits: { perCallUsd: string; totalUsd: string } | null,
): SpendingJournal {
  try {
    return openSpendingJournal({ directory, wallet: `${payer}-${address}`, limits })
  } catch (error) {
    throw new CommandError(
      `BUYER_STATE_DIR "${directory}" cannot be used, so nothing is paid: ${errorMessage(error)}`,
    )
  }
}
