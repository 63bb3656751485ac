/**
 * Small changes to the payment code: each comparison, condition, statement, number, boolean and
 * state alone. A test or a simulated schedule must notice each; docs/contributors/survivors.md
 * lists the others with the reason.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

export const ROOT = join(import.meta.dirname, '..', '..')

export interface Mutant {
  /** File, line and what is changed there: the same as long as the code is. */
  id: string
  file: string
  start: number
  end: number
  text: string
  /** Point of execution that reaches the change; for an operator, its left side. */
  reachedAt: number
  /** In no function: it takes effect when the file is loaded. */
  isOutside: boolean
}

const FOLDERS = '{src/payments,src/store/ledger}/**/*.ts'
/**
 * Files without decisions: landed migrations, word lists, listings, reports and their comparison,
 * checks of `doctor`.
 */
const NOT_THESE =
  /\.test\.ts$|\/migrations\/|(schema|errors|refusal|discovery|comparison|examination|coinbase-auth|sales|books|buyers|transfers)\.ts$/
/** Payment decisions first, then the rest. */
const FIRST = [
  'settlement',
  'charge',
  'release',
  'replay',
  'chain-status',
  'unknown-outcome',
  'known-payment',
  'identifier',
  'claims',
  'bindings',
  'purge',
  'gate',
  'decisions',
  'reconciliation',
  'gate-context',
  'evm/checks',
  'audit',
  'audits',
  'writer',
  'facilitator',
  'offer-receipt',
  'timeouts',
]

/** Each operator with those it is mistaken for. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  '<': ['<='],
  '<=': ['<'],
  '>': ['>='],
  '>=': ['>'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
}
/** Words of ledger and decisions, each with another that can replace it. */
const WORDS: Readonly<Record<string, string>> = {
  claimed: 'settling',
  settling: 'claimed',
  settled: 'failed',
  failed: 'settled',
  lost: 'released',
  id: 'fence',
  fence: 'id',
}

export function mutants(): Mutant[] {
  return globSync(FOLDERS, { cwd: ROOT })
    .filter((file) => !NOT_THESE.test(file))
    .sort((one, other) => rankOf(one) - rankOf(other) || (one < other ? -1 : 1))
    .flatMap((file) => mutantsOf(file, readFileSync(join(ROOT, file), 'utf8')))
}

function rankOf(file: string): number {
  const rank = FIRST.findIndex((name) => file.endsWith(`/${name}.ts`))
  return rank === -1 ? FIRST.length : rank
}

function mutantsOf(file: string, source: string): Mutant[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: Mutant[] = []
  let depth = 0
  const replace = (start: number, end: number, text: string, what: string, reachedAt: number) => {
    const { line, character } = tree.getLineAndCharacterOfPosition(start)
    found.push({
      id: `${file}:${line + 1}:${character + 1} ${what}`,
      file,
      start,
      end,
      text,
      reachedAt,
      isOutside: depth === 0,
    })
  }
  const change = (node: ts.Node, text: string, what: string, reachedBy: ts.Node = node) =>
    replace(node.getStart(), node.end, text, what, reachedBy.getStart())
  const negate = (condition: ts.Expression, what: string) => {
    // The same as its operator turned round.
    if (ts.isBinaryExpression(condition) && /^[!=]==$/.test(condition.operatorToken.getText()))
      return
    change(condition, `!(${condition.getText()})`, `${what} negated`)
  }
  const short = (node: ts.Node) => node.getText().replace(/\s+/g, ' ').slice(0, 60)

  const visit = (node: ts.Node): void => {
    // Log statements decide nothing.
    if (
      isStep(node) ||
      isLogLine(node) ||
      (ts.isIfStatement(node) && isLogLine(node.thenStatement) && !node.elseStatement)
    )
      return
    if (
      ts.isTypeNode(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isImportDeclaration(node)
    )
      return
    if (ts.isBinaryExpression(node)) {
      const operator = node.operatorToken.getText()
      for (const other of OPERATORS[operator] ?? []) {
        if (operator !== '+' || !isText(node))
          change(node.operatorToken, other, `${operator} becomes ${other}`, node)
      }
      if (operator === '??')
        change(node, node.left.getText(), `without its ?? (${short(node.right)})`)
    }
    if (ts.isIfStatement(node)) negate(node.expression, `if (${short(node.expression)})`)
    if (ts.isConditionalExpression(node)) negate(node.condition, `${short(node.condition)} ?`)
    if (ts.isNumericLiteral(node))
      change(
        node,
        node.text === '0' ? '1' : '0',
        `${node.getText()} becomes ${node.text === '0' ? 1 : 0}`,
      )
    if (node.kind === ts.SyntaxKind.TrueKeyword) change(node, 'false', 'true becomes false')
    if (node.kind === ts.SyntaxKind.FalseKeyword) change(node, 'true', 'false becomes true')
    if (ts.isStringLiteral(node) && WORDS[node.text])
      change(node, `'${WORDS[node.text]}'`, `'${node.text}' becomes '${WORDS[node.text]}'`)
    if (ts.isExpressionStatement(node)) change(node, ';', `without ${short(node)}`)
    if (ts.isThrowStatement(node)) change(node, ';', `without ${short(node)}`)
    // A condition of a query.
    if (
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === 'where'
    ) {
      replace(
        node.expression.expression.end,
        node.end,
        '',
        `without .where(${node.arguments.map(short).join(', ')})`,
        node.getStart(),
      )
    }
    const isFunction = ts.isFunctionLike(node)
    if (isFunction) depth += 1
    ts.forEachChild(node, visit)
    if (isFunction) depth -= 1
  }
  visit(tree)
  return found
}

/** Named for the tests that kill a process there. */
const isStep = (node: ts.Node) =>
  ts.isExpressionStatement(node) && node.getText().startsWith('await step(')

function isLogLine(node: ts.Node): boolean {
  if (ts.isBlock(node)) return node.statements.length > 0 && node.statements.every(isLogLine)
  return ts.isExpressionStatement(node) && node.getText().startsWith('log.')
}

const isText = ({ left, right }: ts.BinaryExpression) =>
  [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side))

export function applied({ start, end, text }: Mutant, source: string): string {
  return source.slice(0, start) + text + source.slice(end)
}
