/** The text of a grant, which the spans of an eligibility answer point into. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { advert, createRig, type Rig } from '../../../test/grants/rig.ts'
import { askFree } from '../../../test/support/ask-domain.ts'
import { sha256Hex } from '../../platform/hash.ts'

const SENTENCE = 'Your annual income must be less than £250,000.'

let rig: Rig
beforeAll(async () => {
  rig = await createRig({
    adverts: [advert({ slug: 'tree-grant', eligibility: [SENTENCE] }), advert({ slug: 'unread' })],
  })
  rig.listing.failPage('unread', 500)
  await rig.wing.refresh()
})
afterAll(() => rig.close())

const ask = (id: string) =>
  askFree(
    rig.wing.free!.find(({ operation }) => operation.id === 'grant_text')!,
    { params: { id } },
    { nowMs: rig.clock.nowMs() },
  )

test('200: is the text of the advert with its hash and its source', async () => {
  const answer = (await ask('tree-grant')) as { text: string; text_sha256: string }
  expect(Object.keys(answer)).toEqual(['id', 'text_sha256', 'fetched', 'text', 'source_url'])
  expect(answer.text.split('\n')).toContain(SENTENCE)
  expect(answer.text_sha256).toBe(sha256Hex(answer.text))
})

test('400: refuses what is no slug', async () => {
  await expect(ask('../tree')).rejects.toMatchObject({
    code: 'VALIDATION',
    errors: [{ field: 'id', in: 'path' }],
  })
})

test('404: refuses an unknown grant', async () => {
  await expect(ask('no-such-grant')).rejects.toMatchObject({
    code: 'SUBJECT_NOT_FOUND',
    status: 404,
  })
})

test('404: refuses a grant whose page could not be read, and names the source', async () => {
  await expect(ask('unread')).rejects.toMatchObject({
    code: 'SUBJECT_NOT_FOUND',
    hint: expect.stringContaining('/grants/unread'),
  })
})
