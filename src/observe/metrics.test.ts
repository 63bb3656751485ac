import { expect, it } from 'vitest'
import { createMetrics } from './metrics.ts'

it('counts connections that were closed, by reason', async () => {
  const metrics = createMetrics()
  metrics.connectionClosed('unread')
  expect(await metrics.render()).toContain('ukintel_connections_closed_total{reason="unread"} 1')
})

it('measures every source by age and state, and forgets the state that it left', async () => {
  const metrics = createMetrics()
  const shown = async () =>
    (await metrics.render()).split('\n').filter((line) => line.startsWith('ukintel_source_'))
  metrics.sources({
    portal: { status: 'ok', age_seconds: 60 },
    corpus: { status: 'waiting', age_seconds: null },
  })
  expect(await shown()).toEqual([
    'ukintel_source_age_seconds{source="portal"} 60',
    'ukintel_source_state{source="portal",state="ok"} 1',
    'ukintel_source_state{source="corpus",state="waiting"} 1',
  ])
  metrics.sources({ portal: { status: 'failing', age_seconds: 90 } })
  expect(await shown()).toEqual([
    'ukintel_source_age_seconds{source="portal"} 90',
    'ukintel_source_state{source="portal",state="failing"} 1',
  ])
})
