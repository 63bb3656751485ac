/** No function longer than two screens: `node scripts/check-functions.ts` names those that are, and exits with 1. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 180

const long: string[] = []
for (const path of globSync('{src,packages,sandbox,scripts,bench}/**/*.ts', { cwd: ROOT })) {
  if (path.endsWith('.test.ts') || path.includes('/generated/')) continue
  const source = ts.createSourceFile(
    path,
    readFileSync(join(ROOT, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  visit(source)

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const from = source.getLineAndCharacterOfPosition(node.getStart(source)).line
      const lines = source.getLineAndCharacterOfPosition(node.end).line - from + 1
      const name = node.name?.getText(source) ?? 'a function'
      if (lines > MAX_LINES)
        long.push(`${path}:${from + 1} ${name}: ${lines} lines, at most ${MAX_LINES}`)
    }
    ts.forEachChild(node, visit)
  }
}
if (long.length > 0) {
  console.log(long.join('\n'))
  process.exitCode = 1
}
