import { z } from 'zod'
import { noFields } from '../contract/input.ts'
import { defineFree } from '../contract/operation.ts'
import type { FreeDeps } from './deps.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL keeps no text with a null character in it
const storable = (text: string) => text.replace(/\u0000/g, '').toWellFormed()

const note = (max: number, description: string, example: string) =>
  z.string().overwrite(storable).trim().min(1).max(max).nullish().meta({ description, example })

const body = z.strictObject({
  message: z.string().overwrite(storable).trim().min(1).max(4000).meta({
    description: 'Your message to the operator',
    example: 'The deadline of a tender looks wrong.',
  }),
  endpoint: note(200, 'Which endpoint it is about', '/v1/tenders/search'),
  contact: note(200, 'How to reach you, if you wish an answer', 'agent@example.org'),
})

export const feedback = defineFree<FreeDeps>()({
  id: 'feedback',
  method: 'POST',
  path: '/v1/feedback',
  family: 'free',
  limit: 'feedback',
  title: 'Send feedback to the operator',
  summary:
    'Keeps a message for the operator: a wrong answer, a missing source, a wish. It is stored and never echoed.',
  params: noFields,
  query: noFields,
  body,
  maxBodyBytes: 8 * 1024,
  result: z.strictObject({
    received: z.literal(true).describe('Always true: the message is stored'),
    id: z.string().describe('Names the message towards the operator'),
  }),
  example: {
    summary: 'A report about a date',
    input: { message: 'The deadline of a tender looks wrong.', endpoint: '/v1/tenders/search' },
    result: { received: true, id: 'fb_01JD5N1Z2Y3X4W5V6T7S8R9QPA' },
  },
  async respond({ message, endpoint, contact }, { feedback: store }, { nowMs }) {
    const id = await store.add({
      message,
      endpoint: endpoint ?? null,
      contact: contact ?? null,
      receivedMs: nowMs,
    })
    return { received: true as const, id }
  },
})
