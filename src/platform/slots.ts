/**
 * Numbered slots, each free or held until a time: in the memory of the only process, or in the
 * store that replicas share.
 */
export interface Slots {
  /**
   * Takes `count` free slots of those from `from` up to `to`, all or none. @throws StoreUnavailable
   */
  take(wanted: {
    count: number
    from: number
    to: number
    nowMs: number
    untilMs: number
  }): Promise<number[]>
  /** Changes the end of slots that are still held until `untilMs`. @throws StoreUnavailable */
  hold(slots: readonly number[], untilMs: number, newUntilMs: number): Promise<void>
  /** Slots that are held now, each with its end. @throws StoreUnavailable */
  listUsed(nowMs: number): Promise<ReadonlyMap<number, number>>
}

export function createMemorySlots(): Slots {
  const ends = new Map<number, number>()
  return {
    async take({ count, from, to, nowMs, untilMs }) {
      const free: number[] = []
      for (let slot = from; slot < to && free.length < count; slot += 1)
        if ((ends.get(slot) ?? 0) <= nowMs) free.push(slot)
      if (free.length < count) return []
      for (const slot of free) ends.set(slot, untilMs)
      return free
    },
    async hold(slots, untilMs, newUntilMs) {
      for (const slot of slots) if (ends.get(slot) === untilMs) ends.set(slot, newUntilMs)
    },
    listUsed: async (nowMs) => new Map([...ends].filter(([, untilMs]) => untilMs > nowMs)),
  }
}
