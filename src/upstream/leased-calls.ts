/**
 * An upstream's calls of one deployment, in places that replicas lease from the store: a place is a few calls, good for a moment, and nobody else's until
 * all calls that may have been made in it are older than the upstream's window. So within any such window no more calls are made than there are, whichever
 * process made them, and a place that died with its process is free again when its time is over.
 */
import type { Clock } from '../kernel/clock.ts'

/** The store, as far as it is needed here. */
export interface Places {
  occupy(key: string, forMs: number): Promise<number>
  /** For how long each still is. */
  occupied(prefix: string): Promise<ReadonlyMap<string, number>>
}

export interface LeasedCallsOptions {
  /** What the upstream counts by; a place is named by it. */
  name: string
  places: Places
  /** At most so many within any `perMs`, … */
  calls: number
  /** … of which so many are kept for those who may use them. */
  kept: number
  perMs: number
  clock: Clock
}

/** Anybody's calls; whoever has begun also takes from the kept ones where the others are spent; who has them kept for him takes those first. */
export type Right = 'open' | 'begun' | 'kept'

export interface LeasedCalls {
  /** Takes one call, to be made at once. 0, or in how many milliseconds one may be free. @throws StoreUnavailable */
  take(right: Right): Promise<number>
  /** Calls that no replica has leased. @throws StoreUnavailable */
  left(): Promise<number>
}

/** Calls of a place. A place that is not used up in time wastes the rest; a larger one would waste more, a smaller one asks the store more often. */
const PLACE_CALLS = 3
/** Parts of the window: how long a place may be spent from, and how long its last call may take to arrive. */
const SPENT_WITHIN = 1 / 20
const ARRIVES_WITHIN = 1 / 60

interface Place {
  key: string
  calls: number
  kept: boolean
  /** When it is worth asking for again. */
  freeAtMs: number
}

interface Lease {
  left: number
  untilMs: number
  kept: boolean
}

export function createLeasedCalls({ name, places, calls, kept, perMs, clock }: LeasedCallsOptions): LeasedCalls {
  const all = [...placesOf(`${name}/open`, calls - kept, false), ...placesOf(`${name}/kept`, kept, true)]
  const byKey = new Map(all.map((place) => [place.key, place]))
  const free = (some: readonly Place[]) => some.find(({ freeAtMs }) => freeAtMs <= clock.nowMs())
  const spendMs = perMs * SPENT_WITHIN
  const occupiedMs = perMs + spendMs + perMs * ARRIVES_WITHIN
  let leases: Lease[] = []
  const flights = new Map<Right, Promise<number>>()

  /** Those that may be taken, in the order in which they are. */
  const mine = <T extends { kept: boolean }>(right: Right, some: readonly T[]): T[] => {
    const [open, kept] = [some.filter((each) => !each.kept), some.filter((each) => each.kept)]
    return right === 'open' ? open : right === 'begun' ? [...open, ...kept] : [...kept, ...open]
  }

  function spend(right: Right): boolean {
    const nowMs = clock.nowMs()
    leases = leases.filter(({ left, untilMs }) => left > 0 && untilMs > nowMs)
    const [lease] = mine(right, leases)
    if (!lease) return false
    lease.left -= 1
    return true
  }

  /** 0 where a place was got. */
  async function leaseOne(right: Right): Promise<number> {
    const mayHave = mine(right, all)
    for (let place = free(mayHave); place !== undefined; place = free(mayHave)) {
      // From before it was asked for: the answer may be slow.
      const fromMs = clock.nowMs()
      const waitMs = await places.occupy(place.key, occupiedMs)
      place.freeAtMs = waitMs === 0 ? fromMs + occupiedMs : clock.nowMs() + waitMs
      if (waitMs > 0) {
        // Others have been at it: all of their places at once.
        for (const [key, forMs] of await places.occupied(`${name}/`)) {
          const other = byKey.get(key)
          if (other) other.freeAtMs = clock.nowMs() + forMs
        }
        continue
      }
      leases.push({ left: place.calls, untilMs: fromMs + spendMs, kept: place.kept })
      return 0
    }
    return Math.max(1, Math.min(perMs, ...mayHave.map(({ freeAtMs }) => freeAtMs - clock.nowMs())))
  }

  function leased(right: Right): Promise<number> {
    const flight =
      flights.get(right) ??
      leaseOne(right).finally(() => {
        flights.delete(right)
      })
    flights.set(right, flight)
    return flight
  }

  return {
    async take(right) {
      while (!spend(right)) {
        const waitMs = await leased(right)
        if (waitMs > 0) return waitMs
      }
      return 0
    },
    async left() {
      const taken = await places.occupied(`${name}/`)
      return all.reduce((sum, place) => sum + (taken.has(place.key) ? 0 : place.calls), 0)
    },
  }
}

function placesOf(prefix: string, calls: number, kept: boolean): Place[] {
  const count = Math.ceil(calls / PLACE_CALLS)
  return Array.from({ length: count }, (_, index) => ({
    key: `${prefix}/${index}`,
    calls: Math.min(PLACE_CALLS, calls - index * PLACE_CALLS),
    kept,
    freeAtMs: 0,
  }))
}
