/** Returns a function that builds the value of a key once, until another key is requested. */
export function rememberLast<Key, Value>(build: (key: Key) => Value): (key: Key) => Value {
  let last: { key: Key; value: Value } | null = null
  return (key) => {
    if (last === null || last.key !== key) last = { key, value: build(key) }
    return last.value
  }
}
