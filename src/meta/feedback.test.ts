import { expect, it } from 'vitest'
import { askFree } from '../../test/support/ask-domain.ts'
import { bindFree } from '../contract/operation.ts'
import type { FeedbackStore } from '../store/feedback.ts'
import type { FreeDeps } from './deps.ts'
import { feedback } from './feedback.ts'

const NOW = Date.parse('2026-11-20T12:00:00Z')

type Stored = Parameters<FeedbackStore['add']>[0]

async function send(body?: unknown) {
  const stored: Stored[] = []
  const add = async (message: Stored) => {
    stored.push(message)
    return `fb_${stored.length}`
  }
  const [operation] = bindFree([feedback], { feedback: { add } } as unknown as FreeDeps)
  return { answer: await askFree(operation!, { body }, { nowMs: NOW }), stored }
}

it('200: stores the message with its time and returns only its id', async () => {
  const { answer, stored } = await send({
    message: '  a date\u0000 is wrong \ud800 ',
    contact: null,
  })
  expect(answer).toEqual({ received: true, id: 'fb_1' })
  expect(stored).toEqual([
    { message: 'a date is wrong \ufffd', endpoint: null, contact: null, receivedMs: NOW },
  ])
})

it.each([
  ['no message', {}, 'message'],
  ['a blank message', { message: ' \n\u0000' }, 'message'],
  ['4,001 characters', { message: 'x'.repeat(4001) }, 'message'],
  ['a long endpoint', { message: 'x', endpoint: 'x'.repeat(201) }, 'endpoint'],
  ['a blank contact', { message: 'x', contact: ' ' }, 'contact'],
  ['an unknown field', { message: 'x', score: 5 }, 'score'],
])('400: refuses %s', async (_, body, field) => {
  await expect(send(body)).rejects.toMatchObject({
    code: 'VALIDATION',
    errors: [{ field, in: 'body' }],
  })
})
