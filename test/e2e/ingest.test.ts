import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FunderRegistry, startFunderRegistry } from '../../sandbox/funder-registry/server.ts'
import { cli } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'

let folder: string
let registry: FunderRegistry

beforeAll(async () => {
  folder = createFolder()
  registry = await startFunderRegistry()
})

afterAll(async () => {
  await registry.close()
})

const environment = (name: string) => ({
  DATA_DIR: join(folder, name),
  THREESIXTY_REGISTRY_URL: registry.url,
  FUNDERS_INTERVAL_MS: '0',
})

it('ingest funders reads the registry and reports the result, in lines without a terminal', async () => {
  registry.fail('bd-own-ids', 'gone')
  const { code, stdout, stderr } = await cli(['ingest', 'funders'], environment('network'))
  registry.fail('bd-own-ids', null)
  expect(code).toBe(0)
  expect(stderr).toContain('16 datasets listed')
  expect(stderr).toContain('16 of 16 datasets read, adding up')
  expect(stdout).toContain('198 grants of 11 funders in ')
  expect(stdout).toContain(
    'datasets: 16 listed, 14 read, of which 0 from an earlier copy; 1 unread, 1 under no open licence',
  )
  expect(stdout).toContain(
    '! Brambledown Community Foundation, Brambledown emergency grants: the server answered 404',
  )
})

it('ingest funders --from takes registry and files from a folder', async () => {
  const files = join(folder, 'files')
  mkdirSync(files)
  writeFileSync(join(files, 'data.json'), await (await fetch(registry.url)).text())
  for (const { identifier, file, bytes } of registry.datasets()) {
    // Named by identifier, or as in the address.
    writeFileSync(join(files, identifier.startsWith('bd') ? file : `${identifier}.data`), bytes)
  }
  const { code, stdout } = await cli(['ingest', 'funders', '--from', files], environment('folder'))
  expect(code).toBe(0)
  expect(stdout).toContain('206 grants of 11 funders in ')
})

it('ingest funders fails in one line, and says that the old dossiers go on', async () => {
  const { code, stderr } = await cli(
    ['ingest', 'funders', '--from', join(folder, 'nowhere')],
    environment('failing'),
  )
  expect(code).toBe(1)
  expect(stderr).toContain('no new dossiers, the old ones keep serving: ')
  expect(stderr).toContain('holds no data.json')
})
