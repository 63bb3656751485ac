/** Runs around all tests: one PostgreSQL server for them, started when the first test needs it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type PostgresServer, SHARED_POSTGRES, startPostgres } from './postgres.ts'

export default async function setup(): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | null = null
  const requests = createServer(async (_, response) => {
    try {
      server ??= startPostgres()
      response.end(String((await server).port))
    } catch (error) {
      server = null
      response.writeHead(500).end(String(error))
    }
  })
  await once(requests.listen(0, '127.0.0.1'), 'listening')
  process.env[SHARED_POSTGRES] = `http://127.0.0.1:${(requests.address() as AddressInfo).port}/`

  return async () => {
    requests.close()
    await (await server?.catch(() => null))?.stop()
  }
}
