/** Limits concurrent work. Waiting work starts in order of arrival. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>

export function createSemaphore(places: number): Semaphore {
  let free = places
  const waiting: (() => void)[] = []
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}
