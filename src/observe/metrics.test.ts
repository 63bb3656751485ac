import { expect, it } from 'vitest'
import { createMetrics, type MetricsSnapshot } from './metrics.ts'

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

it('shows no number of register calls, and no listening, while it is unknown', async () => {
  const metrics = createMetrics()
  const shown = async () =>
    (await metrics.render())
      .split('\n')
      .filter((line) => /^ukintel_(?:register_calls|replicas|listening)\w* /.test(line))
  const snapshot: MetricsSnapshot = {
    generations: {},
    upstreams: {},
    registerCalls: { left: 590, reserved: 10 },
    inFlight: 0,
    failedSettlements: 0,
    settlementAges: {},
    replicas: { count: 2, isListening: true },
  }
  metrics.figures(snapshot)
  const known = await shown()
  expect(known.map((line) => line.split(' ')[1]).sort()).toEqual(['1', '10', '2', '590'])
  metrics.figures({ ...snapshot, registerCalls: null, replicas: null })
  expect((await shown()).map((line) => line.split(' ')[1])).toEqual(['1'])
})
