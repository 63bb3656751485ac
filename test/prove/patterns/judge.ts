/**
 * Judges whether the search for a pattern can take more than linear time.
 *
 * A search is superlinear only if two loops of its automaton can read the same text one after the
 * other, or one loop can read it in two ways; the first loop may be the search for a beginning.
 * Each such pair is tried on a text made of it.
 */
import { type AST, RegExpParser } from '@eslint-community/regexpp'
import { Automaton, EDGE, type Edge, hasLoop, TooLarge } from './automaton.ts'
import type { Pattern } from './collect.ts'

const MAX_STEPS = 20_000_000
const MAX_TRIED = 40
/** At this length a linear search needs about a millisecond, a quadratic one hundreds. */
const TRIED_LENGTH = 24_000
const TRIED_REPEATS = 3000
const SLOW_MS = 30
/** Growth of a search whose text doubles: two if linear, four if quadratic. */
const GROWTH = 3
/** Texts before the repeated one, with which `^` cannot read the latter. */
const PREFIXES = ['', '\u0000']
const SUFFIXES = ['', '\u0000', '\n', 'x', '!', ' ']

export type Verdict =
  | { kind: 'linear' }
  /** Seen on the text. */
  | { kind: 'superlinear'; text: string }
  /** The automaton permits growth that no tried text shows, or does not stand for the pattern. */
  | { kind: 'unjudged'; why: string }

interface Suspicion {
  prefix: string
  pump: string
  isExponential: boolean
}

export function judge({ source, flags }: Pick<Pattern, 'source' | 'flags'>): Verdict {
  let why: string | null = null
  try {
    for (const { source: variant, unjudged } of variantsOf(source, flags)) {
      const automaton = new Automaton(variant, flags)
      if (automaton.hasLoopedReference) why ??= 'a reference to a group with a loop'
      why ??= unjudged
      let tried = 0
      for (const suspicion of suspicionsOf(automaton, flags)) {
        const text = slowText(source, flags, suspicion)
        if (text !== null) return { kind: 'superlinear', text }
        why ??= `no tried text was slow, such as ${shown(suspicion, '')}`
        tried += 1
        if (tried >= MAX_TRIED) break
      }
    }
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    why ??= error.message
  }
  return why === null ? { kind: 'linear' } : { kind: 'unjudged', why }
}

/**
 * Returns the pattern, and for each long look-ahead a pattern that reads up to it, then its
 * content, and fails.
 */
function variantsOf(source: string, flags: string): { source: string; unjudged: string | null }[] {
  const parser = new RegExpParser({ ecmaVersion: 2025 })
  const unicode = flags.includes('u')
  const pattern = parser.parsePattern(source, 0, source.length, {
    unicode,
    unicodeSets: flags.includes('v'),
  })
  const variants = [{ source: unnamed(source), unjudged: null as string | null }]
  visitAll(pattern.alternatives, '')
  return variants

  function visitAll(alternatives: readonly AST.Alternative[], before: string): void {
    for (const { elements } of alternatives) {
      let read = before
      for (const element of elements) {
        visit(element, read)
        read += element.raw
      }
    }
  }

  function visit(element: AST.Element, before: string): void {
    if (element.type === 'Group' || element.type === 'CapturingGroup')
      visitAll(element.alternatives, before)
    if (element.type === 'Quantifier')
      visit(element.element, before + (element.max > 1 ? element.raw : ''))
    if (
      element.type !== 'Assertion' ||
      (element.kind !== 'lookahead' && element.kind !== 'lookbehind')
    )
      return
    const inner = element.alternatives.map(({ raw }) => raw).join('|')
    if (element.kind === 'lookbehind') {
      if (hasLoop(element)) variants[0]!.unjudged = 'a look-behind without a bound'
      return
    }
    variants.push({ source: unnamed(`(?:${before})(?:${inner})[]`), unjudged: null })
    visitAll(element.alternatives, before)
  }
}

const unnamed = (source: string): string => source.replace(/\(\?<(?![=!])[^>]*>/g, '(?:')

/** Yields loops that read the same text one after the other. */
function* suspicionsOf(automaton: Automaton, flags: string): Generator<Suspicion> {
  const { edges, reads, accepting, cells } = automaton
  const loops = loopsOf(edges)
  const loopOf = new Map(loops.flatMap((loop) => [...loop].map((state) => [state, loop] as const)))
  const into = reversed(edges)
  let steps = 0

  const word = (path: readonly number[]): string => path.map((cell) => cells[cell]).join('')
  const next = (
    from: readonly Edge[],
    before: number,
    after: number,
    within: ReadonlySet<number> | null,
  ): number[] =>
    from.flatMap(({ to, on }) =>
      (within?.has(to) ?? true) && reads[to]!.has(after) && automaton.allows(on, before, after)
        ? [to]
        : [],
    )

  const START = -1
  const fromStart = (state: number): readonly Edge[] =>
    state === START ? automaton.first : edges[state]!

  for (const loop of loops) {
    const twofold = [...loop].find((state) =>
      edges[state]!.some((edge) => edge.isTwofold && loop.has(edge.to)),
    )
    const pump = twofold === undefined ? twoWays(loop) : pathWithin(loop, twofold)
    if (pump) yield { prefix: wayTo(Math.min(...loop)), pump, isExponential: true }
  }
  for (const later of loopOf.keys()) {
    if (accepting.has(later)) continue
    const before = ancestors(later, into)
    if (!flags.includes('y')) {
      const pump = common(new Set([START]), START, later, before)
      if (pump) yield { prefix: '', pump, isExponential: false }
    }
    for (const earlier of loopOf.keys()) {
      if (!before.has(earlier) || loopOf.get(earlier) === loopOf.get(later)) continue
      const pump = common(loopOf.get(earlier)!, earlier, later, before)
      if (pump) yield { prefix: wayTo(earlier), pump, isExponential: false }
    }
  }

  /**
   * Returns a text that leads from `earlier` to itself and to `later`, and from `later` to itself.
   */
  function common(
    loop: ReadonlySet<number>,
    earlier: number,
    later: number,
    before: ReadonlySet<number>,
  ): string | null {
    // What succeeds on the way round ends the search there.
    const laterLoop = new Set([...loopOf.get(later)!].filter((state) => !accepting.has(state)))
    const within = new Set([...before, ...laterLoop])
    return search(
      [...reads[later]!]
        .filter((cell) => earlier === START || reads[earlier]!.has(cell))
        .map((cell) => [cell, earlier, earlier, later]),
      ([cell, first, middle, last]) => {
        const following: number[][] = []
        for (let after = 0; after < cells.length; after += 1) {
          const lasts = next(edges[last!]!, cell!, after, laterLoop)
          if (lasts.length === 0) continue
          const firsts = earlier === START ? [START] : next(edges[first!]!, cell!, after, loop)
          if (firsts.length === 0) continue
          const middles = next(fromStart(middle!), cell!, after, within)
          if (middle === START) middles.push(START)
          for (const a of firsts)
            for (const b of middles) for (const c of lasts) following.push([after, a, b, c])
        }
        return following
      },
      ([, first, middle, last], isStart) =>
        !isStart && first === earlier && middle === later && last === later,
    )
  }

  /** Returns a text that a loop reads in two ways, back to where it began. */
  function twoWays(loop: ReadonlySet<number>): string | null {
    if (loop.size === 1) return null
    const at = Math.min(...loop)
    return search(
      [...reads[at]!].map((cell) => [cell, at, at, 0]),
      ([cell, one, other, hasParted]) => {
        const following: number[][] = []
        for (let after = 0; after < cells.length; after += 1)
          for (const a of next(edges[one!]!, cell!, after, loop))
            for (const b of next(edges[other!]!, cell!, after, loop))
              following.push([after, a, b, hasParted || a !== b ? 1 : 0])
        return following
      },
      ([, one, other, hasParted]) => one === at && other === at && hasParted === 1,
    )
  }

  function pathWithin(loop: ReadonlySet<number>, at: number): string | null {
    return search(
      [...reads[at]!].map((cell) => [cell, at]),
      ([cell, state]) =>
        cells.flatMap((_, after) =>
          next(edges[state!]!, cell!, after, loop).map((to) => [after, to]),
        ),
      ([, state], isStart) => !isStart && state === at,
    )
  }

  /** Returns the shortest text that leads from a beginning to the state. */
  function wayTo(state: number): string {
    const way = search(
      [[EDGE, START]],
      ([cell, at]) =>
        cells.flatMap((_, after) =>
          next(fromStart(at!), cell!, after, null).map((to) => [after, to]),
        ),
      ([, at]) => at === state,
    )
    return way ?? ''
  }

  /** Searches breadth-first and returns the text that was read on the way. */
  function search(
    starts: readonly (readonly number[])[],
    follow: (state: readonly number[]) => readonly (readonly number[])[],
    isGoal: (state: readonly number[], isStart: boolean) => boolean,
  ): string | null {
    const from = new Map<string, { state: readonly number[]; parent: string | null }>()
    const queue: string[] = []
    const add = (state: readonly number[], parent: string | null): boolean => {
      steps += 1
      if (steps > MAX_STEPS) throw new TooLarge('too many ways')
      if (isGoal(state, parent === null)) {
        from.set('goal', { state, parent })
        return true
      }
      const key = state.join()
      if (from.has(key)) return false
      from.set(key, { state, parent })
      queue.push(key)
      return false
    }
    for (const state of starts) if (add(state, null)) return ''
    for (let at = 0; at < queue.length; at += 1) {
      const key = queue[at]!
      for (const state of follow(from.get(key)!.state)) if (add(state, key)) return read('goal')
    }
    return null

    function read(goal: string): string {
      const path: number[] = []
      for (let key: string | null = goal; key !== null; key = from.get(key)!.parent) {
        const { state, parent } = from.get(key)!
        if (parent !== null) path.unshift(state[0]!)
      }
      return word(path)
    }
  }
}

/** Returns the strongly connected sets of states that lead back to themselves (Tarjan). */
function loopsOf(edges: readonly (readonly Edge[])[]): ReadonlySet<number>[] {
  const index = new Map<number, number>()
  const low = new Map<number, number>()
  const stack: number[] = []
  const onStack = new Set<number>()
  const loops: ReadonlySet<number>[] = []
  for (const state of edges.keys()) if (!index.has(state)) connect(state)
  return loops

  function connect(state: number): void {
    index.set(state, index.size)
    low.set(state, index.get(state)!)
    stack.push(state)
    onStack.add(state)
    for (const { to } of edges[state]!) {
      if (!index.has(to)) connect(to)
      if (onStack.has(to)) low.set(state, Math.min(low.get(state)!, low.get(to)!))
    }
    if (low.get(state) !== index.get(state)) return
    const loop = new Set(stack.splice(stack.indexOf(state)))
    for (const member of loop) onStack.delete(member)
    if (loop.size > 1 || edges[state]!.some(({ to }) => to === state)) loops.push(loop)
  }
}

function reversed(edges: readonly (readonly Edge[])[]): number[][] {
  const into: number[][] = edges.map(() => [])
  for (const [from, out] of edges.entries()) for (const { to } of out) into[to]!.push(from)
  return into
}

function ancestors(state: number, into: readonly (readonly number[])[]): ReadonlySet<number> {
  const found = new Set([state])
  for (const member of found) for (const from of into[member]!) found.add(from)
  return found
}

const shown = ({ prefix, pump }: Suspicion, suffix: string): string =>
  `${JSON.stringify(prefix)} + ${JSON.stringify(pump)} × n + ${JSON.stringify(suffix)}`

/** Returns the recipe of a text on which the search is slow; `null` if none is. */
function slowText(source: string, flags: string, suspicion: Suspicion): string | null {
  const { prefix, pump, isExponential } = suspicion
  const all = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const most = Math.max(TRIED_REPEATS, Math.ceil(TRIED_LENGTH / pump.length))
  const counts = isExponential
    ? Array.from({ length: 20 }, (_, at) => 4 + 2 * at)
    : [64, 32, 16, 8, 4, 2, 1].map((part) => Math.ceil(most / part))
  for (const before of PREFIXES)
    for (const suffix of SUFFIXES)
      for (const count of counts) {
        const ms = searchMs(all, before + prefix + pump.repeat(count) + suffix)
        if (ms < SLOW_MS) continue
        const half = searchMs(all, before + prefix + pump.repeat(Math.ceil(count / 2)) + suffix)
        if (ms > GROWTH * half) return shown({ ...suspicion, prefix: before + prefix }, suffix)
      }
  return null
}

/**
 * Returns the CPU milliseconds of a search for every match, the least of two if the first is slow.
 */
function searchMs(all: RegExp, text: string): number {
  const search = (): number => {
    const before = process.cpuUsage()
    text.replace(all, '')
    return process.cpuUsage(before).user / 1000
  }
  const once = search()
  return once < SLOW_MS / GROWTH ? once : Math.min(once, search())
}
