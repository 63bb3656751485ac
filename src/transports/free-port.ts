import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/**
 * Systems assign ports from 32768 on to outgoing connections and to listeners without a number. A
 * lower port stays free until it is used, even seconds later.
 */
const PORTS = { from: 10_240, to: 32_768 }
const ATTEMPTS = 20

/** Finds a port of the address that is free. @throws when the address cannot be listened on */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = randomInt(PORTS.from, PORTS.to)
    try {
      await listenOnce(host, port)
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || attempt === ATTEMPTS)
        throw error
    }
  }
}

async function listenOnce(host: string, port: number): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, host, resolve),
  )
  await new Promise((resolve) => server.close(resolve))
}
