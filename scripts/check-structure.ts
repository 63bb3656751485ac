/**
 * Checks what no linter does: `node scripts/check-structure.ts` lists circles of folders, functions
 * that are too long, patterns that are too long in one piece and comments that are too wide, and
 * exits with 1.
 *
 * A folder imports a neighbour when a file below one imports a file below the other. A function
 * counts its lines without blank ones and without named functions in its body, which count by
 * themselves.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..')
const MAX_LINES = 80
/** Where a mistake costs money. */
const STRICT = /^src\/(payments|api)\//
const MAX_STRICT_LINES = 60
const MAX_PATTERN_CHARS = 120
const MAX_COMMENT_WIDTH = 100
const COMMENT = /^\s*(?:\/\/|\/?\*)/
/** One word (such as a URL), a row of a table, and a directive of the linter cannot be wrapped. */
const UNWRAPPABLE = /^\s*(?:\/\/|\/?\*+) (?:\S+(?: \*\/)?$|\||biome-ignore )/

type FunctionNode = ts.FunctionLikeDeclaration & { body: ts.Node }

const findings: string[] = []

/** Imported neighbours of each folder, by path, with one import that shows it. */
const neighbours = new Map<string, Map<string, string>>()

for (const path of globSync('{src,sandbox,packages,scripts,bench,test}/**/*.{ts,mjs}', {
  cwd: ROOT,
  exclude: (each) => /node_modules|\/generated|\/dist$/.test(each),
})) {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
  for (const [index, line] of lines.entries())
    if (line.length > MAX_COMMENT_WIDTH && COMMENT.test(line) && !UNWRAPPABLE.test(line))
      findings.push(`${path}:${index + 1}: a comment of ${line.length} columns`)
}

for (const path of globSync('{src,sandbox,packages,scripts,bench}/**/*.ts', {
  cwd: ROOT,
  exclude: (each) => /node_modules|\/generated|\.(test|d)\.ts$/.test(each),
})) {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const lines = text.split('\n')
  const lineAt = (position: number) => file.getLineAndCharacterOfPosition(position).line

  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) && isModuleName(node)) addImport(path, node.text)
    if (ts.isRegularExpressionLiteral(node) && node.text.length > MAX_PATTERN_CHARS)
      findings.push(`${place(node)}: a pattern of ${node.text.length} characters`)
    if (isFunction(node)) {
      const max = STRICT.test(path) ? MAX_STRICT_LINES : MAX_LINES
      const count = countLines(node)
      const name = nameOf(node) ?? 'a function'
      if (count > max)
        findings.push(`${place(node)}: ${name} has ${count} lines, ${max} are allowed`)
    }
    node.forEachChild(visit)
  }
  const place = (node: ts.Node) => `${path}:${lineAt(node.getStart(file)) + 1}`
  const countLines = (node: ts.Node): number => {
    const counted = new Set<number>()
    for (let line = lineAt(node.getStart(file)); line <= lineAt(node.end); line++)
      if (lines[line]!.trim() !== '') counted.add(line)
    const leaveOut = (inner: ts.Node): void => {
      if (!isFunction(inner) || nameOf(inner) === undefined) inner.forEachChild(leaveOut)
      else
        for (let line = lineAt(inner.getStart(file)) + 1; line <= lineAt(inner.end); line++)
          counted.delete(line)
    }
    node.forEachChild(leaveOut)
    return counted.size
  }
  visit(file)
}

findings.push(...listCircles())
if (findings.length > 0) {
  console.log(findings.join('\n'))
  process.exitCode = 1
}

function isFunction(node: ts.Node): node is FunctionNode {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
}

function nameOf({ name, parent }: FunctionNode): string | undefined {
  if (name) return name.getText()
  const holder = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)
  return holder ? parent.name.getText() : undefined
}

function isModuleName({ parent }: ts.StringLiteral): boolean {
  return (
    ts.isImportDeclaration(parent) ||
    ts.isExportDeclaration(parent) ||
    (ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword)
  )
}

/** Adds the arrow between the two folders in which the paths part. */
function addImport(path: string, module: string): void {
  if (!module.startsWith('.')) return
  const from = path.split('/')
  const to = join(dirname(path), module).split('/')
  const shared = from.findIndex((part, index) => part !== to[index])
  if (shared < 1 || shared >= from.length - 1 || shared >= to.length - 1) return
  const folder = from.slice(0, shared + 1).join('/')
  const imported = neighbours.get(folder) ?? new Map<string, string>()
  neighbours.set(folder, imported.set(to.slice(0, shared + 1).join('/'), path))
}

/** Describes each shortest way from a folder back to itself, once. */
function listCircles(): string[] {
  const circles = new Map<string, string>()
  for (const start of neighbours.keys()) {
    const way = findWayBack(start)
    if (way) circles.set([...way].sort().join(), describeCircle(way))
  }
  return [...circles.values()]
}

function findWayBack(start: string): string[] | null {
  const ways = [[start]]
  const seen = new Set<string>()
  for (const way of ways)
    for (const next of neighbours.get(way.at(-1)!)?.keys() ?? []) {
      if (next === start) return way
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  return null
}

function describeCircle(way: readonly string[]): string {
  const arrows = way.map((folder, index) => {
    const next = way[(index + 1) % way.length]!
    return `${relative(dirname(folder), folder)} -> ${relative(dirname(next), next)} (${neighbours.get(folder)!.get(next)})`
  })
  return `a circle of folders in ${dirname(way[0]!)}: ${arrows.join(', ')}`
}
