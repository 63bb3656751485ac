/**
 * Facts by the schema of a published rules version: every shape that it allows, with the words that
 * rules know more often than chance gives them.
 */
import fc from 'fast-check'
import { outputJsonSchema } from '../../src/contract/json-schema.ts'
import type { RulesVersion } from '../../src/contract/rules.ts'

interface Schema {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
  items?: Schema
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
}

const WORDS = [
  ...[
    'active',
    'dissolved',
    'liquidation',
    'voluntary-arrangement',
    'active-proposal-to-strike-off',
    'ltd',
    'llp',
    'dormant',
  ],
  ...[
    'director',
    'secretary',
    'llp-member',
    '64205',
    '10710',
    '00000001',
    'OC300001',
    'IP00001R',
    'Scope of restriction',
  ],
  ...[
    'org_type',
    'region',
    'english_region',
    'amount_needed',
    'duration_months',
    'charity',
    'business',
    'england',
    'ORG_TYPE',
    'OTHER',
  ],
  ...['77', '2026-11-20', 'GBP', 'EUR', 'ISO 9001', 'Cyber Essentials', 'é🌳\u2028"\\'],
]
const text = fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', maxLength: 12 }))
const date = fc
  .date({
    min: new Date('2015-01-01T00:00:00Z'),
    max: new Date('2028-12-31T00:00:00Z'),
    noInvalidDate: true,
  })
  .map((each) => each.toISOString().slice(0, 10))

export const days = date

export function factsOf(version: RulesVersion): fc.Arbitrary<unknown> {
  return anyOf(outputJsonSchema(version.facts) as Schema)
}

function anyOf(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(anyOf))
  if (Array.isArray(schema.type))
    return fc.oneof(...schema.type.map((type) => anyOf({ ...schema, type })))
  switch (schema.type) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return fc.array(anyOf(schema.items!), { maxLength: 4 })
    case 'string':
      if (schema.format === 'date') return date
      return schema.pattern ? fc.stringMatching(new RegExp(schema.pattern)) : text
    case 'integer':
      return fc.oneof(
        fc.integer({ min: Math.max(schema.minimum ?? -60, -60), max: 4095 }),
        fc.integer({ min: 0, max: 60 }),
      )
    case 'number':
      return fc.oneof(
        fc.integer({
          min: schema.minimum ?? -10,
          max: Math.min(schema.maximum ?? 2_000_000, 2_000_000),
        }),
        fc.double({ min: schema.minimum ?? 0, max: schema.maximum ?? 1e15, noNaN: true }),
      )
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      throw new Error(`no value for ${JSON.stringify(schema)}`)
  }
}

function objectOf({
  properties,
  required = [],
  additionalProperties,
}: Schema): fc.Arbitrary<unknown> {
  if (!properties) return fc.dictionary(text, anyOf(additionalProperties as Schema), { maxKeys: 6 })
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, anyOf(schema)]),
  )
  return fc.record(members, { requiredKeys: required as never[] })
}
