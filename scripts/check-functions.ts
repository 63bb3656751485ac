/** No function longer than a screen and a half: `node scripts/check-functions.ts` names those that are, and exits with 1. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 120
/** Longer ones of the day on which this check was written, with their lines then. They may shrink; none may grow, and none may be added. */
const STILL_LONG: Readonly<Record<string, number>> = {
  'src/tenders/wing.ts createTenders': 169,
  'src/grants/wing.ts createGrants': 138,
}

const long: string[] = []
for (const path of globSync('{src,packages,sandbox,scripts,bench}/**/*.ts', { cwd: ROOT })) {
  if (path.endsWith('.test.ts') || path.includes('/generated/')) continue
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest, true)
  visit(source)

  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const from = source.getLineAndCharacterOfPosition(node.getStart(source)).line
      const lines = source.getLineAndCharacterOfPosition(node.end).line - from + 1
      const name = node.name?.getText(source) ?? 'a function'
      const most = STILL_LONG[`${path} ${name}`] ?? MAX_LINES
      if (lines > most) long.push(`${path}:${from + 1} ${name}: ${lines} lines, at most ${most}`)
    }
    ts.forEachChild(node, visit)
  }
}
if (long.length > 0) {
  console.log(long.join('\n'))
  process.exitCode = 1
}
