/**
 * Many rows of a few numbers each, one behind the other in one array: lists by field would each have to grow, objects would have to be
 * collected.
 */
export const newRows = (width: number): Float64Array => new Float64Array(width << 10)

/** The rows, or twice as many, so that one may begin at `at`. */
export function roomAt(rows: Float64Array, at: number): Float64Array {
  if (at < rows.length) return rows
  const larger = new Float64Array(2 * rows.length)
  larger.set(rows)
  return larger
}

/** One field of the rows that `order` names. */
export function column(rows: Float64Array, width: number, field: number, order: Uint32Array): Float64Array<ArrayBuffer> {
  const values = new Float64Array(order.length)
  for (let number = 0; number < order.length; number += 1) values[number] = rows[order[number]! * width + field]!
  return values
}
