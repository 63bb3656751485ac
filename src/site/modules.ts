/**
 * ES modules that pages run, served one by one under the paths of the repository, with their types
 * stripped. Relative imports lead to the neighbours at the same paths.
 */
import { stripTypeScriptTypes } from 'node:module'
import type { HttpDocument } from '../api/endpoint.ts'
import { lazyDocument, textDocument } from '../discovery/document.ts'
import { IS_BUNDLED, readSourceFile } from '../platform/project-files.ts'

/** Modules that browsers may load, without extension. Each import of a listed module is listed. */
export const BROWSER_MODULES = [
  'packages/client/src/buyer',
  'packages/client/src/chain',
  'packages/client/src/codec',
  'packages/client/src/outcome',
  'packages/client/src/pay',
  'packages/client/src/payments',
  'packages/client/src/request',
  'packages/client/src/terms',
  'packages/client/src/verify',
  'src/contract/price',
  'src/platform/json',
  'src/platform/money',
  'src/platform/printable',
  'src/site/browser/alone-among-tabs',
  'src/site/browser/answer',
  'src/site/browser/failures',
  'src/site/browser/form',
  'src/site/browser/names',
  'src/site/browser/no-wallet',
  'src/site/browser/page',
  'src/site/browser/page-terms',
  'src/site/browser/page-terms-check',
  'src/site/browser/purchase',
  'src/site/browser/view',
  'src/site/browser/wallets',
  'src/site/escape',
  'src/site/highlight',
  'src/site/pictures/accounts',
  'src/site/pictures/draw-answer',
  'src/site/pictures/drawings',
  'src/site/pictures/facts',
  'src/site/pictures/items',
  'src/site/pictures/next',
  'src/site/pictures/parts',
  'src/site/pictures/picture',
  'src/site/pictures/table',
  'src/site/snippets',
] as const

export type BrowserModule = (typeof BROWSER_MODULES)[number]

export const moduleUrl = (module: BrowserModule) => `/assets/modules/${module}.ts`

/** Each is stripped at its first request. */
export function moduleDocuments(): HttpDocument[] {
  return BROWSER_MODULES.map((module) => {
    const path = moduleUrl(module)
    return lazyDocument(path, () =>
      textDocument(path, 'text/javascript; charset=utf-8', loadScript(module)),
    )
  })
}

/** Returns the text of a module as JavaScript. The bundle holds it stripped. */
export function loadScript(module: BrowserModule): string {
  const text = readSourceFile(`${module}.ts`)
  return IS_BUNDLED ? text : withoutWarning(() => stripTypeScriptTypes(text))
}

/** Node 26 warns that stripping is experimental, and itself runs these sources by it. */
function withoutWarning<T>(work: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}
