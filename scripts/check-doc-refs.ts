/**
 * Checks that no document is empty, that files and headings named in documents exist, and that
 * comments refer to files: `node scripts/check-doc-refs.ts` lists violations, and exits with 1.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** Frozen: decisions and notes of releases name the files of their day. */
const FROZEN = /^docs\/(?:adr|releases)\/\d/
/**
 * `src/…`, `test/…` and the like in back quotes; a place to fill in (`{subject}`, `…`, `*`) is no
 * name.
 */
const NAMED =
  /`((?:src|test|sandbox|scripts|bench|docs|examples|bin)\/[\w./-]+|\.dependency-cruiser\.cjs)`/g
const LINKED = /\]\((?!https?:|\/|mailto:)([^)#\s]*)(?:#([^)\s]+))?\)/g

/** A reference without a document of this repository. */
const NOWHERE = /\bcontract,? section \d/gi

/**
 * Returns the anchors of a document's headings, and those that it sets itself, by GitHub's rule.
 */
const anchorsOf = (path: string): Set<string> => {
  const known = anchors.get(path)
  if (known) return known
  const found = new Set<string>()
  const text = existsSync(join(ROOT, path)) ? readFileSync(join(ROOT, path), 'utf8') : ''
  for (const [, heading] of text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)) {
    const words = heading!.replaceAll(/\]\([^)]*\)/g, ']').toLowerCase()
    const slug = words
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .trim()
      .replaceAll(' ', '-')
    let unique = slug
    for (let count = 1; found.has(unique); count++) unique = `${slug}-${count}`
    found.add(unique)
  }
  for (const [, id] of text.matchAll(/<a (?:id|name)="([^"]+)"/g)) found.add(id!)
  anchors.set(path, found)
  return found
}
const anchors = new Map<string, Set<string>>()

const missing: string[] = []
for (const document of globSync(['*.md', '{docs,packages,bench,examples}/**/*.md', 'src/**/*.md'], {
  cwd: ROOT,
  exclude: (path) => path === 'node_modules',
})) {
  if (FROZEN.test(document)) continue
  const text = readFileSync(join(ROOT, document), 'utf8')
  if (text.trim() === '') missing.push(`${document} is empty`)
  const check = (name: string, path: string) => {
    if (!existsSync(join(ROOT, path)))
      missing.push(`${document} names ${name}, which does not exist`)
  }
  for (const [, name] of text.matchAll(NAMED)) check(name!, name!)
  for (const [, name, anchor] of text.matchAll(LINKED)) {
    const path = name === '' ? document : join(dirname(document), name!)
    check(name!, path)
    if (anchor !== undefined && path.endsWith('.md') && !anchorsOf(path).has(anchor))
      missing.push(`${document} links to #${anchor} of ${path}, which has no such heading`)
  }
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
