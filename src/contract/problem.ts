/** The problem document of every failure (RFC 9457), described once: what is answered, OpenAPI, MCP and the client's types follow. */
import { z } from 'zod'
import { ERROR_CATALOGUE, type ErrorCode } from '../kernel/errors.ts'
import { textOrNull } from './input.ts'

const CODES = Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]]

export const problemSchema = z
  .strictObject({
    type: z.string().meta({ override: { type: 'string', format: 'uri' }, description: 'Documentation of the code' }),
    title: z.string(),
    status: z.int().meta({ override: { type: 'integer' } }),
    detail: z.string(),
    instance: z.string(),
    code: z.enum(CODES),
    errors: z.array(z.strictObject({ field: z.string(), in: z.enum(['path', 'query', 'body', 'header']), message: z.string() })),
    hint: textOrNull.meta({ override: { type: ['string', 'null'] }, description: 'What to do about it' }),
    charged: z
      .literal(false)
      .nullable()
      .meta({
        override: { type: ['boolean', 'null'], enum: [false, null] },
        description: 'false: nothing was paid; null: the outcome is not known yet, repeat with the same payment',
      }),
    retryable: z.boolean(),
    request_id: z.string(),
  })
  .meta({ description: 'RFC 9457 problem document' })

export type Problem = z.output<typeof problemSchema>
