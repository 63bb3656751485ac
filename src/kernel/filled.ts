/** A typed array filled by index. Its own `from` goes through a list by the list's iterator, many times slower. */
export function filled<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array>(
  array: T,
  numberAt: (index: number) => number,
): T {
  for (let index = 0; index < array.length; index += 1) array[index] = numberAt(index)
  return array
}
