import { expect, it } from 'vitest'
import { createGrantsStore, type GrantRow } from '../../src/store/grants.ts'
import { eachEngine } from '../support/engines.ts'

const NOW = 1_795_000_000_123

const row = (slug: string, change: Partial<GrantRow> = {}): GrantRow => ({
  slug,
  item: `{"label":"${slug}","grantName":"Cronfa Tŷwi"}`,
  itemSha256: 'a',
  detail: null,
  etag: null,
  detailCheckedMs: null,
  firstSeenMs: NOW,
  lastSeenMs: NOW,
  removedMs: null,
  ...change,
})

eachEngine('grants', (under) => {
  it('are kept as they were written, large numbers and nulls included', async () => {
    const grants = createGrantsStore((await under.open()).main)
    const rows = [
      row('alpha'),
      row('beta-2', { detail: '{}', etag: 'W/"1"', detailCheckedMs: NOW }),
    ]
    await grants.saveRefresh(rows, [], NOW)
    expect(await grants.all()).toEqual(rows)
  })

  it('keep when they were first seen, go once, and come back', async () => {
    const grants = createGrantsStore((await under.open()).main)
    await grants.saveRefresh([row('alpha'), row('beta')], [], NOW)
    await grants.saveRefresh(
      [row('alpha', { firstSeenMs: NOW + 5, lastSeenMs: NOW + 5 })],
      ['beta'],
      NOW + 5,
    )
    await grants.saveRefresh([row('alpha', { lastSeenMs: NOW + 9 })], ['beta'], NOW + 9)
    expect(await grants.all()).toEqual([
      row('alpha', { lastSeenMs: NOW + 9 }),
      row('beta', { removedMs: NOW + 5 }),
    ])
    await grants.saveRefresh([row('beta', { lastSeenMs: NOW + 12 })], [], NOW + 12)
    expect((await grants.all())[1]).toEqual(row('beta', { lastSeenMs: NOW + 12 }))
  })

  it('are refreshed whole or not at all', async () => {
    const grants = createGrantsStore((await under.open()).main)
    await grants.saveRefresh([row('alpha')], [], NOW)
    const broken = row('gamma', { item: null as never })
    await expect(grants.saveRefresh([row('beta'), broken], ['alpha'], NOW + 1)).rejects.toThrow()
    expect(await grants.all()).toEqual([row('alpha')])
  })

  it('have one reading a text and reader, the newest', async () => {
    const grants = createGrantsStore((await under.open()).main)
    const reading = (reader: string, answer: string) => ({
      textSha256: 't',
      reader,
      answer,
      readMs: NOW,
    })
    await grants.saveReadings([reading('rules-1', '[]'), reading('model:x:p1', '{}')])
    await grants.saveReadings([reading('rules-1', '[1]')])
    const readings = await grants.readings()
    expect(readings).toHaveLength(2)
    expect(readings).toEqual(
      expect.arrayContaining([reading('rules-1', '[1]'), reading('model:x:p1', '{}')]),
    )
  })
})
