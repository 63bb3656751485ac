import { describe, expect, it } from 'vitest'
import { funderNames } from './funder.ts'

describe('the names of a funder', () => {
  it.each([
    ['Department for Transport (DfT)', 'Department for Transport'],
    [
      'Department for Environment, Food & Rural Affairs (Defra)',
      'Department for Environment, Food & Rural Affairs',
    ],
    [
      'Defra (Department for Environment, Food & Rural Affairs)',
      'Department for Environment, Food & Rural Affairs',
    ],
    [
      'Defra - Department for Environment, Food and Rural Affairs',
      'Department for Environment, Food and Rural Affairs',
    ],
    [
      'Defra – Department for Environment, Food and Rural Affairs (DEFRA)',
      'Department for Environment, Food and Rural Affairs',
    ],
    [
      'Department for Transport (DfT) and the Department of Rivers (DoR)',
      'the Department of Rivers',
    ],
    ['The Harbour Foundation (UK)', 'The Harbour Foundation'],
    ['Harbour Foundation (The)', 'Harbour Foundation'],
    ['Department for Transport; Harbour Foundation', 'Harbour Foundation'],
  ])('%s is also %s', (funder, name) => {
    const names = funderNames(funder)
    expect(names[0]).toBe(funder)
    expect(names).toContain(name)
  })

  it.each([
    ['a place tells a funder from its namesakes', 'Harbour Foundation (Scotland)'],
    ['so do two', 'Harbour Foundation (England and Wales)'],
    ['so does a county', 'Harbour Foundation – Northumberland'],
    ['a hyphen is part of a name', 'Harbour-Quayside Foundation'],
  ])('%s: %s has no other', (_, funder) => {
    expect(funderNames(funder)).toEqual([funder])
  })

  it.each([
    'Animal Care England (ACE)',
    'Animal Care England - ACE',
    'Animal Care England (the)',
    'Animal Care England (UK)',
  ])('an abbreviation, which other bodies use too, is no name: %s', (funder) => {
    expect(funderNames(funder)).toEqual([funder, 'Animal Care England'])
  })
})
