/** Loads the stored generation of dossiers, whichever process built it. */
import { setImmediate } from 'node:timers/promises'
import { createGenerations } from '../background/generations.ts'
import { unpack } from '../background/stored-layout.ts'
import type { Log } from '../observe/log.ts'
import type { FunderStore } from '../store/funders.ts'
import { SUMMARY } from './corpus/summary.ts'
import { buildFunderIndex, type FunderIndex } from './index/funder-index.ts'

export interface FunderGenerations {
  /** Null until the first corpus was built. */
  current(): FunderIndex | null
  /** Swaps in the stored generation when it is another than the one in memory. Single flight. */
  reload(): Promise<void>
}

export function createFunderGenerations(store: FunderStore, log: Log): FunderGenerations {
  const generations = createGenerations<FunderIndex>({
    name: 'funders',
    log,
    describe: ({ size, unread }) => ({ funders: size, unread }),
  })

  return {
    current: generations.current,
    async reload() {
      for (;;) {
        const generation = await store.current()
        // A generation of another layout is ignored; the corpus is then due immediately and is
        // built from the files on disk.
        if (generation === null || unpack(SUMMARY, generation.summary) === null) return
        let replaced = false
        await generations.follow(generation.id, async () => {
          const next = await buildFunderIndex(generation, inTurns(store.dossiers(generation.id)))
          // Another process may have replaced the generation while its rows were read: then they
          // are not all of them.
          replaced = (await store.current())?.id !== generation.id
          return replaced || next.size === 0 ? null : next
        })
        if (!replaced) return
      }
    },
  }
}

/**
 * Lets requests be served between batches: an embedded database answers without ever giving way.
 */
async function* inTurns<T>(batches: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const batch of batches) {
    yield batch
    await setImmediate()
  }
}
