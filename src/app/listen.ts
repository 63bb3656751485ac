/** The addresses that the service listens on. */
import type { Config } from '../config.ts'
import { errorMessage, StartError } from '../platform/errors.ts'
import { freePort } from '../transports/free-port.ts'

/**
 * Returns the configuration with a concrete port. Port 0 means any free port. If the public URL
 * contains it, it is chosen before any document or row names the URL.
 */
export async function chooseFreePort(config: Config): Promise<Config> {
  const url = new URL(config.PUBLIC_URL)
  if (config.PORT !== 0 || url.port !== '0') return config
  const port = await freePort(config.HOST).catch(
    explainListenError('HOST', config.HOST, 'PORT', config.PORT),
  )
  url.port = String(port)
  return { ...config, PORT: port, PUBLIC_URL: url.href.replace(/(?<!\/)\/+$/, '') }
}

/** Returns a handler that throws a StartError, in one line that names the variable to change. */
export function explainListenError(
  hostName: string,
  host: string,
  portName: string,
  port: number,
): (error: NodeJS.ErrnoException) => never {
  return (error) => {
    const line =
      error.code === 'EADDRINUSE'
        ? `${portName} ${port} is already in use; example: ${portName}=${port < 65_535 ? port + 1 : 4021}`
        : error.code === 'EACCES'
          ? `${portName} ${port} may not be listened on by this user; example: ${portName}=4021`
          : `${hostName} "${host}" cannot be listened on (${errorMessage(error)}); example: ${hostName}=127.0.0.1`
    throw new StartError(line, { cause: error })
  }
}
