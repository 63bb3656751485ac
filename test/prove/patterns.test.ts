import { describe, expect, test } from 'vitest'
import { judge } from './patterns/judge.ts'

describe('a pattern is judged', () => {
  test.each([
    ['a search for blanks at the end', /\s+$/],
    ['one loop after another', /^a*a*b/],
    ['loops that a few characters part', /x\d+[\d.]{0,3}\d+y/],
    ['a loop within a loop', /^(?:a+)+b/],
    ['alternatives that begin alike', /^(?:ab|a|b)*c/],
    ['a beginning that may repeat', /<a[^>]*>/],
    ['a look-ahead that reads on', /a(?=.*b)/],
    ['matches that read far beyond their ends', /a(?:[^c]*c)?/g],
    ['groups of digits', /\B(?=(?:\d{3})+(?!\d))/g],
    ['a string without an end', /"(?:[^"\\]|\\.)*"/g],
    ['letters without case', /(?:the |a )*(?:A )+b/i],
  ])('superlinear: %s', (_, pattern) => {
    expect(judge(pattern).kind).toBe('superlinear')
  })

  test.each([
    ['nothing that repeats', /\b(?:ltd|limited)\b/],
    ['blanks that begin once', /(?<!\s)\s+$/],
    ['a repeat with a bound', /\bmust [^.;]{0,80}?\bbe [^.;]{0,60}member/],
    ['a loop that ends the match', /\d+(?:,\d+)*/g],
    ['a loop at a fixed beginning', /^[a-z]*x/],
    ['a boundary before a word', /\b\w+@/],
    ['a beginning that its loop excludes', /<a[^<>]*>/],
    ['loops with nothing in common', /^\s*(\w+)\s*:\s*(\d+)$/],
    ['a string that may lack its end', /"(?:[^"\\]|\\.)*"?/g],
    ['a look-ahead with a bound', /\B(?=(?:\d{3}){1,8}(?!\d))/g],
  ])('linear: %s', (_, pattern) => {
    expect(judge(pattern)).toEqual({ kind: 'linear' })
  })

  test('not at all where a back reference may read any length', () => {
    expect(judge(/(a*)\1b/).kind).not.toBe('linear')
  })
})
