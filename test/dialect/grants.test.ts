import { expect, it } from 'vitest'
import { createGrantsStore, type GrantRow } from '../../src/store/grants.ts'
import { eachEngine } from '../support/engines.ts'

const row = (slug: string, members: Partial<GrantRow> = {}): GrantRow => ({
  slug,
  item: '{"grantName":"Fête & Söhne £5 😀"}',
  itemSha256: 'a',
  detail: null,
  etag: null,
  detailCheckedMs: null,
  firstSeenMs: 1_795_000_000_001,
  lastSeenMs: 1_795_000_000_001,
  goneMs: null,
  ...members,
})

eachEngine('grants', (under) => {
  it('are kept by slug, replaced without losing when they were first seen, and marked gone once', async () => {
    const store = createGrantsStore((await under.open()).main)
    await store.saveRefresh([row('b'), row('a')], [], 1)
    expect((await store.all()).map(({ slug }) => slug)).toEqual(['a', 'b'])
    expect((await store.all())[0]).toEqual(row('a'))

    await store.saveRefresh(
      [row('a', { detail: '{}', etag: 'W/"x"', firstSeenMs: 9, lastSeenMs: 2_000_000_000_000 })],
      ['b'],
      2_000_000_000_000,
    )
    await store.saveRefresh([], ['b'], 2_100_000_000_000)
    const [a, b] = await store.all()
    expect(a).toEqual(row('a', { detail: '{}', etag: 'W/"x"', lastSeenMs: 2_000_000_000_000 }))
    expect(b).toMatchObject({ slug: 'b', goneMs: 2_000_000_000_000 })

    await store.saveRefresh([row('b')], [], 3)
    expect((await store.all())[1]).toMatchObject({ slug: 'b', goneMs: null })
  })

  it('a refresh is kept whole or not at all', async () => {
    const store = createGrantsStore((await under.open()).main)
    await expect(store.saveRefresh([row('a'), row('b', { item: null as never })], [], 1)).rejects.toThrow()
    expect(await store.all()).toEqual([])
  })

  it('readings are kept by text and reader, the latest wins', async () => {
    const store = createGrantsStore((await under.open()).main)
    const reading = { textSha256: 't', reader: 'rules', answer: '[]', readMs: 1_795_000_000_123 }
    await store.saveReadings([reading, { ...reading, reader: 'model' }])
    await store.saveReadings([{ ...reading, answer: '[1]' }])
    expect(await store.readings()).toEqual([
      { ...reading, reader: 'model' },
      { ...reading, answer: '[1]' },
    ])
  })
})
