import { expect, it } from 'vitest'
import { createPace } from './pace.ts'

it('lets the higher priority go first of those that wait, and equals in their order', async () => {
  const pace = createPace({ calls: 100, perMs: 1000, concurrency: 1 })
  const order: string[] = []
  let open = () => {}
  const first = pace.run(() => new Promise<void>((resolve) => (open = resolve)))
  const later = [
    ['free profile', 0],
    ['free officers', 1],
    ['paid profile', 2],
    ['paid officers', 3],
    ['another paid profile', 2],
  ] as const
  const all = later.map(([name, priority]) =>
    pace.run(async () => void order.push(name), undefined, priority),
  )
  open()
  await Promise.all([first, ...all])
  expect(order).toEqual([
    'paid officers',
    'paid profile',
    'another paid profile',
    'free officers',
    'free profile',
  ])
})
