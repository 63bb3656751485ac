/**
 * Checks that files named in documents exist, and that comments refer to files: `node
 * scripts/check-doc-refs.ts` lists violations, and exits with 1.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Frozen: a decision names the files of its day. */
const FROZEN = /^docs\/adr\/\d/
/** `src/…`, `test/…` and the like in back quotes; a place to fill in (`{subject}`, `…`, `*`) is no name. */
const NAMED =
  /`((?:src|test|sandbox|scripts|bench|docs|examples|bin)\/[\w./-]+|\.dependency-cruiser\.cjs)`/g
const LINKED = /\]\((?!https?:|#|\/|mailto:)([^)#\s]+)/g

/** A reference without a document of this repository. */
const NOWHERE = /\bcontract,? section \d/gi

const missing: string[] = []
for (const document of globSync(['*.md', 'docs/**/*.md'], { cwd: ROOT })) {
  if (FROZEN.test(document)) continue
  const text = readFileSync(join(ROOT, document), 'utf8')
  const check = (name: string, path: string) => {
    if (!existsSync(join(ROOT, path)))
      missing.push(`${document} names ${name}, which does not exist`)
  }
  for (const [, name] of text.matchAll(NAMED)) check(name!, name!)
  for (const [, name] of text.matchAll(LINKED)) check(name!, join(dirname(document), name!))
}
for (const source of globSync('{src,test,sandbox,scripts,bench}/**/*.ts', { cwd: ROOT })) {
  const text = readFileSync(join(ROOT, source), 'utf8')
  for (const [found] of text.matchAll(NOWHERE))
    missing.push(`${source} refers to "${found}": name a file or a heading instead`)
}
if (missing.length > 0) {
  console.log(missing.join('\n'))
  process.exitCode = 1
}
