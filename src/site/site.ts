/** Context of every page. */

import type { Catalogue } from '../api/catalogue.ts'
import type { Description } from '../contract/operation.ts'
import { listPublishedVersions, type PublishedVersion } from '../discovery/rules.ts'
import type { Health } from '../meta/deps.ts'
import { createPathFinder, MANUAL, type ManualPage, readTexts } from './manual.ts'
import { markdownHtml } from './markdown.ts'
import type { PageWallet } from './page-wallet.ts'
import { type DrawingContext, drawAnswer } from './pictures/draw-answer.ts'

export interface Site {
  catalogue: Catalogue
  /** Documents of the repository that are pages here. */
  manual: readonly ManualPage[]
  /** HTML of a page of the manual. */
  renderManual(page: ManualPage): string
  /** Returns the HTML of a text from a document. */
  render(text: string, file: string): string
  drawing: DrawingContext
  /** Wallet of the sandbox. */
  pageWallet?: PageWallet | undefined
  /** Returns a real answer for the overview, `null` while none is known. */
  sample?: (() => object | null) | undefined
  /** @throws if the state is not available */
  health(): Promise<Health>
}

/**
 * Values of the sandbox in the texts, which are replaced by address, network and a known company of
 * the deployment.
 */
const SHOWN = { url: 'http://127.0.0.1:4021', network: 'eip155:84532', company: '99000020' }

export function createSite(
  catalogue: Catalogue,
  health: () => Promise<Health>,
  { pageWallet, sample }: Pick<Site, 'pageWallet' | 'sample'> = {},
): Site {
  const manual = [...MANUAL, ...listPublishedVersions(catalogue).map(rulesPage)]
  const linkOf = createPathFinder([...manual, QUICKSTART])
  const titles = new Map(manual.map(({ path, title }) => [path, title]))
  const render = (text: string, file: string) =>
    markdownHtml(
      withPackages(text, catalogue.packages)
        .replaceAll(SHOWN.url, catalogue.publicUrl)
        .replaceAll(SHOWN.network, catalogue.payment.network)
        .replaceAll(SHOWN.company, exampleCompany(catalogue)),
      { findLink: (href) => linkOf(file, href), titleAt: (path) => titles.get(path) },
    )
  return {
    catalogue,
    manual,
    render,
    renderManual: (page) =>
      readTexts(page)
        .map(({ text, file }) => render(text, file))
        .join('\n'),
    drawing: createDrawingContext(catalogue),
    pageWallet,
    sample,
    health,
  }
}

/** Draws the invented answer of an operation. It leads nowhere, since its subjects do not exist. */
export function exampleHtml(
  { drawing }: Site,
  { id, example }: Description,
  isBrief = false,
): string {
  return drawAnswer(id, example, { ...drawing, offered: [], isBrief })
}

function createDrawingContext({ rules, operations }: Catalogue): DrawingContext {
  return {
    rules: rules
      .filter(({ subject }) => subject === 'verdict' || subject === 'accounts')
      .map(({ current: { table } }) => ({
        applies_to: table.applies_to,
        bands: table.bands,
        rules: table.rules.map(({ code, effect }) => ({ code, effect })),
      })),
    offered: operations.map(({ operation }) => operation.id),
  }
}

function exampleCompany({ operations }: Catalogue): string {
  const verdict = operations.find(({ operation }) => operation.id === 'company_verdict')
  return String(verdict?.operation.example.input.number ?? SHOWN.company)
}

/**
 * Words of the documents about a clone, and those that replace them once a package is published.
 */
const IN_A_CLONE = {
  client: [
    ['npm --prefix ukintel ci && npm --prefix ukintel run build:packages', 'npm install NAME'],
    ['./ukintel/packages/client/dist/index.js', 'NAME'],
  ],
  bridge: [
    ['"command": "node"', '"command": "npx"'],
    ['"/path/to/ukintel/packages/mcp/dist/main.js"', '"-y", "NAME"'],
  ],
} as const

/**
 * Removes text between `<!-- client:begin -->` and `<!-- client:end -->` unless the operator has
 * published the client. Its page then names the package instead of a clone.
 */
function withPackages(text: string, published: Catalogue['packages']): string {
  return (['client', 'bridge'] as const).reduce((soFar, which) => {
    const name = published[which]
    const part = new RegExp(`<!-- ${which}:begin -->\\n([\\s\\S]*?)<!-- ${which}:end -->\\n`, 'g')
    return soFar.replace(part, (_, inner: string) =>
      name === null
        ? ''
        : IN_A_CLONE[which].reduce(
            (words, [clone, published]) =>
              words.replaceAll(clone, () => published.replace('NAME', name)),
            inner,
          ),
    )
  }, text)
}

export const QUICKSTART: ManualPage = {
  path: '/docs',
  title: 'Quickstart',
  description: 'Buy a first answer with curl, TypeScript, Python or MCP.',
  parts: ['docs/callers/quickstart.md'],
}

function rulesPage({ subject, rules }: PublishedVersion): ManualPage {
  const { version, table } = rules
  return {
    path: `/docs/rules/${subject}-${version}`,
    title: `${table.title}, rules ${version}`,
    description: `How ${table.applies_to.join(' and ')} judges: procedure, table, bands and a worked example.`,
    parts: [`docs/rules/${subject}-${version}.md`],
  }
}
