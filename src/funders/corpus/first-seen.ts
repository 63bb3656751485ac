/** A set of 64-bit fingerprints with a small number each, in flat memory. */
export interface FirstSeen {
  /** The number under which the fingerprint was first seen, which is `owner` when it is new. */
  ownerOf(low: number, high: number, owner: number): number
}

/** `capacity` is the most fingerprints that will be seen; `owner` may be 0 to 4294967294. */
export function createFirstSeen(capacity: number): FirstSeen {
  const slots = 2 ** Math.ceil(Math.log2(Math.max(16, capacity / 0.7)))
  const mask = slots - 1
  const lows = new Uint32Array(slots)
  const highs = new Uint32Array(slots)
  /** One more than the owner, 0 for a free slot. */
  const owners = new Uint32Array(slots)
  return {
    ownerOf(low, high, owner) {
      let slot = (low ^ Math.imul(high, 0x9e3779b1)) & mask
      while (owners[slot] !== 0) {
        if (lows[slot] === low && highs[slot] === high) return owners[slot]! - 1
        slot = (slot + 1) & mask
      }
      lows[slot] = low
      highs[slot] = high
      owners[slot] = owner + 1
      return owner
    },
  }
}
