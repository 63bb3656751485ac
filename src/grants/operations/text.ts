import { z } from 'zod'
import { noFields } from '../../contract/input.ts'
import { defineFree } from '../../contract/operation.ts'
import { instant } from '../../platform/clock.ts'
import { ServiceError } from '../../platform/errors.ts'
import type { GrantsDeps } from './shared/deps.ts'
import { createUnknownGrantError, grantParams } from './shared/fields.ts'

/** Returns the text into which the spans of `criteria_provenance` point. */
export const grantText = defineFree<GrantsDeps>()({
  id: 'grant_text',
  method: 'GET',
  path: '/v1/grants/{id}/text',
  family: 'free',
  limit: 'free',
  title: 'The text that a grant’s criteria quote',
  summary:
    'The eligibility text of one grant as it was read from the government listing, by whose characters the spans of an eligibility answer count.',
  params: grantParams,
  query: noFields,
  body: null,
  result: z.strictObject({
    id: z.string().describe('Slug on the listing'),
    text_sha256: z.string().meta({ description: 'SHA-256 of the text as UTF-8, hex' }),
    fetched: z
      .string()
      .meta({ format: 'date-time', description: 'When the listing was last confirmed' }),
    text: z.string().meta({ description: 'Eligibility, summary and dates, one line a block' }),
    source_url: z.string().describe('The grant on the official listing'),
  }),
  example: {
    summary: 'The text of one grant',
    input: { id: 'village-halls-warm-roof-fund' },
    result: {
      id: 'village-halls-warm-roof-fund',
      text_sha256: 'd1f9fa29a97fd5ca75c8c1e65a6dd63e9a14e2bc6f2b2b2f0b8c5d0d1d0b6c8e',
      fetched: '2026-11-20T04:10:00Z',
      text: 'Your annual income must be less than £250,000.',
      source_url:
        'https://www.find-government-grants.service.gov.uk/grants/village-halls-warm-roof-fund',
    },
  },
  async respond({ id }, { index }, { nowMs }) {
    const { generation, mustNotBeUnread } = index(nowMs)
    const resolved = generation.resolve(id)
    if (!resolved) {
      mustNotBeUnread(id)
      throw createUnknownGrantError(id)
    }
    const { facts, text, sourceUrl } = resolved.grant
    if (text.text === '')
      throw new ServiceError('SUBJECT_NOT_FOUND', `The listing has no text of grant "${id}".`, {
        hint: `Read it at the source: ${sourceUrl}`,
      })
    return {
      id: facts.id,
      text_sha256: text.sha256,
      fetched: instant(generation.fetchedMs),
      text: text.text,
      source_url: sourceUrl,
    }
  },
})
