/** Generated awards whose dates are known before they are written into a release. */
import { expect, test } from 'vitest'
import type { Contract } from '../../src/tenders/model/contract.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { readRelease } from '../../src/tenders/portals/read-release.ts'
import { randomOf } from '../prove/random.ts'

const pick = randomOf(20261125).below
const DAY_MS = 86_400_000

/** The same day in London in one of five spellings; near a change of clocks in one of three. */
function written(day: string): string {
  const date = day.slice(5)
  if (date > '04-01' && date < '10-20')
    return [
      day,
      `${day}T12:00:00Z`,
      `${day}T23:59:59Z`,
      `${day}T23:59:59+01:00`,
      `${dayBefore(day)}T23:00:00Z`,
    ][pick(5)]!
  const isWinter = date < '03-20' || date > '11-02'
  return [day, `${day}T12:00:00Z`, `${day}T23:59:59Z`, `${day}T00:00:00Z`][pick(isWinter ? 4 : 3)]!
}

const dayBefore = (day: string) => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10)
const someDay = (from: number) =>
  new Date(Date.parse('2026-01-01') + (from + pick(1500)) * DAY_MS).toISOString().slice(0, 10)

function sample(number: number) {
  const [ends, other] = [someDay(0), someDay(1600)]
  const latest = pick(2) === 0 ? someDay(3200) : null
  const period = {
    endDate: written(ends),
    ...(latest === null ? {} : { maxExtentDate: written(latest) }),
  }
  const earlier = { endDate: written(other) }
  const lots = [
    { id: '1', contractPeriod: period },
    { id: '2', contractPeriod: earlier },
  ]
  const related = { relatedLots: ['1'] }
  /** Place of the end, and what must not be taken for it. */
  const shape = [
    { contracts: [{ id: '1', awardID: '1', period }], award: { contractPeriod: earlier } },
    { award: { contractPeriod: period } },
    { award: { contractPeriod: period, ...related }, lots: [lots[1]!] },
    { award: related, lots },
    { lots: [{ id: '1', contractPeriod: period }] },
    { none: true, lots },
    { none: true },
  ][number % 7]!
  const {
    award = {},
    contracts = [],
    none = false,
    ...rest
  } = shape as {
    award?: object
    contracts?: object[]
    none?: boolean
    lots?: object[]
  }
  const raw = {
    ocid: `ocds-h6vhtk-${String(number).padStart(6, '0')}`,
    id: `${String(number).padStart(6, '0')}-2026`,
    date: '2026-01-01T00:00:00Z',
    tag: ['award', 'contract'],
    buyer: { name: 'Exampleton Council' },
    tender: { title: 'Cleaning', ...('lots' in rest ? { lots: rest.lots } : {}) },
    awards: [{ id: '1', status: 'active', suppliers: [{ name: 'Example Ltd' }], ...award }],
    contracts,
  }
  return { raw, ends: none ? null : ends, latest: none ? null : latest }
}

test('of 800 generated awards no end and no latest end is wrong', () => {
  const wrong = Array.from({ length: 800 }, (_, number) => sample(number)).filter(
    ({ raw, ends, latest }) => {
      const read = readRelease(FIND_A_TENDER, raw)
      const contract: Contract | undefined = read.ok ? read.release.awards[0]?.contract : undefined
      return contract?.contractEnd !== ends || contract?.latestEnd !== latest
    },
  )
  expect(wrong.map(({ raw }) => raw)).toEqual([])
})
