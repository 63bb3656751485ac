/**
 * The problem document of every failure (RFC 9457), described once: what is answered, OpenAPI, MCP
 * and the client's types follow.
 */
import { z } from 'zod'
import { ERROR_CATALOGUE, type ErrorCode } from '../platform/errors.ts'
import { textOrNull } from './input.ts'
import { paymentTermsSchema } from './payment-terms.ts'

const CODES = Object.keys(ERROR_CATALOGUE) as [ErrorCode, ...ErrorCode[]]

export const problemSchema = z
  .strictObject({
    type: z.string().meta({
      override: { type: 'string', format: 'uri' },
      description: 'Documentation of the code',
    }),
    title: z.string().describe('What the code means, the same for every occurrence'),
    status: z.int().meta({ override: { type: 'integer' }, description: 'HTTP status' }),
    detail: z.string().describe('What went wrong this time'),
    instance: z.string().describe('Path or tool that was called'),
    code: z.enum(CODES).describe('Stable; what to branch on'),
    errors: z
      .array(
        z.strictObject({
          field: z.string().describe('Name of the field at fault'),
          in: z.enum(['path', 'query', 'body', 'header']).describe('Where the field was sent'),
          message: z.string().describe('What was expected of it'),
        }),
      )
      .describe('Fields at fault; empty where none is'),
    hint: textOrNull.meta({
      override: { type: ['string', 'null'] },
      description: 'What to do about it; null where nothing helps',
    }),
    charged: z
      .boolean()
      .nullable()
      .meta({
        override: { type: ['boolean', 'null'] },
        description:
          'Whether the payment of this request was settled; null: not known, repeat with the same payment',
      }),
    retryable: z.boolean().describe('Whether the same request may succeed later'),
    request_id: z.string().describe('Names this request in the logs of the service'),
    quote: z
      .strictObject({
        rows: z.int().describe('Rows that can be answered now'),
        amount: z.string().describe('What they cost, in USDC'),
        terms: paymentTermsSchema.describe('To be signed for them'),
      })
      .optional()
      .meta({ description: 'ROWS_CHANGED only: the current quote' }),
  })
  .meta({ description: 'RFC 9457 problem document' })

export type Problem = z.output<typeof problemSchema>
