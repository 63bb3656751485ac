import { expect, it } from 'vitest'
import { parseArguments } from './arguments.ts'

const schema = {
  type: 'object',
  properties: {
    numbers: { type: 'array', items: { type: 'string' } },
    limit: { type: 'integer' },
    share: { type: 'number' },
    open: { type: 'boolean' },
    declare: { type: 'object', properties: { income: { type: 'string' } } },
    readings: {
      type: 'array',
      items: {
        type: 'object',
        properties: { weight: { type: 'number' }, quote: { type: 'string' } },
      },
    },
    q: { type: 'string' },
  },
}

it.each([
  ['a list', { numbers: '["1","2"]' }, { numbers: ['1', '2'] }],
  ['an object', { declare: '{"income":"5"}' }, { declare: { income: '5' } }],
  ['numbers', { limit: '5', share: '0.5' }, { limit: 5, share: 0.5 }],
  ['a boolean', { open: 'false' }, { open: false }],
  ['members of a list', { readings: ['{"weight":"2"}'] }, { readings: [{ weight: 2 }] }],
  ['a list within text', { readings: '[{"weight":"2"}]' }, { readings: [{ weight: 2 }] }],
])('%s may be text', (_, sent, read) => {
  expect(parseArguments(schema, sent)).toEqual(read)
})

it.each([
  ['is what the schema wants', { numbers: ['1'], limit: 5, open: true, q: 'x' }],
  ['is text by the schema', { q: '["a"]', numbers: ['5', '[1]'], declare: { income: '5' } }],
  [
    'is text that parses to something else',
    { numbers: '5', limit: 'five', open: '1', declare: '[]' },
  ],
  ['is no JSON', { numbers: 'a,b', declare: '{income' }],
  ['is not known', { other: '5', toString: '1' }],
])('an argument that %s stays as it is', (_, sent) => {
  expect(parseArguments(schema, sent)).toEqual(sent)
})
