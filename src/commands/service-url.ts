import { readVariables } from '../config.ts'
import { CommandError } from './terminal.ts'

/** Where a running service is: as told, or where one with this environment would be. Without a trailing slash. */
export function serviceUrl(environment: NodeJS.ProcessEnv, told?: string): string {
  if (told !== undefined) {
    if (!/^https?:\/\//.test(told) || !URL.canParse(told)) throw new CommandError(`--url ${told} is not an http or https address`)
    return told.replace(/\/+$/, '')
  }
  const { HOST, PORT, PUBLIC_URL } = readVariables(environment, ['HOST', 'PORT', 'PUBLIC_URL'])
  return PUBLIC_URL ?? `http://${HOST}:${PORT}`
}
