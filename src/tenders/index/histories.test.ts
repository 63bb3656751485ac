import { expect, test } from 'vitest'
import { historyOf, packHistories } from './histories.ts'

test('each buyer has the history that was packed, or none', () => {
  const histories = [
    null,
    {
      awards: 3,
      sizeStated: 2,
      smeAwards: 1,
      divisions: { '03': { awards: 1, concentration: 1 }, '90': { awards: 2, concentration: 0.5 } },
    },
    { awards: 0, sizeStated: 0, smeAwards: 0, divisions: {} },
    { awards: 70_000, sizeStated: 0, smeAwards: 0, divisions: { '90': { awards: 70_000, concentration: 1 / 3 } } },
  ]
  const packed = packHistories(histories)
  expect(histories.map((_, buyer) => historyOf(packed, buyer))).toEqual(histories)
  expect(packHistories([]).known).toHaveLength(0)
})
