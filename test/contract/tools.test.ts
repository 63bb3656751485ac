/** The list of tools as hosts read it, of all that is really sold. */
import { Client, StreamableHTTPClientTransport, type Tool } from '@modelcontextprotocol/client'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rawFromFields } from '../../src/api/fields.ts'
import { inputFields } from '../../src/contract/json-schema.ts'
import { type Service, startService } from '../support/service.ts'

let service: Service
let tools: Tool[]

const listed = async (mode: 'legacy' | { pin: string }) => {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`)))
  const list = await client.listTools()
  await client.close()
  return list.tools
}

beforeAll(async () => {
  service = await startService({ domains: 'real' })
  tools = await listed({ pin: '2026-07-28' })
})
afterAll(() => service.stop())

describe('the list of tools', () => {
  it('is the same in both eras and under 36 kB in each', async () => {
    expect(await listed('legacy')).toEqual(tools)
    expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(36_000)
  })

  it('has at most 2 kB of name, description and input schema of each tool', () => {
    const sizes = tools.map(({ name, description, inputSchema }) => ({
      name,
      bytes: Buffer.byteLength(JSON.stringify({ name, description, inputSchema })),
    }))
    expect(sizes.filter(({ bytes }) => bytes > 2000)).toEqual([])
  })

  it('names operations as tools, without a word of HTTP', () => {
    const ids = service.app.operations
      .map(({ operation }) => operation.id)
      .filter((id) => id.includes('_'))
    const bareId = new RegExp(`(?<!uk_)\\b(?:${ids.join('|')})\\b`)
    const texts = (schema: unknown): string[] =>
      typeof schema !== 'object' || schema === null
        ? []
        : Object.entries(schema).flatMap(([name, value]) =>
            name === 'description' && typeof value === 'string' ? [value] : texts(value),
          )
    for (const tool of tools) {
      const said = [tool.description!, tool.title!, ...texts(tool.inputSchema)].join('\n')
      expect([tool.name, said]).toEqual([
        tool.name,
        expect.not.stringMatching(/\b(?:GET|POST|HTTP|URL|header)\b|percent-encoded/),
      ])
      expect([tool.name, said]).toEqual([tool.name, expect.not.stringMatching(bareId)])
    }
  })

  it('takes typed values, not those of an address', () => {
    const fieldsOf = (name: string) =>
      tools.find((tool) => tool.name === name)!.inputSchema.properties as Record<string, object>
    expect(fieldsOf('uk_grant_eligibility').declare).toMatchObject({
      type: 'object',
      properties: { annual_income: { type: 'string' } },
    })
    expect(fieldsOf('uk_grants_search').open_now).toMatchObject({ type: 'boolean', default: true })
    expect(fieldsOf('uk_tenders_search').value_min).toMatchObject({ type: 'integer' })
  })

  it('takes a null for each argument that may be left out, as hosts send it', () => {
    for (const { operation, read } of service.app.operations) {
      const readTool = (fields: Record<string, unknown>) => {
        const { ok, ...outcome } = read(rawFromFields(operation, fields))
        return [operation.id, ok, 'echo' in outcome ? outcome.echo : outcome.error]
      }
      const { input } = operation.example
      const absent = inputFields(operation).filter(
        ({ name, schema }) => input[name] === undefined && !takesNull(schema),
      )
      const nulls = Object.fromEntries(absent.map(({ name }) => [name, null]))
      expect(readTool({ ...nulls, ...input })).toEqual(readTool(input))
    }
  })

  it('takes a list where the operation reads texts between commas', () => {
    for (const [id, fields] of [
      ['tenders_search', { cpv: ['77', '90'] }],
      ['changes', { subject: 'company', numbers: ['99000001', 'SC123456'] }],
    ] as const) {
      const { operation, read } = service.app.operations.find((each) => each.operation.id === id)!
      const joined = Object.entries(fields).map(([name, value]) => [name, String(value)])
      const outcome = read(rawFromFields(operation, fields))
      expect(outcome).toMatchObject({ ok: true })
      expect(outcome).toMatchObject({
        echo: (read(rawFromFields(operation, Object.fromEntries(joined))) as { echo: object }).echo,
      })
    }
  })

  it('uses only keywords that every large host takes, with one type each', () => {
    for (const { name, inputSchema } of tools) {
      expect([name, findForeignKeywords(inputSchema)]).toEqual([name, []])
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
    }
  })

  it('says of each parameter what to give, in at least 20 characters and without a path that no tool serves', () => {
    for (const { name, description, inputSchema } of tools) {
      const fields = Object.entries(
        inputSchema.properties as Record<string, { description?: string }>,
      )
      const short = fields.filter(([, each]) => (each.description ?? '').length < 20)
      expect([name, short]).toEqual([name, []])
      expect([name, description, JSON.stringify(inputSchema)].join('\n')).not.toMatch(
        /\/v1\/|https?:/,
      )
    }
  })

  it('has output schemas that validators of old and new clients accept, and that distinguish answer, terms and problem', () => {
    for (const tool of tools) {
      for (const ajv of [new Ajv({ strict: false }), new Ajv2020({ strict: false })]) {
        const validate = ajv.compile(tool.outputSchema as object)
        expect([
          tool.name,
          validate({ code: 'SUBJECT_NOT_FOUND', detail: 'no', charged: false }),
        ]).toEqual([tool.name, true])
        expect([tool.name, validate({ anything: 'else' })]).toEqual([tool.name, false])
      }
      if (/USDC/.test(tool.description!))
        expect(tool.outputSchema).toMatchObject({
          properties: { result: { type: expect.anything() } },
        })
      expect(JSON.stringify(tool.outputSchema)).not.toContain('$ref')
    }
  })
})

/** Such a null means something: of a fit score, `stage: null` is every stage. */
const takesNull = ({ type }: { type?: unknown }) => Array.isArray(type) && type.includes('null')

/** Keywords that hosts of Anthropic, Gemini and OpenAI all take in the parameters of a function. */
const KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'description',
  'minimum',
  'maximum',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  'default',
  'additionalProperties',
])
const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean']

/** Returns the places of a schema that a large host refuses. */
function findForeignKeywords(schema: Record<string, unknown>, at = ''): string[] {
  const { type, properties = {}, items, enum: choices, additionalProperties } = schema
  const faults = Object.keys(schema).filter((name) => !KEYWORDS.has(name))
  if (!TYPES.includes(type as string)) faults.push('type')
  if (additionalProperties !== undefined && additionalProperties !== false)
    faults.push('additionalProperties')
  if (
    choices &&
    (type !== 'string' || (choices as unknown[]).some((each) => typeof each !== 'string'))
  )
    faults.push('enum')
  if (type === 'array' && items === undefined) faults.push('items')
  if (type === 'object' && at !== '' && Object.keys(properties as object).length === 0)
    faults.push('properties')
  const members = Object.entries(properties as Record<string, Record<string, unknown>>)
  return [
    ...faults.map((name) => `${at}/${name}`),
    ...members.flatMap(([name, each]) => findForeignKeywords(each, `${at}/${name}`)),
    ...(items ? findForeignKeywords(items as Record<string, unknown>, `${at}/items`) : []),
  ]
}
