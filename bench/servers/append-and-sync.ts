/**
 * What the disk can do: for every request a number of appends to one file, one after the other, each synced before the next; those of
 * concurrent requests share a sync, as in any ledger. Nothing is checked, kept or looked up.
 */
import { fdatasync, mkdtempSync, openSync, rmSync, write } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serveBench } from '../support/server.ts'

interface Input {
  body: string
  appends: number
  bytes: number
}

await serveBench(async ({ body, appends, bytes }: Input) => {
  const folder = mkdtempSync(join(tmpdir(), 'ukintel-append-'))
  const file = openSync(join(folder, 'log'), 'a')
  const [append, sync] = [promisify(write), promisify(fdatasync)]
  const entry = Buffer.alloc(bytes, 1)
  let waiting: (() => void)[] = []
  let syncing = false

  /** Resolves when a sync that began after this call has ended. */
  function durable(): Promise<void> {
    return new Promise((resolve) => {
      waiting.push(resolve)
      if (!syncing) void drain()
    })
  }

  async function drain(): Promise<void> {
    syncing = true
    while (waiting.length > 0) {
      const served = waiting
      waiting = []
      await append(file, Buffer.concat(served.map(() => entry)))
      await sync(file)
      for (const resolve of served) resolve()
    }
    syncing = false
  }

  const answer = Buffer.from(body)
  const server = createServer(async (_request, response) => {
    for (let turn = 0; turn < appends; turn += 1) await durable()
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' })
    response.end(answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
})
