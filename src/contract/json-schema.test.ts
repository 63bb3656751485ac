import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { queryInteger } from './input.ts'
import { inputJsonSchema, outputJsonSchema } from './json-schema.ts'

describe('the documented schema of a field', () => {
  it.each([inputJsonSchema, outputJsonSchema])(
    'keeps the default of a field that is transformed',
    (schemaOf) => {
      const fields = z.strictObject({
        limit: queryInteger({ min: 1, max: 5, description: 'How many' }).default(5),
      })
      expect(schemaOf(fields).properties).toEqual({
        limit: { type: 'integer', minimum: 1, maximum: 5, description: 'How many', default: 5 },
      })
    },
  )

  it('has no default where there is none', () => {
    const fields = z.strictObject({
      limit: queryInteger({ min: 1, description: 'How many' }).optional(),
    })
    expect(inputJsonSchema(fields).properties).toEqual({
      limit: { type: 'integer', minimum: 1, description: 'How many' },
    })
  })
})
