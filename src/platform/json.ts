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
 * Returns the path to a key `__proto__` in parsed JSON, or `null` if there is none. Zod drops such a
 * key from records without an issue. Walks without recursion, because JSON may be nested deeply.
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
