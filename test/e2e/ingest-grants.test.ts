import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type GrantListing, startGrantListing } from '../../sandbox/grant-listing/server.ts'
import { cli, cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'

let folder: string
let listing: GrantListing
const environment = () => ({
  DATA_DIR: folder,
  FIND_A_GRANT_URL: listing.url,
  GRANTS_INTERVAL_MS: '0',
  LOG_LEVEL: 'silent',
})

beforeAll(async () => {
  folder = createFolder()
  listing = await startGrantListing()
})
afterAll(async () => {
  await listing.close()
})

it('reads the listing, says what changed, and drafts a seed that is taken once it is put into the data directory', async () => {
  const first = await cli(['ingest', 'grants'], environment())
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(
      '44 adverts: 44 new, 0 changed, 0 as before, 0 gone; 44 texts read, 45 requests',
    ),
  })
  expect(first.stdout).toContain('criteria: 0 curated, 0 read by a model, 43 by rule')

  const draft = await cliHere(['ingest', 'grants', '--seed-draft', 'export-ready'], environment())
  expect(draft.code).toBe(0)
  expect(JSON.parse(draft.stdout)).toMatchObject({
    scheme: 'Export Ready',
    criteria: [
      { code: 'REGISTRATION', quote: expect.stringContaining('or for VAT') },
      { code: 'INCOME' },
    ],
    // A seed is sure, so the operator confirms what the reader doubts.
    doubted: expect.arrayContaining([expect.stringMatching(/^You must be registered at/)]),
  })
  mkdirSync(join(folder, 'grant-seeds'))
  writeFileSync(join(folder, 'grant-seeds', 'export-ready.json'), draft.stdout)

  listing.unpublish('oral-history-of-work')
  const second = await cliHere(['ingest', 'grants'], environment())
  expect(second.stdout).toContain(
    '43 adverts: 0 new, 0 changed, 43 as before, 1 gone; 0 texts read',
  )
  expect(second.stdout).toContain('criteria: 1 curated')
})

it('fails in one line, and says that the old index goes on', async () => {
  listing.fault({ format: 'renamed' })
  const { code, stderr } = await cliHere(['ingest', 'grants'], environment())
  expect(code).toBe(1)
  expect(stderr).toContain('no new index, the old one keeps serving: the page format changed')
})
