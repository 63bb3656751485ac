/**
 * Every field of every answer has a description, also of `null`, and every example has every field.
 */
import { expect, it } from 'vitest'
import { startService } from '../support/service.ts'

interface Schema {
  description?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: boolean | Schema
  $ref?: string
}

interface Field {
  name: string
  schema: Schema
}

/**
 * All properties of a schema, those of its parts included. What echoes the request is described
 * there.
 */
function* fieldsOf(name: string, schema: Schema): Generator<Field> {
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    if (
      name.endsWith('Answer') &&
      ['query', 'result', 'verdict'].includes(key) &&
      (property.$ref || key === 'query')
    )
      continue
    yield { name: `${name}.${key}`, schema: property }
    yield* fieldsOf(`${name}.${key}`, property)
  }
  const { items, anyOf = [], oneOf = [], additionalProperties } = schema
  const parts = [
    ...(items ? [items] : []),
    ...anyOf,
    ...oneOf,
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ]
  for (const part of parts) yield* fieldsOf(name, part)
}

/** The words for a field, its own or those of the schema that it is. */
const wordsOf = ({ description, anyOf = [] }: Schema): string =>
  [description, ...anyOf.map((each) => each.description)].join(' ').trim()

const mayBeNull = ({ type, anyOf = [] }: Schema): boolean =>
  type === 'null' || (Array.isArray(type) && type.includes('null')) || anyOf.some(mayBeNull)

it('each field has a description, each null a reason, and each example all fields', async () => {
  const service = await startService({ domains: 'real' })
  const document = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    components: { schemas: Record<string, Schema> }
  }
  await service.stop()
  for (const { operation } of service.app.catalogue.operations) {
    const { error } = operation.result.safeParse(operation.example.result)
    expect.soft(error?.issues, `the example of ${operation.id}`).toBeUndefined()
  }
  const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
    ...fieldsOf(name, schema),
  ])
  const undescribed = fields.filter(({ schema }) => wordsOf(schema) === '' && !schema.$ref)
  const unexplained = fields.filter(
    ({ name, schema }) =>
      !name.includes('Body.') && mayBeNull(schema) && !/\bnull\b/i.test(wordsOf(schema)),
  )
  expect(undescribed.map(({ name }) => name)).toEqual([])
  expect(unexplained.map(({ name }) => name)).toEqual([])
  // The walk has been everywhere: deep inside a list, a map, a nullable object.
  const names = fields.map(({ name }) => name)
  for (const deep of [
    'FunderDossierResult.giving.yearly.median_gbp',
    'TenderBriefResult.lots.value.basis',
    'CompanyVerdictVerdict.fca.frn',
  ])
    expect(names).toContain(deep)
})
