/**
 * The list of changes: a reader who sees a position sees all before it, despite concurrent writers.
 */
import { expect, it } from 'vitest'
import {
  type ChangeStore,
  createChangeStore,
  holdRecord,
  type NewChange,
} from '../../src/store/changes.ts'
import type { Store } from '../../src/store/open.ts'
import { eachEngine } from '../support/engines.ts'

const change = (id: string): NewChange => ({
  kind: 'new',
  id,
  detail: '{}',
  before: null,
  after: null,
})

function add(
  store: Store,
  ids: readonly string[],
  atMs = 1,
  held?: Promise<void>,
  onAppended?: () => void,
): Promise<void> {
  return store.main.transaction().execute(async (tx) => {
    const record = await holdRecord(tx, 'tenders')
    await record.append(ids.map(change), atMs)
    onAppended?.()
    await held
  })
}

async function readAll(changes: ChangeStore, after = 0): Promise<{ ids: string[]; upTo: number }> {
  const { position } = await changes.head('tenders')
  return {
    ids: (await changes.between('tenders', after, position)).map(({ id }) => id),
    upTo: position,
  }
}

eachEngine('changes', ({ open, freshSettings, engine }) => {
  it('are numbered in one row, each subject for itself', async () => {
    const { main } = await open()
    const changes = createChangeStore(main)
    expect(await changes.head('tenders')).toEqual({ position: 0, dropped: 0 })
    await main.transaction().execute(async (tx) => {
      const record = await holdRecord(tx, 'tenders')
      expect(record.reportedMs).toBeNull()
      await record.append(
        Array.from({ length: 1200 }, (_, index) => change(`t${index}`)),
        7,
      )
      await record.setReported(99)
    })
    await main
      .transaction()
      .execute(async (tx) => (await holdRecord(tx, 'grants')).append([change('g')], 8))
    expect(await changes.head('tenders')).toEqual({ position: 1200, dropped: 0 })
    expect(
      (await changes.between('tenders', 1198, 1200)).map(({ position, id, atMs }) => [
        position,
        id,
        atMs,
      ]),
    ).toEqual([
      [1199, 't1198', 7],
      [1200, 't1199', 7],
    ])
    expect(
      (await changes.of('tenders', ['t3', 't9', 'g'], { after: 4, upTo: 1200, limit: 5 })).map(
        ({ id }) => id,
      ),
    ).toEqual(['t9'])
    expect([await changes.at('grants', 1), await changes.at('grants', 2)]).toEqual([8, null])
    await main
      .transaction()
      .execute(async (tx) => expect((await holdRecord(tx, 'tenders')).reportedMs).toBe(99))
  })

  it('leave no number behind when what they belong to is undone', async () => {
    const { main } = await open()
    const changes = createChangeStore(main)
    const undone = main.transaction().execute(async (tx) => {
      await (await holdRecord(tx, 'tenders')).append([change('never')], 1)
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    expect(await readAll(changes)).toEqual({ ids: [], upTo: 0 })
  })

  it('are dropped by age, and it is known up to which', async () => {
    const store = await open()
    const changes = createChangeStore(store.main)
    await add(store, ['a', 'b'], 10)
    await add(store, ['c'], 20)
    await changes.purge(15)
    expect(await changes.head('tenders')).toEqual({ position: 3, dropped: 2 })
    expect((await readAll(changes)).ids).toEqual(['c'])
    await changes.purge(100)
    expect(await changes.head('tenders')).toEqual({ position: 3, dropped: 3 })
    await add(store, ['d'], 200)
    expect((await changes.between('tenders', 3, 4)).map(({ position }) => position)).toEqual([4])
  })

  it('share one key among the processes on a store', async () => {
    const settings = await freshSettings()
    const stores = [await open(settings), await open(settings)]
    const keys = await Promise.all(stores.map(({ main }) => createChangeStore(main).key()))
    expect(keys[0]).toHaveLength(32)
    expect(keys[1]).toEqual(keys[0])
  })

  // SQLite has one writer at a time by itself: `begin immediate`.
  it.skipIf(engine === 'sqlite')(
    'never appear with a smaller number than what a reader has seen, however many add at once',
    async () => {
      const settings = await freshSettings()
      const stores = [await open(settings), await open(settings), await open(settings)]
      const changes = createChangeStore((await open(settings)).main)
      const seen: string[] = []
      let upTo = 0
      let adding = true
      const reader = (async () => {
        for (let last = false; !last; ) {
          last = !adding
          const { ids, upTo: head } = await readAll(changes, upTo)
          seen.push(...ids)
          upTo = head
        }
      })()
      await Promise.all(
        stores.map(async (store, writer) => {
          for (let turn = 0; turn < 40; turn += 1)
            await add(store, [`${writer}/${turn}/a`, `${writer}/${turn}/b`])
        }),
      )
      adding = false
      await reader
      expect(seen).toHaveLength(240)
      expect(new Set(seen).size).toBe(240)
      expect(upTo).toBe(240)
    },
  )

  it.skipIf(engine === 'sqlite')(
    'wait for a transaction that has taken a number and has not ended',
    async () => {
      const settings = await freshSettings()
      const [slow, quick] = [await open(settings), await open(settings)]
      const changes = createChangeStore((await open(settings)).main)
      const release = Promise.withResolvers<void>()
      const taken = Promise.withResolvers<void>()
      const first = add(slow, ['first'], 1, release.promise, taken.resolve)
      await taken.promise
      let secondEnded = false
      const second = add(quick, ['second']).then(() => {
        secondEnded = true
      })
      // After many turns of the database the second writer still waits, and its position is
      // invisible.
      for (let turn = 0; turn < 20; turn += 1)
        expect(await readAll(changes)).toEqual({ ids: [], upTo: 0 })
      expect(secondEnded).toBe(false)
      release.resolve()
      await Promise.all([first, second])
      expect(await readAll(changes)).toEqual({ ids: ['first', 'second'], upTo: 2 })
    },
  )
})
