/**
 * Collects every regular expression of the product: literals from the syntax tree, built ones as
 * their modules load.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

const ROOT = join(import.meta.dirname, '..', '..', '..')

export interface Pattern {
  /** Path from the root of the repository, without a line: lines move. */
  path: string
  line: number
  source: string
  flags: string
}

/** A call of `RegExp` that no loading of its module reached: its pattern depends on arguments. */
export interface DynamicPattern {
  path: string
  line: number
  /** Text of the call's arguments, on one line. */
  code: string
}

interface Collected {
  patterns: Pattern[]
  dynamic: DynamicPattern[]
}

export async function collectPatterns(): Promise<Collected> {
  const patterns: Pattern[] = []
  const calls = new Map<string, DynamicPattern>()
  const paths = globSync('{src,packages}/**/*.{ts,js}', { cwd: ROOT }).filter(
    (path) => !/\.test\.ts$|node_modules|\/dist\//.test(path),
  )
  if (paths.length === 0) throw new Error(`No source files were found under ${ROOT}.`)
  for (const path of paths) collectFrom(path, patterns, calls)

  const built = await loadRecorded(new Set([...calls.values()].map(({ path }) => path)))
  const reached = new Set<string>()
  for (const pattern of built) {
    const site = `${pattern.path}:${pattern.line}`
    if (!calls.has(site)) continue
    reached.add(site)
    patterns.push(pattern)
  }
  return {
    patterns,
    dynamic: [...calls].filter(([site]) => !reached.has(site)).map(([, call]) => call),
  }
}

function collectFrom(path: string, patterns: Pattern[], calls: Map<string, DynamicPattern>): void {
  const file = ts.createSourceFile(
    path,
    readFileSync(join(ROOT, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  )
  visit(file)

  function visit(node: ts.Node): void {
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
    if (ts.isRegularExpressionLiteral(node)) {
      const [, source, flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text)!
      patterns.push({ path, line, source: source!, flags: flags! })
    }
    if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      node.expression.getText(file) === 'RegExp'
    ) {
      const code = (node.arguments ?? [])
        .map((argument) => argument.getText(file).replace(/\s+/g, ' '))
        .join(', ')
      calls.set(`${path}:${line}`, { path, line, code })
    }
    ts.forEachChild(node, visit)
  }
}

/** Imports modules under a `RegExp` that records what is built, and by which line. */
async function loadRecorded(paths: ReadonlySet<string>): Promise<Pattern[]> {
  const built: Pattern[] = []
  const own = `${pathToFileURL(ROOT).href}/`
  const Original = RegExp
  const record = (pattern: RegExp): RegExp => {
    const stack = new Error().stack!.split('\n')
    const frame = stack.find((entry) => entry.includes(own) && !entry.includes(import.meta.url))
    const [, path, line] =
      (frame && /^(.*?):(\d+):\d+\)?$/.exec(frame.slice(frame.indexOf(own) + own.length))) ?? []
    if (path) built.push({ path, line: Number(line), source: pattern.source, flags: pattern.flags })
    return pattern
  }
  globalThis.RegExp = new Proxy(Original, {
    construct: (target, given: [string, string?]) => record(Reflect.construct(target, given)),
    apply: (target, _, given: [string, string?]) => record(Reflect.apply(target, undefined, given)),
  })
  try {
    for (const path of paths) if (path.endsWith('.ts')) await import(join(ROOT, path))
  } finally {
    globalThis.RegExp = Original
  }
  return built
}
