import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileLog } from '../../packages/client/src/journal-file.ts'
import { createPayments, type Payments } from '../../packages/client/src/payments.ts'
import { readVariables } from '../config.ts'
import { errorMessage } from '../platform/errors.ts'
import { CommandError } from './terminal.ts'

/** Returns the folder in which this machine stores what its wallets signed. */
export function stateDirectory(environment: NodeJS.ProcessEnv): string {
  return (
    readVariables(environment, ['BUYER_STATE_DIR']).BUYER_STATE_DIR ?? join(homedir(), '.ukintel')
  )
}

/**
 * A wallet that could not remember would pay twice, so one that cannot write pays nothing. @throws
 * CommandError
 */
export function openPayments(address: string, directory: string): Payments {
  try {
    return createPayments({ log: fileLog(directory, `call-${address}`) })
  } catch (error) {
    throw new CommandError(
      `BUYER_STATE_DIR "${directory}" cannot be used, so nothing is paid: ${errorMessage(error)}`,
    )
  }
}
