/**
 * A 64-bit fingerprint of text as two unsigned 32-bit halves, for telling millions of grants apart in little memory: among five
 * million the odds of one mistaken pair are below one in a million. Not a defence against forgery.
 */
export interface Fingerprint {
  low: number
  high: number
}

/** Writes into `into`, which callers reuse: two allocations a row would be most of the work. */
export function fingerprint(text: string, into: Fingerprint): void {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    a = Math.imul(a ^ code, 2_654_435_761)
    b = Math.imul(b ^ code, 1_597_334_677)
  }
  a = Math.imul(a ^ (a >>> 16), 2_246_822_507) ^ Math.imul(b ^ (b >>> 13), 3_266_489_909)
  b = Math.imul(b ^ (b >>> 16), 2_246_822_507) ^ Math.imul(a ^ (a >>> 13), 3_266_489_909)
  into.low = a >>> 0
  into.high = b >>> 0
}

/** Binds a fingerprint to a small number, such as the funder whose grant it names. */
export function bind(low: number, high: number, salt: number, into: Fingerprint): void {
  let a = Math.imul(low ^ Math.imul(salt + 1, 0x9e3779b1), 2_246_822_507)
  let b = Math.imul(high ^ (a >>> 15), 3_266_489_909)
  a ^= b >>> 13
  b ^= a >>> 16
  into.low = a >>> 0
  into.high = b >>> 0
}
