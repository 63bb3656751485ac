import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { randomOf } from '../../bench/support/bulk-file.ts'
import { findFileSystem } from '../../bench/support/machine.ts'
import {
  estimate,
  figuresOf,
  judge,
  type Measured,
  percentile,
} from '../../bench/support/report.ts'

const figure = (samples: number[], aim?: Measured['aim']): Measured => ({
  key: 'a/b',
  samples,
  unit: 'ratio',
  aim,
  undecided: null,
})
const someSamples = fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), {
  minLength: 2,
  maxLength: 12,
})

/** Returns samples of a normal distribution whose logarithms have this mean and deviation. */
function normalSamples(random: () => number, count: number, mean: number, deviation: number) {
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  return Array.from({ length: count }, () => Math.exp(mean + deviation * normal()))
}

describe('the interval of a figure', () => {
  test('is that of Student for the logarithms of its samples', () => {
    // Logarithms -1, 0, 1: deviation 1, and 4.303 / sqrt(3) is 2.484.
    const { value, low, high } = estimate([Math.exp(-1), 1, Math.E])
    expect(value).toBeCloseTo(1)
    expect(Math.log(low)).toBeCloseTo(-2.484, 3)
    expect(Math.log(high)).toBeCloseTo(2.484, 3)
  })

  test.each([3, 5, 7, 12])('holds the true value in 95 of 100 runs of %i processes', (count) => {
    const random = randomOf(count)
    const runs = 4000
    const hits = Array.from({ length: runs }, () => {
      const { low, high } = estimate(normalSamples(random, count, Math.log(0.8), 0.1))
      return low <= 0.8 && 0.8 <= high
    })
    const share = hits.filter(Boolean).length / runs
    expect(share).toBeGreaterThan(0.94)
    expect(share).toBeLessThan(0.96)
  })

  test('contains the value, and turns over with the ratio', () => {
    fc.assert(
      fc.property(someSamples, (samples) => {
        const { value, low, high } = estimate(samples)
        const inverse = estimate(samples.map((each) => 1 / each))
        expect(low).toBeLessThanOrEqual(value * (1 + 1e-9))
        expect(high).toBeGreaterThanOrEqual(value * (1 - 1e-9))
        expect(Math.log(inverse.low)).toBeCloseTo(-Math.log(high), 6)
        expect(Math.log(inverse.high)).toBeCloseTo(-Math.log(low), 6)
      }),
    )
  })

  test('of one run is its value, and of a measured zero is none', () => {
    expect(estimate([7])).toEqual({ value: 7, low: 7, high: 7 })
    expect(Number.isNaN(estimate([0, 0]).value)).toBe(false)
  })
})

describe('a figure of a bench', () => {
  test('holds or fails when its whole interval is on one side of the aim', () => {
    const close = [0.95, 1, 1.02, 0.97, 0.99]
    expect(judge(figure(close, { atLeast: 0.9 }))).toMatchObject({ fault: null, undecided: null })
    expect(judge(figure([0.7, 0.75, 0.72, 0.71, 0.74], { atLeast: 0.9 })).fault).toBe(
      'under its aim of 0.9',
    )
    expect(judge(figure([1.6, 1.8, 1.7, 1.9, 1.7], { atMost: 1.5 })).fault).toBe(
      'over its aim of 1.5',
    )
  })

  test('is not decided when its interval has the aim in it, on either side of the value', () => {
    const wide = [0.7, 1.3, 0.95, 0.8, 1]
    for (const atLeast of [0.85, 1]) {
      const judged = judge(figure(wide, { atLeast }))
      expect(judged.fault).toBeNull()
      expect(judged.undecided).toMatch(/^not decided: 0\.\d\d to 1\.\d\d/)
    }
  })

  test('that is a time is not decided on a busy machine where it would fail', () => {
    const slow = { ...figure([30, 31, 32], { atMost: 20 }), unit: 'ms' } as const
    expect(judge(slow).fault).toBe('over its aim of 20')
    expect(judge(slow, true)).toMatchObject({
      fault: null,
      undecided: 'not decided: over its aim of 20 on a busy machine',
    })
    expect(judge({ ...slow, unit: 'MiB' }, true).fault).toBe('over its aim of 20')
    const fast = { ...figure([10, 11, 12], { atMost: 20 }), unit: 'ms' } as const
    expect(judge(fast, true)).toMatchObject({ fault: null, undecided: null })
  })

  test('of two equal programs never misses an aim of 1 by more than chance', () => {
    const random = randomOf(1)
    const faults = Array.from({ length: 1000 }, () => {
      const [ours, theirs] = [1, 2].map(() => normalSamples(random, 7, 0, 0.06))
      return judge(
        figure(
          ours!.map((each, index) => each / theirs![index]!),
          { atLeast: 1 },
        ),
      ).fault
    })
    expect(faults.filter((fault) => fault !== null).length).toBeLessThan(40)
  })

  test('is not judged where something else was the limit, or where it has no aim', () => {
    const specs = {
      requests: { of: 'ours', over: 'theirs', unit: 'ratio', aim: { atLeast: 0.9 }, busy: 'busy' },
    } as const
    const round = { ours: 1, theirs: 10, busy: 0.5 }
    const [measured] = figuresOf('quote', specs, [round, round])
    expect(judge(measured!)).toMatchObject({ key: 'quote/requests', fault: null })
    expect(measured!.undecided).toMatch(/busy was 50 % of its core/)
    expect(judge(figure([0.1, 0.1])).fault).toBeNull()
  })

  test('is left out where the machine cannot measure it', () => {
    expect(figuresOf('a', { b: { of: 'c', unit: 'us' } }, [{ c: Number.NaN }])).toEqual([])
  })
})

test('a percentile is the sample that has this share of them below it', () => {
  const samples = [5, 1, 4, 2, 3]
  expect(percentile(samples, 0.5)).toBe(3)
  expect(percentile(samples, 0.99)).toBe(5)
})

test('a folder is on the file system of the nearest mount above it, the last one of a point', () => {
  const mounts = [
    'proc /proc proc rw 0 0',
    '/dev/vda / ext4 rw 0 0',
    'tmpfs /tmp tmpfs rw 0 0',
    '/dev/vdb /tmp xfs rw 0 0',
    'tmpfs /tmp2 tmpfs rw 0 0',
    '',
  ].join('\n')
  expect(findFileSystem('/tmp', mounts)).toBe('xfs')
  expect(findFileSystem('/tmp/bench', mounts)).toBe('xfs')
  expect(findFileSystem('/srv/tmp', mounts)).toBe('ext4')
  expect(findFileSystem('/srv', '')).toBe('an unknown file system')
})
