/** Files of the repository that are generated, most of them from the registry. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Catalogue } from '../../src/api/catalogue.ts'
import { createApp } from '../../src/app/compose.ts'
import { commandsMarkdown } from '../../src/commands/command-tree.ts'
import { createProgram } from '../../src/commands/program.ts'
import { BULK_COLUMNS, NOT_IN_BULK } from '../../src/company/model/bulk.ts'
import { EVIDENCE_REASONS } from '../../src/company/rules/evidence.ts'
import { exampleEnvironment, loadConfig } from '../../src/config.ts'
import { chargedMarkdown, errorsMarkdown } from '../../src/discovery/error-guide.ts'
import { flagsMarkdown } from '../../src/discovery/flag-guide.ts'
import { openApiDocument } from '../../src/discovery/openapi.ts'
import { priceTable } from '../../src/discovery/price-table.ts'
import { listPublishedVersions, rulesMarkdown, rulesPagePath } from '../../src/discovery/rules.ts'
import { adrIndex } from './adr-index.ts'
import { clientSource } from './client-source.ts'
import { refuseLongListings } from './listings.ts'

export interface GeneratedFile {
  /** From the root of the project. */
  path: string
  /** What the file should be, given what it is; null where there is none yet. */
  render(present: string | null): string
}

/** A deployment that serves nobody: documents in the repository are written as for this one. */
const SHOWN = {
  PUBLIC_URL: 'http://127.0.0.1:4021',
  X402_PAY_TO: '0x1111111111111111111111111111111111111111',
  X402_RPC_URL: '',
  INGEST: 'off',
  LOG_LEVEL: 'silent',
}

/** `root`: of the project. */
export async function generatedFiles(root: string): Promise<GeneratedFile[]> {
  const decisions = await adrIndex(join(root, 'docs/adr'))
  const program = await createProgram([], {})
  return await withCatalogue(async (catalogue) => [
    whole('docs/callers/errors.md', errorsMarkdown()),
    whole('.env.example', exampleEnvironment()),
    whole('docs/operators/commands.md', commandsMarkdown(program)),
    whole('docs/callers/flags.md', flagsMarkdown(catalogue.rules)),
    whole(
      'docs/generated/openapi.json',
      `${JSON.stringify(openApiDocument(catalogue), null, 2)}\n`,
    ),
    whole('packages/client/src/generated/operations.ts', clientSource(catalogue)),
    ...listPublishedVersions(catalogue).map((version) =>
      betweenOrWhole(rulesPagePath(version).slice(1), 'rules', rulesMarkdown(version)),
    ),
    between('README.md', 'prices', priceTable(catalogue)),
    between('docs/callers/refunds.md', 'charged', chargedMarkdown()),
    between('docs/adr/README.md', 'decisions', decisions),
    between('docs/callers/sources.md', 'bulk', bulkTable()),
    between('docs/callers/contract.md', 'evidence', evidenceTable()),
  ])
}

function evidenceTable(): string {
  const rows = Object.entries(EVIDENCE_REASONS).map(([code, when]) => `| \`${code}\` | ${when} |`)
  return ['| Reason | When |', '| --- | --- |', ...rows].join('\n')
}

/** Each column of the register's monthly file with its field, and what no column states. */
function bulkTable(): string {
  const former = /^PreviousName_(?!1\.)/
  const rows = BULK_COLUMNS.filter(([name]) => !former.test(name)).map(
    ([name, meaning]) =>
      `| ${name.replace('PreviousName_1', 'PreviousName_1 … 10')} | ${meaning} |`,
  )
  return [
    '| Column | Here |',
    '| --- | --- |',
    ...rows,
    '',
    `In no column: ${NOT_IN_BULK.join('; ')}.`,
  ].join('\n')
}

async function withCatalogue<T>(use: (catalogue: Catalogue) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ukintel-gen-'))
  const app = await createApp(loadConfig({ ...SHOWN, DATA_DIR: folder }))
  try {
    await app.load()
    await refuseLongListings(app.catalogue)
    return await use(app.catalogue)
  } finally {
    await app.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function whole(path: string, text: string): GeneratedFile {
  return { path, render: () => text }
}

/**
 * Only what stands between `<!-- name:begin -->` and `<!-- name:end -->`; a file without the
 * markers stays as it is.
 */
function between(path: string, name: string, text: string): GeneratedFile {
  const marked = new RegExp(`(<!-- ${name}:begin -->\\n)[\\s\\S]*?(<!-- ${name}:end -->)`)
  return {
    path,
    render: (present) =>
      (present ?? '').replace(
        marked,
        (_, open: string, close: string) => `${open}${text}\n${close}`,
      ),
  }
}

/**
 * A page that people write has the generated part between markers; one without them is generated
 * whole.
 */
function betweenOrWhole(path: string, name: string, text: string): GeneratedFile {
  const inner = between(path, name, text.replace(/^# .*\n\n/, ''))
  return {
    path,
    render: (present) =>
      present?.includes(`<!-- ${name}:begin -->`) ? inner.render(present) : text,
  }
}
