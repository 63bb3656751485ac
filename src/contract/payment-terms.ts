/**
 * The terms of a 402 as x402 version 2 says them, described once: what is quoted, OpenAPI, MCP and
 * the client's types follow.
 */
import { z } from 'zod'
import { freshnessSchema } from './freshness.ts'

const text = z.string()

const requirementsSchema = z.looseObject({
  scheme: z.literal('exact').describe('Exactly this amount, no other'),
  network: text.meta({
    override: { type: 'string', pattern: '^eip155:[0-9]+$' },
    description: 'CAIP-2 chain identifier',
  }),
  amount: text.meta({
    override: { type: 'string', pattern: '^[0-9]+$' },
    description: 'Atomic units of the asset, 6 decimals',
  }),
  asset: text.meta({ description: 'Token contract of USDC' }),
  payTo: text.describe('Receiving address'),
  maxTimeoutSeconds: z.int().meta({
    override: { type: 'integer' },
    description: 'Seconds within which the payment must be made',
  }),
  extra: z
    .record(text, z.unknown())
    .meta({ override: { type: 'object' }, description: 'EIP-712 name and version of the token' }),
})

export const paymentTermsSchema = z
  .looseObject({
    x402Version: z
      .literal(2)
      .meta({ override: { type: 'integer', const: 2 }, description: 'Version of the protocol' }),
    error: text.optional().meta({ description: 'Why a presented payment was not taken' }),
    resource: z
      .looseObject({
        url: text.describe('What is sold'),
        description: text.optional().describe('What it answers'),
        mimeType: text.optional().describe('Media type of the answer'),
        serviceName: text.optional().describe('Who sells it'),
        tags: z.array(text).optional().describe('For directories'),
        iconUrl: text.optional().describe('For directories'),
      })
      .describe('What is sold'),
    accepts: z.array(requirementsSchema).length(1).describe('The one payment that is taken'),
    extensions: z.record(text, z.unknown()).meta({
      override: { type: 'object' },
      description:
        'Discovery, payment identifier and others by name; after a refused payment also refusal',
    }),
  })
  .meta({
    description:
      'x402 version 2 payment terms; the PAYMENT-REQUIRED header carries the same object in base64',
  })

/** The same schema for quotes with the freshness of the data. */
export const freshTermsSchema = paymentTermsSchema.extend({
  extensions: z
    .looseObject({ freshness: freshnessSchema.optional() })
    .describe(paymentTermsSchema.shape.extensions.description!),
})

/** Name of the x402 extension of A2A: the agent card declares it, and a header activates it. */
export const X402_EXTENSION =
  'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'
