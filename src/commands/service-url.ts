import { readVariables } from '../config.ts'
import { CommandError } from './terminal.ts'

/**
 * Returns the address of a running service: the given one, or that of a service with this
 * environment. Without a trailing slash.
 */
export function serviceUrl(environment: NodeJS.ProcessEnv, given?: string): string {
  if (given !== undefined) {
    if (!/^https?:\/\//.test(given) || !URL.canParse(given))
      throw new CommandError(`--url ${given} is not an http or https address`)
    return given.replace(/(?<!\/)\/+$/, '')
  }
  const { HOST, PORT, PUBLIC_URL } = readVariables(environment, ['HOST', 'PORT', 'PUBLIC_URL'])
  return PUBLIC_URL ?? `http://${HOST}:${PORT}`
}

/**
 * Returns the JSON that a running service answers at this path. @throws CommandError if it does not
 * answer
 */
export async function askService<T>(base: string, path: string): Promise<T> {
  try {
    const response = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(10_000) })
    if (!response.ok) throw new Error(`it answered ${response.status}`)
    return (await response.json()) as T
  } catch (error) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error ? cause.message : message
    throw new CommandError(`no ukintel answers at ${base}: ${reason}`)
  }
}
