/**
 * The recipe "add a portal" of AGENTS.md, followed with an invented one on a copy of the sources:
 * one new file, one line in the list.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolder } from '../support/folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const folder = createFolder()
const list = 'src/tenders/portals/index.ts'

const PORTAL = `import { FORMER } from './former.ts'
import type { Portal } from './portal.ts'

export const EXAMPLE_TENDERS = {
  id: 'example-tenders',
  name: 'Example Tenders',
  ocidPrefix: 'ocds-exampl-',
  urlVariable: 'EXAMPLE_TENDERS_URL',
  url: 'https://tenders.example.org',
  listing: { by: 'month', attempts: 2, types: [1], paths: (month) => [\`/lists/\${month}\`] },
  throttleStatuses: [],
  identify: (release) => (typeof release.id === 'string' ? { releaseId: release.id, noticeId: release.id } : null),
  layoutOf: () => FORMER,
  noticePage: (noticeId) => \`https://tenders.example.org/\${noticeId}\`,
  quirks: { closingTags: [], listsWhole: true, bidsOnNoticePage: false, ownHosts: [], zuluIsLondon: false },
  credit: null,
  rank: 1,
} as const satisfies Portal
`

const portal = createServer((_request, response) => {
  const release = {
    ocid: 'ocds-exampl-1',
    id: 'N1',
    date: new Date().toISOString(),
    tag: ['tender'],
    buyer: { id: '1', name: 'Exampleton Council' },
    tender: {
      title: 'Cleaning of halls',
      tenderPeriod: { endDate: new Date(Date.now() + 20 * 86_400_000).toISOString() },
    },
  }
  response.end(JSON.stringify({ releases: [release] }))
})

beforeAll(async () => {
  for (const part of ['src', 'package.json', 'tsconfig.json'])
    cpSync(join(ROOT, part), join(folder, part), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'src/tenders/portals/example-tenders.ts'), PORTAL)
  const before = readFileSync(join(folder, list), 'utf8')
  const after = before
    .replace(
      "import type { Portal } from './portal.ts'",
      "import { EXAMPLE_TENDERS } from './example-tenders.ts'\n$&",
    )
    .replace(/(export const PORTALS = \[[^\]]*?),?\s*\]/, '$1, EXAMPLE_TENDERS]')
  expect(after.match(/EXAMPLE_TENDERS/g)).toHaveLength(2)
  writeFileSync(join(folder, list), after)
  await new Promise<void>((resolve) => portal.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  portal.close()
})

/** The command line of the copy, as a user runs it. */
async function ukintel(
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const child = spawn(process.execPath, ['src/main.ts', ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...environment },
  })
  const [out, err] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return out + err
}

test('the recipe names files that exist', () => {
  const recipe =
    /### Add a portal\n([\s\S]*?)(?=\n#|$)/.exec(
      readFileSync(join(ROOT, 'AGENTS.md'), 'utf8'),
    )?.[1] ?? ''
  const named = [...recipe.matchAll(/`((?:src|sandbox|test|docs)\/[\w./-]+)`/g)].map(
    (match) => match[1]!,
  )
  expect(named).toContain(list)
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('it can be configured', async () => {
  const shown = await ukintel(['config'])
  expect(shown).toContain('EXAMPLE_TENDERS_URL')
  expect(shown).toContain('https://tenders.example.org')
})

test('it is requested, read, merged and indexed', async () => {
  const url = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`
  const environment = {
    TENDER_PORTALS: 'example-tenders',
    EXAMPLE_TENDERS_URL: url,
    TENDERS_BACKFILL_DAYS: '2',
    PORTALS_INTERVAL_MS: '0',
  }
  expect(
    await ukintel(['ingest', 'tenders'], { ...environment, DATA_DIR: join(folder, 'data') }),
  ).toContain('1 releases, 1 notices, 0 quarantined; live now: 1')
})
