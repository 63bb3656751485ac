import { describe, expect, it } from 'vitest'
import { computeFit, slips } from './name-match.ts'

const fitOf = (wanted: string, name: string, more: { former?: boolean; ended?: boolean } = {}) =>
  computeFit(
    wanted.split(' '),
    { words: name.split(' '), former: false, ended: false, ...more },
    () => 1,
    1,
  )

describe('the fit of a name', () => {
  it('takes the final word for one that is still being typed, and others for cut short from three letters on', () => {
    expect(fitOf('harbour bak', 'harbour bakery').recall).toBeCloseTo(0.95)
    expect(fitOf('harb bakery', 'harbour bakery').recall).toBeCloseTo(0.93)
    expect(fitOf('ha bakery', 'harbour bakery').recall).toBe(0.5)
    expect(fitOf('harbour b', 'harbour bakery').recall).toBe(0.5)
  })

  it('forgives one slip in a word of three to seven letters and two in a longer one', () => {
    expect(['ab', 'abc', 'abcdefg', 'abcdefgh', '12345678'].map(slips)).toEqual([0, 1, 1, 2, 0])
    expect(fitOf('bakrey', 'bakery')).toMatchObject({ recall: 0.85, every: true })
    expect(fitOf('harbuor lane', 'harbour lane').recall).toBeCloseTo(0.925)
    expect(fitOf('constrcutoin', 'construction')).toMatchObject({ recall: 0.7, every: false })
    expect(fitOf('bekary', 'bakery').recall).toBe(0)
  })

  it('takes a plural for its singular from four letters on', () => {
    expect(fitOf('bakers lane', 'baker lane').recall).toBeCloseTo(0.925)
  })

  it('joins words that are written apart, and parts one that is written together', () => {
    expect(fitOf('sun rise', 'sunrise').recall).toBe(0.95)
    expect(fitOf('sunrise', 'sun rise').recall).toBe(0.95)
  })

  it('counts a word of the name that the query lacks, also where the query has another instead', () => {
    expect(fitOf('kazoo lane', 'harbour lane').score).toBeCloseTo(0.7 * 0.5 + 0.3 * 0.5 + 0.02)
  })

  it('is best for the same words in the same order, of a company that exists under that name', () => {
    const scores = [
      fitOf('harbour lane', 'harbour lane'),
      fitOf('harbour lane', 'harbour lane', { former: true }),
      fitOf('harbour lane', 'harbour lane', { ended: true }),
      fitOf('harbour lane', 'harbour lane bakery'),
      fitOf('harbour lane', 'lane harbour bakery'),
    ].map(({ score }) => score)
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    expect(new Set(scores).size).toBe(scores.length)
  })
})
