/** A few quotes of each operation; `npm run prove -- freshness` compares 500. */
import { expect, it } from 'vitest'
import { freshnessRound } from './freshness/prove.ts'

it('a quote states the freshness of the paid answer, over HTTP, MCP and A2A', {
  timeout: 300_000,
}, async () => {
  const { violations, rows } = await freshnessRound({ seed: 1, requests: 10 })
  expect(violations).toEqual([])
  for (const [id, { answered, withFreshness, withoutRoom, mostHeaderBytes }] of rows)
    expect([id, answered >= 10, withFreshness + withoutRoom, mostHeaderBytes <= 3336]).toEqual([
      id,
      true,
      answered,
      true,
    ])
  for (const id of ['tenders_search', 'grants_search'])
    expect(rows.get(id)!.withSome).toBeGreaterThan(0)
})
