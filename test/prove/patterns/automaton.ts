/**
 * The automaton of a pattern: one state for each character that it can read (Glushkov's
 * construction).
 *
 * Two simplifications keep growth or add to it. A bounded repeat is cut to a few, since it adds no
 * loop. A look-around of more than one character is left out here: without it a match explores no
 * fewer paths (see judge.ts).
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp'

const REPEATS = 3
const REPEATED_CHARACTERS = 10
const MAX_POSITIONS = 4000
/** Before the text and after it. */
export const EDGE = -1

/** Ids of assertions that all must hold between two characters. */
type Condition = readonly number[]
type Assertion = (before: number, after: number) => boolean

interface End {
  at: number
  on: Condition
}

interface Fragment {
  /** Ways to pass without reading. */
  empty: Condition[]
  first: End[]
  last: End[]
}

export interface Edge {
  to: number
  on: Condition
  /** True if more than one way leads along this edge. */
  isTwofold: boolean
}

export class TooLarge extends Error {}

const FREE: Condition = []
const both = (a: Condition, b: Condition): Condition =>
  a.length === 0 ? b : b.length === 0 ? a : [...new Set([...a, ...b])].sort()

export class Automaton {
  /** For each state the cells of the alphabet that it reads. */
  readonly reads: ReadonlySet<number>[] = []
  readonly edges: Edge[][] = []
  readonly first: readonly Edge[]
  /** States after which the match succeeds whatever follows. */
  readonly accepting: ReadonlySet<number>
  /** One character of each cell: characters that every part of the pattern treats alike. */
  readonly cells: string[]
  /** True if a back reference can read more than a few characters; it is left out here. */
  readonly hasLoopedReference: boolean
  readonly #assertions: Assertion[] = []
  readonly #byText = new Map<string, ReadonlySet<number>>()
  readonly #flags: string

  constructor(source: string, flags: string) {
    const unicode = flags.includes('u')
    const unicodeSets = flags.includes('v')
    const pattern = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, {
      unicode,
      unicodeSets,
    })
    this.#flags = flags.replace(/[^iusv]/g, '')
    this.cells = this.#partition(source, atomsOf(pattern))
    this.hasLoopedReference = hasLoopedReference(pattern)
    const whole = this.#alternatives(pattern.alternatives, flags)
    this.first = [...edgesTo(whole.first).values()]
    this.accepting = new Set(whole.last.filter(({ on }) => on.length === 0).map(({ at }) => at))
  }

  allows(on: Condition, before: number, after: number): boolean {
    return on.every((id) => this.#assertions[id]!(before, after))
  }

  #alternatives(of: readonly AST.Alternative[], flags: string): Fragment {
    const parts = of.map(({ elements }) =>
      elements
        .map((element) => this.#element(element, flags))
        .reduce((a, b) => this.#sequence(a, b), nothing()),
    )
    return {
      empty: conditions(parts.flatMap(({ empty }) => empty)),
      first: parts.flatMap(({ first }) => first),
      last: parts.flatMap(({ last }) => last),
    }
  }

  #element(element: AST.Element, flags: string): Fragment {
    if (element.type === 'Group' || element.type === 'CapturingGroup')
      return this.#alternatives(element.alternatives, flags)
    if (element.type === 'Quantifier') return this.#quantifier(element, flags)
    if (element.type === 'Assertion') return this.#assertion(element, flags)
    if (element.type === 'Backreference') return nothing()
    if (this.reads.length >= MAX_POSITIONS)
      throw new TooLarge(`more than ${MAX_POSITIONS} characters`)
    const at = this.reads.push(this.#cellsOf(element.raw)) - 1
    this.edges.push([])
    return { empty: [], first: [{ at, on: FREE }], last: [{ at, on: FREE }] }
  }

  #quantifier({ element, min, max }: AST.Quantifier, flags: string): Fragment {
    const least = Math.min(min, isReading(element) ? REPEATED_CHARACTERS : REPEATS)
    const most = max === Infinity ? Math.max(1, least) : Math.max(least, Math.min(max, REPEATS))
    let whole: Fragment | null = null
    for (let copy = most; copy > 0; copy -= 1) {
      const one = this.#element(element, flags)
      if (copy === most && max === Infinity) this.#join(one.last, one.first)
      whole = whole ? this.#sequence(one, whole) : one
      if (copy > least) whole = { ...whole, empty: [FREE] }
    }
    return whole ?? nothing()
  }

  #assertion(assertion: AST.Assertion, flags: string): Fragment {
    const check = this.#checkOf(assertion, flags.includes('m'))
    if (!check) return nothing()
    return { empty: [[this.#assertions.push(check) - 1]], first: [], last: [] }
  }

  #checkOf(assertion: AST.Assertion, isMultiline: boolean): Assertion | null {
    const newline = this.#cellsOf('[\\n\\r\\u2028\\u2029]')
    if (assertion.kind === 'start')
      return (before) => before === EDGE || (isMultiline && newline.has(before))
    if (assertion.kind === 'end')
      return (_, after) => after === EDGE || (isMultiline && newline.has(after))
    if (assertion.kind === 'word') {
      const word = this.#cellsOf('\\w')
      return (before, after) => (word.has(before) !== word.has(after)) !== assertion.negate
    }
    return 'alternatives' in assertion ? this.#aroundOf(assertion) : null
  }

  /** Returns a look-around of one character as a condition; `null` if it reads more. */
  #aroundOf(assertion: AST.LookaroundAssertion): Assertion | null {
    const { kind, negate } = assertion
    const ends = kind === 'lookahead' ? 'end' : 'start'
    const only = assertion.alternatives.map(({ elements }) =>
      elements.length === 1 ? elements[0]! : null,
    )
    if (
      !only.every(
        (element) =>
          element &&
          (isReading(element) || (element.type === 'Assertion' && element.kind === ends)),
      )
    )
      return null
    const read = new Set(
      only.flatMap((element) =>
        element && isReading(element) ? [...this.#cellsOf(element.raw)] : [EDGE],
      ),
    )
    return (before, after) => read.has(kind === 'lookahead' ? after : before) !== negate
  }

  #sequence(a: Fragment, b: Fragment): Fragment {
    this.#join(a.last, b.first)
    return {
      empty: conditions(a.empty.flatMap((on) => b.empty.map((other) => both(on, other)))),
      first: [
        ...a.first,
        ...a.empty.flatMap((on) => b.first.map((end) => ({ at: end.at, on: both(on, end.on) }))),
      ],
      last: [
        ...b.last,
        ...b.empty.flatMap((on) => a.last.map((end) => ({ at: end.at, on: both(on, end.on) }))),
      ],
    }
  }

  #join(last: readonly End[], first: readonly End[]): void {
    for (const { at, on } of last)
      for (const edge of edgesTo(
        first.map((end) => ({ at: end.at, on: both(on, end.on) })),
      ).values()) {
        const same = this.edges[at]!.find(
          ({ to, on: other }) => to === edge.to && other.join() === edge.on.join(),
        )
        if (same) same.isTwofold = true
        else this.edges[at]!.push(edge)
      }
  }

  #cellsOf(raw: string): ReadonlySet<number> {
    const known = this.#byText.get(raw)
    if (known) return known
    const only = new RegExp(`^(?:${raw})$`, this.#flags)
    const cells = new Set(
      this.cells.flatMap((character, cell) => (only.test(character) ? [cell] : [])),
    )
    this.#byText.set(raw, cells)
    return cells
  }

  /** Returns one character of each set that all parts of the pattern treat alike. */
  #partition(source: string, atoms: ReadonlySet<string>): string[] {
    const tests = [...atoms, '\\w', '[\\n\\r\\u2028\\u2029]'].map(
      (raw) => new RegExp(`^(?:${raw})$`, this.#flags),
    )
    const bySignature = new Map<string, string>()
    for (const character of candidates(source)) {
      const signature = tests.map((only) => (only.test(character) ? '1' : '0')).join('')
      if (!bySignature.has(signature)) bySignature.set(signature, character)
    }
    return [...bySignature.values()]
  }
}

const nothing = (): Fragment => ({ empty: [FREE], first: [], last: [] })

function conditions(of: readonly Condition[]): Condition[] {
  return [...new Map(of.map((on) => [on.join(), on])).values()]
}

function edgesTo(ends: readonly End[]): Map<string, Edge> {
  const edges = new Map<string, Edge>()
  for (const { at, on } of ends) {
    const key = `${at} ${on.join()}`
    const known = edges.get(key)
    if (known) known.isTwofold = true
    else edges.set(key, { to: at, on, isTwofold: false })
  }
  return edges
}

function isReading(element: AST.Element): boolean {
  return (
    element.type === 'Character' ||
    element.type === 'CharacterSet' ||
    element.type === 'CharacterClass' ||
    element.type === 'ExpressionCharacterClass'
  )
}

function atomsOf(node: AST.Pattern): Set<string> {
  const atoms = new Set<string>()
  walk(node, (child) => {
    if (isReading(child as AST.Element)) atoms.add(child.raw)
  })
  return atoms
}

function hasLoopedReference(node: AST.Pattern): boolean {
  let isFound = false
  walk(node, (child) => {
    if (child.type === 'Backreference') isFound ||= [child.resolved].flat().some(hasLoop)
  })
  return isFound
}

/** Whether a part can read without a bound. */
export function hasLoop(node: AST.Node): boolean {
  let isFound = false
  walk(node, (child) => {
    isFound ||= child.type === 'Quantifier' && child.max === Infinity
  })
  return isFound
}

function walk(node: AST.Node, visit: (node: AST.Node) => void): void {
  visit(node)
  if ('alternatives' in node) for (const alternative of node.alternatives) walk(alternative, visit)
  else if (node.type === 'Alternative') for (const element of node.elements) walk(element, visit)
  else if (node.type === 'Quantifier') walk(node.element, visit)
}

function candidates(source: string): Set<string> {
  const ascii = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(code))
  const written = [...source].flatMap((character) => [
    character,
    character.toLowerCase(),
    character.toUpperCase(),
  ])
  return new Set(
    [
      'a',
      'A',
      ...ascii,
      '\u00a0',
      '£',
      '€',
      'é',
      'É',
      '–',
      '’',
      '…',
      '\u2028',
      '漢',
      ...written,
    ].filter(({ length }) => length === 1),
  )
}
