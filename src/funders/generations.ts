/** Keeps the newest generation of dossiers in memory. */
import { setImmediate } from 'node:timers/promises'
import type { Log } from '../observe/log.ts'
import type { FunderStore } from '../store/funders.ts'
import { buildFunderIndex, type FunderIndex } from './index/funder-index.ts'

export interface Generations {
  /** Null until the first corpus was built. */
  current(): FunderIndex | null
  /** Swaps in the stored generation when it is another than the one in memory. Single flight. */
  reload(): Promise<void>
}

export function createGenerations(store: FunderStore, log: Log): Generations {
  let index: FunderIndex | null = null
  let flight: Promise<void> | null = null

  async function load(): Promise<void> {
    for (;;) {
      const generation = await store.current()
      if (generation === null || generation.id === index?.generation.id) return
      const next = await buildFunderIndex(generation, inTurns(store.dossiers(generation.id)))
      // Another process may have replaced the generation while its rows were read: then they are not all of them.
      if ((await store.current())?.id !== generation.id) continue
      if (next.size === 0) return
      index = next
      log.info({ generation: generation.id, funders: next.size }, 'funder dossiers loaded')
      return
    }
  }

  return {
    current: () => index,
    reload() {
      flight ??= load().finally(() => {
        flight = null
      })
      return flight
    },
  }
}

/** Lets requests be served between batches: an embedded database answers without ever giving way. */
async function* inTurns<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const batch of batches) {
    yield batch
    await setImmediate()
  }
}
