import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { civilDate, noFields, noVerdictSchema, queryInteger } from '../contract/input.ts'
import { definePaid } from '../contract/operation.ts'
import { rawFromFields } from './fields.ts'
import { computeFingerprint } from './fingerprint.ts'
import { inputReader, type RawInput } from './input.ts'

const common = {
  family: 'wing-2',
  title: 'A test',
  summary: 'A test.',
  priceUsdc: '0.05',
  attribution: 'None.',
  result: z.strictObject({}),
  verdict: noVerdictSchema,
  example: { summary: 'none', input: {}, result: {} },
  answer: async () => ({ result: {}, sources: [], degradations: [] }),
} as const

const search = definePaid<object>()({
  ...common,
  id: 'things_search',
  method: 'GET',
  path: '/v1/things/{kind}',
  params: z.strictObject({ kind: z.enum(['red', 'blue']) }),
  query: z.strictObject({
    q: z.string().max(20).optional(),
    value_min: queryInteger({ min: 0, description: 'least' }).optional(),
    limit: queryInteger({ min: 1, max: 5, description: 'how many' }).default(5),
    after: civilDate('from').optional(),
  }),
  body: null,
  criterion: ({ q, value_min }) =>
    q === undefined && value_min === undefined
      ? {
          code: 'CRITERIA_REQUIRED',
          absent: true,
          detail: 'give q or value_min',
          field: 'q',
          in: 'query',
          hint: 'Add q.',
        }
      : null,
})

const post = definePaid<object>()({
  ...common,
  id: 'things_match',
  method: 'POST',
  path: '/v1/things',
  params: noFields,
  query: noFields,
  body: z.strictObject({
    description: z.string().min(3),
    keywords: z.array(z.string()).max(2).optional(),
  }),
})

const readSearch = inputReader(search)
const readPost = inputReader(post)
const get = (query: RawInput['query'], kind = 'red') => readSearch({ params: { kind }, query })
const failureOf = (read: ReturnType<typeof get>) => {
  if (read.ok) throw new Error('was accepted')
  return read
}

describe('valid input', () => {
  it('is echoed whole, defaults filled in, absent fields null', () => {
    const read = get([
      ['value_min', '10'],
      ['q', 'paint'],
    ])
    expect(read).toMatchObject({
      ok: true,
      echo: { kind: 'red', q: 'paint', value_min: 10, limit: 5, after: null },
    })
  })

  it('has one fingerprint whatever the order of its fields', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray(
          [
            ['q', 'paint'],
            ['limit', '2'],
            ['value_min', '3'],
          ] as [string, string][],
          { minLength: 3 },
        ),
        (pairs) => {
          const read = get(pairs)
          expect(read.ok && computeFingerprint('things_search', read.nonDefault())).toBe(
            computeFingerprint('things_search', {
              q: 'paint',
              value_min: 3,
              limit: 2,
              kind: 'red',
            }),
          )
        },
      ),
    )
  })
})

describe('malformed input is refused, paid or not', () => {
  it.each([
    ['an unknown parameter', [['value_mim', '1']], 'value_mim', 'did you mean value_min'],
    [
      'a repeated one',
      [
        ['q', 'a'],
        ['q', 'b'],
      ],
      'q',
      'more than once',
    ],
    ['an empty one', [['q', '']], 'q', 'empty'],
    ['half a character', [['q', 'caf\ud800']], 'q', 'is not UTF-8'],
    ['bytes that are no UTF-8', [...new URLSearchParams('q=caf%E9')], 'q', 'is not UTF-8'],
    [
      'a number out of range',
      [
        ['limit', '6'],
        ['q', 'a'],
      ],
      'limit',
      'from 1 to 5',
    ],
    [
      'a number that is none',
      [
        ['limit', '1e1'],
        ['q', 'a'],
      ],
      'limit',
      'from 1 to 5',
    ],
    ['a negative number', [['value_min', '-1']], 'value_min', 'at least 0'],
    [
      'a number that no number holds',
      [['value_min', '9'.repeat(20)]],
      'value_min',
      'at most 9007199254740991',
    ],
    [
      'a date that does not exist',
      [
        ['after', '2026-02-30'],
        ['q', 'a'],
      ],
      'after',
      'calendar date',
    ],
    ['text that is too long', [['q', 'x'.repeat(21)]], 'q', 'expected at most 20 characters'],
  ] as [string, [string, string][], string, string][])('%s', (_name, query, field, message) => {
    const { absent, error } = failureOf(get(query))
    expect(absent).toBe(false)
    expect(error.code).toBe('VALIDATION')
    expect(error.errors[0]).toMatchObject({ field, in: 'query' })
    expect(error.errors[0]!.message).toContain(message)
  })

  it('names every fault, the hint says what to do', () => {
    const { error } = failureOf(
      get(
        [
          ['value_mim', '1'],
          ['limit', '9'],
        ],
        'green',
      ),
    )
    expect(error.errors.map(({ field, in: place }) => `${place} ${field}`)).toEqual([
      'query value_mim',
      'path kind',
      'query limit',
    ])
    expect(error.hint).toContain('Did you mean value_min?')
  })

  it('says in plain words what is expected, once a field, and shows an example', () => {
    const sized = definePaid<object>()({
      ...common,
      id: 'things_sized',
      method: 'POST',
      path: '/v1/sized/{kind}',
      params: z.strictObject({ kind: z.literal('full') }),
      query: z.strictObject({
        limit: queryInteger({ min: 1, max: 5, description: 'how many', example: 3 }).default(5),
        q: z.string(),
      }),
      body: z.strictObject({
        name: z.string().min(1).meta({ example: 'Ann' }),
        tags: z.array(z.string()).max(1),
        age: z.int().min(0).nullish(),
      }),
    })
    const { error } = failureOf(
      inputReader(sized)({
        params: { kind: 'FULL' },
        query: [
          ['limit', '9'],
          ['q', ''],
        ],
        body: () => ({ name: '', tags: ['a', 'b'], age: 'ten' }),
      }),
    )
    expect(error.errors.map(({ field, message }) => `${field}: ${message}`)).toEqual([
      'q: is empty',
      'kind: expected full',
      'limit: expected an integer from 1 to 5',
      'name: is empty',
      'tags: expected at most 1 entries',
      'age: expected a number',
    ])
    expect(error.hint).toBe(
      'Leave the parameter out or give it a value. For example limit=3. For example {"name":"Ann"}.',
    )
    expect(failureOf(readPost({ params: {}, query: [], body: () => ({}) })).error.detail).toBe(
      'description (body): is required.',
    )
  })

  it('a value of several types, with all of them or with the limit of its type', () => {
    const mixed = definePaid<object>()({
      ...common,
      id: 'things_mixed',
      path: '/v1/mixed',
      method: 'POST',
      params: noFields,
      query: noFields,
      body: z.strictObject({
        fact: z.union([z.number(), z.boolean(), z.string().max(3)]).optional(),
        rule: z
          .discriminatedUnion('operator', [
            z.object({ operator: z.literal('is') }),
            z.object({ operator: z.literal('within') }),
          ])
          .optional(),
      }),
    })
    const messageOf = (body: object) =>
      failureOf(inputReader(mixed)({ params: {}, query: [], body: () => body })).error.errors.map(
        ({ field, message }) => `${field}: ${message}`,
      )
    expect(messageOf({ fact: [] })).toEqual(['fact: expected a number or a boolean or a string'])
    expect(messageOf({ fact: 'long' })).toEqual(['fact: expected at most 3 characters'])
    expect(messageOf({ rule: { operator: 'was' } })).toEqual(['rule.operator: expected is, within'])
  })

  it('a body that is no object', () => {
    for (const body of [[], 'text', 7, null])
      expect(failureOf(readPost({ params: {}, query: [], body: () => body })).absent).toBe(false)
  })

  it('a key that the schema of a record would drop, wherever it is', () => {
    const recorded = definePaid<object>()({
      ...common,
      id: 'things_recorded',
      method: 'POST',
      path: '/v1/recorded',
      params: z.strictObject({}),
      query: z.strictObject({}),
      body: z.strictObject({
        facts: z.record(z.string(), z.union([z.number(), z.array(z.unknown())])),
      }),
    })
    const read = inputReader(recorded)
    const fieldOf = (json: string) => {
      const { error } = failureOf(read({ params: {}, query: [], body: () => JSON.parse(json) }))
      return error.errors[0]!.field
    }
    expect(fieldOf('{"facts":{"age":1,"__proto__":{"age":2}}}')).toBe('facts.__proto__')
    expect(fieldOf('{"facts":{"ages":[1,{"__proto__":2}]}}')).toBe('facts.ages.1.__proto__')
    expect(fieldOf('{"facts":{},"__proto__":{"facts":1}}')).toBe('__proto__')
    // The same fields, as a tool gives them.
    const asTool = rawFromFields(recorded, JSON.parse('{"facts":{},"__proto__":{"facts":1}}'))
    expect(failureOf(read(asTool)).error.errors[0]!.field).toBe('__proto__')
    const nested = (depth: number) => `{"facts":{"deep":${'['.repeat(depth)}${']'.repeat(depth)}}}`
    expect(read({ params: {}, query: [], body: () => JSON.parse(nested(10)) }).ok).toBe(true)
    expect(fieldOf(nested(100_000))).toBe('')
  })

  it('an unknown key inside a list, naming the nearest of its object', () => {
    const listed = definePaid<object>()({
      ...common,
      id: 'things_listed',
      method: 'POST',
      path: '/v1/listed',
      params: noFields,
      query: noFields,
      body: z.strictObject({
        readings: z.array(z.strictObject({ quote: z.string() }).optional()).optional(),
        declare: z.record(z.string(), z.number()).optional(),
      }),
    })
    const errorOf = (body: unknown) =>
      failureOf(inputReader(listed)({ params: {}, query: [], body: () => body })).error
    const { errors, hint } = errorOf({ readings: [{ quote: 'a', qoute: 'b', reading: 'c' }] })
    expect(errors.map(({ field, message }) => `${field} ${message}`)).toEqual([
      'readings.0.qoute is not known here, did you mean quote',
      'readings.0.reading is not known here',
    ])
    expect(hint).toBe('Did you mean quote? Known here: quote.')
    expect(errorOf({ declare: [] }).errors[0]!.message).toBe('expected an object')
  })
})

describe('many findings', () => {
  it('400 · the first 20 unknown fields are reported one by one, the others are counted', () => {
    const unknown = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`field_${index}`, 1]),
    )
    const { absent, error } = failureOf(
      readPost({ params: {}, query: [], body: () => ({ description: 'paint', ...unknown }) }),
    )
    expect(absent).toBe(false)
    expect(error.errors).toHaveLength(20)
    expect(error.detail).toContain('130 further findings are left out.')
  })
})

describe('absent input is quoted a price when unpaid', () => {
  it.each(['{kind}', ':kind', '%7Bkind%7D'])('the literal template %s counts as absent', (kind) => {
    expect(failureOf(get([['q', 'a']], kind)).absent).toBe(true)
  })

  it('no criterion', () => {
    const { absent, error } = failureOf(get([]))
    expect(absent).toBe(true)
    expect(error.code).toBe('CRITERIA_REQUIRED')
  })

  it('no body, or a body without a required field', () => {
    expect(failureOf(readPost({ params: {}, query: [] })).absent).toBe(true)
    expect(failureOf(readPost({ params: {}, query: [], body: () => ({}) })).absent).toBe(true)
  })

  it('but not when something present is wrong as well', () => {
    expect(
      failureOf(readPost({ params: {}, query: [], body: () => ({ keywords: 7 }) })).absent,
    ).toBe(false)
    expect(failureOf(get([['limit', '9']], '{kind}')).absent).toBe(false)
  })
})
