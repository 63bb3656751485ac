/**
 * Runs around all tests: one PostgreSQL server, one browser and one filled service for them, each
 * started when the first test needs it.
 */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startBrowserServer } from './browser.ts'
import { startFilledServiceProcess } from './filled-service.ts'
import { createRunFolder, RUN_FOLDER } from './folder.ts'
import { startPostgres } from './postgres.ts'
import { SHARED_ADDRESS, type SharedName } from './shared.ts'
import { createMigratedFolder } from './store-folder.ts'

interface Shared {
  /** How tests reach it. */
  readonly answer: string
  stop(): Promise<void>
}

const STARTS: Readonly<Record<SharedName, () => Promise<Shared>>> = {
  async postgres() {
    const server = await startPostgres()
    return { answer: String(server.port), stop: () => server.stop() }
  },
  sqlite: createMigratedFolder,
  browser: startBrowserServer,
  'filled-service': startFilledServiceProcess,
}

export default async function setup(): Promise<() => Promise<void>> {
  const folder = createRunFolder()
  process.env[RUN_FOLDER] = folder
  const started = new Map<SharedName, Promise<Shared>>()
  const requests = createServer(async (request, response) => {
    const name = request.url!.slice(1) as SharedName
    try {
      if (!started.has(name)) started.set(name, STARTS[name]())
      response.end((await started.get(name)!).answer)
    } catch (error) {
      started.delete(name)
      response.writeHead(500).end(String(error))
    }
  })
  await once(requests.listen(0, '127.0.0.1'), 'listening')
  process.env[SHARED_ADDRESS] = `http://127.0.0.1:${(requests.address() as AddressInfo).port}/`

  return async () => {
    requests.close()
    for (const shared of started.values()) await (await shared.catch(() => null))?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
