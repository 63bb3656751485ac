/** The registry and its publishers on loopback, with faults on demand. */
import type { ServerResponse } from 'node:http'
import { sha256Hex } from '../../src/platform/hash.ts'
import { serve } from '../serve.ts'
import { catalogue, type Dataset } from './catalogue.ts'
import { bomb } from './spreadsheets.ts'

export type Fault =
  /** 503 to every request. */
  | 'down'
  /** The connection is cut in the middle of the body. */
  | 'cut'
  /** 404. */
  | 'gone'
  /** A web page with status 200. */
  | 'web_page'
  /** A spreadsheet archive cut in half. */
  | 'broken'
  /** A small spreadsheet that inflates without end in sight. */
  | 'zip_bomb'
  /** A CSV with a million columns. */
  | 'wide'
  /** States 2 GB and begins to send them. */
  | 'huge'

export interface FunderRegistry {
  /** Address of the registry document. */
  url: string
  close(): Promise<void>
  /** Null heals. */
  fail(identifier: string, fault: Fault | null): void
  /** The registry itself answers 503, or not. */
  failRegistry(failing: boolean): void
  withdraw(identifier: string): void
  publish(dataset: Dataset): void
  /** Paths in the order of requests, with the status of the answer. */
  requests: { path: string; status: number }[]
  /** Resolves once so many more requests for such paths were answered. */
  waitForRequests(path: (path: string) => boolean, times: number): Promise<void>
  datasets(): readonly Dataset[]
  /** Restores the first datasets, heals all faults and forgets the requests. */
  reset(): void
}

const HUGE_BYTES = 2 * 1024 ** 3

export async function startFunderRegistry(
  options: { datasets?: readonly Dataset[]; port?: number } = {},
): Promise<FunderRegistry> {
  const published = options.datasets ?? catalogue()
  const datasets = new Map(published.map((dataset) => [dataset.identifier, dataset]))
  const faults = new Map<string, Fault>()
  const requests: FunderRegistry['requests'] = []
  const watchers = new Set<(path: string) => void>()
  let registryFails = false

  const { url: base, close } = await serve((request, response) => {
    const path = request.url ?? '/'
    response.on('close', () => {
      requests.push({ path, status: response.statusCode })
      for (const watcher of watchers) watcher(path)
    })
    if (path === '/data.json') {
      if (registryFails) return void response.writeHead(503).end()
      return void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(registryDocument())
    }
    const identifier = /^\/publishers\/([^/]+)\//.exec(path)?.[1]
    const dataset = identifier === undefined ? undefined : datasets.get(identifier)
    if (dataset === undefined) return void response.writeHead(404).end()
    const fault = faults.get(dataset.identifier)
    if (fault) return answerFault(fault, dataset, response)
    const etag = `"${sha256Hex(dataset.bytes).slice(0, 16)}"`
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end()
    response.writeHead(200, { etag, 'content-length': dataset.bytes.length }).end(dataset.bytes)
  }, options.port)

  function registryDocument(): string {
    return JSON.stringify(
      [...datasets.values()].map(
        ({ identifier, title, publisher, prefix, licence, modified, file }) => ({
          title,
          description: '',
          identifier,
          license: licence.url,
          license_name: licence.name,
          issued: modified.slice(0, 10),
          modified,
          publisher: {
            name: publisher,
            website: 'https://publisher.example.org/',
            logo: '',
            prefix,
          },
          distribution: [
            {
              downloadURL: `${base}/publishers/${identifier}/${file}`,
              accessURL: `https://publisher.example.org/${identifier}`,
              title,
            },
          ],
        }),
      ),
    )
  }

  return {
    url: `${base}/data.json`,
    close,
    fail(identifier, fault) {
      if (fault === null) faults.delete(identifier)
      else faults.set(identifier, fault)
    },
    failRegistry(failing) {
      registryFails = failing
    },
    withdraw: (identifier) => void datasets.delete(identifier),
    publish: (dataset) => void datasets.set(dataset.identifier, dataset),
    requests,
    waitForRequests: (matches, times) =>
      new Promise((resolve) => {
        let left = times
        const watcher = (path: string) => {
          if (!matches(path)) return
          left -= 1
          if (left > 0) return
          watchers.delete(watcher)
          resolve()
        }
        watchers.add(watcher)
      }),
    datasets: () => [...datasets.values()],
    reset() {
      datasets.clear()
      for (const dataset of published) datasets.set(dataset.identifier, dataset)
      faults.clear()
      registryFails = false
      requests.length = 0
    },
  }
}

function answerFault(fault: Fault, { bytes }: Dataset, response: ServerResponse): void {
  switch (fault) {
    case 'down':
      response.writeHead(503).end()
      return
    case 'gone':
      response.writeHead(404).end()
      return
    case 'cut':
      response
        .writeHead(200, { 'content-length': bytes.length * 2 })
        .write(bytes, () => response.destroy())
      return
    case 'web_page':
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!DOCTYPE html><html><body><h1>We have moved</h1></body></html>')
      return
    case 'broken':
      response
        .writeHead(200)
        .end(
          Buffer.concat([
            Buffer.from('PK\u0003\u0004'),
            bytes.subarray(4, Math.floor(bytes.length / 2)),
          ]),
        )
      return
    case 'zip_bomb':
      response.writeHead(200).end(bomb(64))
      return
    case 'wide':
      response
        .writeHead(200, { 'content-type': 'text/csv' })
        .end(`Identifier,Amount Awarded${',Column'.repeat(1_000_000)}\r\n`)
      return
    case 'huge':
      response.writeHead(200, { 'content-type': 'text/csv', 'content-length': HUGE_BYTES })
      response.write('Identifier,Amount Awarded\r\n')
  }
}
