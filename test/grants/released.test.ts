/**
 * A limit ends if another sentence of its page allows an applicant beyond it, or if its own
 * sentence narrows it.
 */

import type { Criterion } from 'ukintel-grant-reader/criterion'
import { describe, expect, test } from 'vitest'
import { limitsOf } from '../../packages/grant-reader/test/decided.ts'
import { readIdiom } from './idiom/idiom.ts'

const pages = readIdiom('write').map(({ text }) => text)

const isCeiling = ({ operator }: Criterion) =>
  operator === 'at_most' || operator === 'less_than' || operator === 'between'
const leavesOut = (kind: string) => (each: Criterion) =>
  each.parameter === 'org_type' &&
  each.operator === 'one_of' &&
  !(each.value as string[]).includes(kind)
const outsideOf = (nation: string) => (each: Criterion) =>
  each.parameter === 'region' && !(each.value as string[]).includes(nation)
const of = (parameter: string) => (each: Criterion) => each.parameter === parameter
const ceilingOf = (parameter: string) => (each: Criterion) =>
  each.parameter === parameter && isCeiling(each)
const floorOf = (parameter: string) => (each: Criterion) =>
  each.parameter === parameter && /at_least|more_than/.test(each.operator)

describe('another sentence retracts a limit, on any page', () => {
  test.each<[string, (each: Criterion) => boolean]>([
    ['Schools can also apply.', leavesOut('education')],
    ['Schools can apply too.', leavesOut('education')],
    ['If you are a school, send your latest accounts.', leavesOut('education')],
    ['Councils and other public bodies are eligible.', leavesOut('local_authority')],
    ['Anyone can apply.', leavesOut('individual')],
    ['It is open to all.', leavesOut('individual')],
    ['Other organisations will be considered.', leavesOut('public_body')],
    ['Projects in Scotland can also apply.', outsideOf('scotland')],
    ['The scheme also covers Northern Ireland.', outsideOf('northern-ireland')],
    ['Larger grants may be considered.', ceilingOf('amount_needed')],
    ['Partnerships can apply for up to twice that amount.', ceilingOf('amount_needed')],
    ['Charities can apply for more.', ceilingOf('amount_needed')],
    ['Larger projects may be agreed with us beforehand.', ceilingOf('project_cost')],
    ['Newer organisations may apply with a host.', floorOf('years_trading')],
    ['Groups without a constitution can apply through a host.', of('has_constitution')],
    ['Match funding is not needed for grants under £5,000.', of('match_funding_pct')],
    ['National charities are exempt from the income limit.', ceilingOf('annual_income')],
  ])('%s', (sentence, isTakenBack) => {
    const limited = pages.filter((text) => limitsOf(text).some(isTakenBack))
    expect(limited.length).toBeGreaterThan(0)
    expect(limited.filter((text) => limitsOf(`${text}\n${sentence}`).some(isTakenBack))).toEqual([])
  })
})

describe('the end of its sentence narrows a limit', () => {
  const sentences = [
    'You must have been trading for at least two years',
    'You must have a bank account',
    'Your annual income must be less than £250,000',
    'The project must end by 31 March 2028',
    'Grants of up to £5,000 are available',
    'You must contribute at least 20% of the total cost from other funding',
    'You must be registered with the Charity Commission',
  ]
  const ends = [
    ' if you are a company',
    ' unless we agree otherwise',
    ' in most cases',
    ' in the second round',
    ' in the development round',
    ' under the development strand',
    ' when funds allow',
    ' with some exceptions',
    ' in Wales only',
    ' for new applicants',
    ' for larger projects',
    ', and more for partnerships',
  ]
  test.each(sentences)('%s', (sentence) => {
    expect(limitsOf(`${sentence}.`)).toHaveLength(1)
    for (const end of ends)
      expect(
        limitsOf(`${sentence}${end}.`).filter(({ code }) => code !== 'REGION'),
        end,
      ).toEqual([])
  })
})

describe('text under the heading of one offer is for its applicants', () => {
  test.each([
    ['Small grants', 'Large grants'],
    ['Grants of up to £1,000', 'Grants over £1,000'],
    ['Level 1: up to £2,000', 'Level 2: £2,001 to £10,000'],
    ['Applying as a charity', 'Applying as a business'],
    ['If you are a school', 'If you are a club'],
  ])('%s, beside %s', (first, second) => {
    const asked =
      'You must have been trading for at least two years.\nYour annual income must be less than £250,000.'
    const said = 'We will say more about this soon, and what it is for.'
    expect(limitsOf(asked)).toHaveLength(2)
    expect(
      limitsOf(`${first}\n${asked}\n${second}\n${said}`).filter(
        ({ parameter }) => parameter !== 'amount_needed',
      ),
    ).toEqual([])
  })
})
