export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns `undefined` for text that is not JSON. */
export function parseJson(text: string | Buffer): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}

/** A nested value that is still to be searched, and the key under which its parent has it. */
interface Nested {
  value: object
  name: string | number
  parent: Nested | null
}

/**
 * Returns the path to a key `__proto__` in parsed JSON, or `null` if there is none. Zod drops such
 * a key from records without an issue. Walks without recursion, because JSON may be nested deeply.
 */
export function findPrototypeKey(json: object): (string | number)[] | null {
  const left: Nested[] = [{ value: json, name: '', parent: null }]
  for (let next = left.pop(); next; next = left.pop()) {
    if (Object.hasOwn(next.value, '__proto__')) return [...pathTo(next), '__proto__']
    const { value: parent } = next
    for (const name of Array.isArray(parent) ? parent.keys() : Object.keys(parent)) {
      const value: unknown = parent[name as keyof typeof parent]
      if (typeof value === 'object' && value !== null) left.push({ value, name, parent: next })
    }
  }
  return null
}

function pathTo(nested: Nested): (string | number)[] {
  const names: (string | number)[] = []
  for (let step = nested; step.parent; step = step.parent) names.push(step.name)
  return names.reverse()
}

export interface JsonBounds {
  /** Maximum number of values: elements of arrays and members of objects, at every level. */
  values: number
  /** Maximum number of members of one object. */
  members: number
  /** Maximum depth: that of an object without nested ones is 1. */
  depth: number
}

/**
 * Returns what parsed JSON has more of than `bounds` allows, or `null`. Takes time in proportion to
 * the bounds, whatever the value is.
 */
export function findExcess(value: unknown, bounds: JsonBounds): string | null {
  if (typeof value !== 'object' || value === null) return null
  let level: object[] = [value]
  let values = 0
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > bounds.depth) return `is nested more than ${bounds.depth} levels deep`
    const next: object[] = []
    for (const each of level) {
      if (!Array.isArray(each) && countMembers(each, bounds.members) > bounds.members)
        return `has an object with more than ${bounds.members} members`
      const children: readonly unknown[] = Array.isArray(each) ? each : Object.values(each)
      values += children.length
      if (values > bounds.values) return `has more than ${bounds.values} values`
      for (const child of children)
        if (typeof child === 'object' && child !== null) next.push(child)
    }
    level = next
  }
  return null
}

/** Stops one above `most`. */
function countMembers(value: object, most: number): number {
  let count = 0
  for (const _ in value) {
    count += 1
    if (count > most) break
  }
  return count
}
