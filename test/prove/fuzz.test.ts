/** A fixed round of the fuzz. */
import { expect, it } from 'vitest'
import { fuzzRound } from './fuzz/prove.ts'

it('requests of every kind are answered as documented, and nothing grows', {
  timeout: 300_000,
}, async () => {
  const lines: string[] = []
  const result = await fuzzRound({
    seed: 3,
    requests: 8000,
    untilMs: Number.POSITIVE_INFINITY,
    print: (line) => lines.push(line),
  })
  expect(result.failures).toEqual([])
  expect(result.done).toBe(8000)
  for (const kind of [
    'http 400',
    'http 402',
    'http 404',
    'mcp 200',
    'a2a 200',
    'http paid 200',
    'mcp paid 200',
    'a2a paid 200',
  ])
    expect([kind, result.answers.of(kind) > 0]).toEqual([kind, true])
  expect(result.growth.fields).toBeGreaterThan(500)
  expect(lines).toHaveLength(6)
})
