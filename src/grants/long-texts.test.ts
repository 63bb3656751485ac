import { readText } from 'ukintel-grant-reader'
import { expect, test } from 'vitest'
import type { Clock } from '../platform/clock.ts'
import { openLongTexts, READ_HERE_CHARACTERS } from './long-texts.ts'
import { plainText } from './model/detail.ts'
import type { ListItem } from './model/listing.ts'
import { flattenRichText } from './model/rich-text.ts'
import { MAX_TEXT_CHARACTERS, readPages } from './pages.ts'
import type { FindAGrant } from './sources/find-a-grant.ts'

test('a long text › the other process reads the same criteria', async () => {
  const text = plainText(
    'Charities must be based in England.\nYou can apply for up to £5,000.\n'.repeat(80),
  )
  expect(text.text.length).toBeGreaterThan(READ_HERE_CHARACTERS)
  const longTexts = openLongTexts()
  try {
    expect(await longTexts.perform(text, new AbortController().signal)).toEqual(readText(text))
  } finally {
    longTexts.close()
  }
})

test('a text above the bound › its page is set aside with the reason, and the one before it stays', async () => {
  const detail = (length: number) => ({
    updatedAt: null,
    webpageUrl: null,
    tabs: { grantEligibilityTab: 'a'.repeat(length) },
  })
  const read = async (length: number) => {
    const source = {
      detail: async () => ({ outcome: 'changed', detail: detail(length), etag: 'new' }),
    } as unknown as FindAGrant
    const clock = { nowMs: () => 0 } as Clock
    const items = [{ label: 'long-grant' } as ListItem]
    return readPages({ source, clock }, items, new Map(), {
      thorough: true,
      again: new Set(),
      signal: new AbortController().signal,
    })
  }
  const above = await read(MAX_TEXT_CHARACTERS + 1)
  expect(above.unread).toEqual([
    {
      part: 'page',
      slug: 'long-grant',
      reason: 'its text has 40001 characters; at most 40000 are read',
    },
  ])
  expect(above.rows).toMatchObject([{ detail: null, etag: null }])
  const within = await read(MAX_TEXT_CHARACTERS)
  expect(within.unread).toEqual([])
  expect(within.rows).toMatchObject([{ detail: detail(MAX_TEXT_CHARACTERS), etag: 'new' }])
})

test('a run of any white space in a page › is one blank', () => {
  expect(flattenRichText(`you must${' \u1680\u205f\t'.repeat(5000)}be`)).toBe('you must be')
})
