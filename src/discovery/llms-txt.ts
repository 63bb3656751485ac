/**
 * `/llms.txt` and `/llms-full.txt`: the service described for language models, in the order of that
 * convention.
 */

import {
  type Catalogue,
  FAMILIES,
  paymentMode,
  SERVICE_SUMMARY,
  SERVICE_TITLE,
} from '../api/catalogue.ts'
import type { Bound } from '../api/registry.ts'
import { type InputField, inputFields } from '../contract/json-schema.ts'
import { priceInWords } from '../contract/price.ts'
import { errorEntries, REFUSAL_ENTRIES } from './error-guide.ts'

export function llmsTxt(catalogue: Catalogue): string {
  const { publicUrl } = catalogue
  const families = Object.entries(FAMILIES).map(([family, about]) => {
    const lines = catalogue.operations
      .filter((bound) => bound.operation.family === family)
      .map((bound) => operationLine(bound, catalogue))
    return lines.length === 0 ? [] : [`## ${about}`, '', ...lines, '']
  })
  return lines([
    ...writeOpening(catalogue),
    ...families.flat(),
    '## Machine-readable',
    '',
    `- [OpenAPI 3.1](${publicUrl}/openapi.json): every operation with schemas, examples and payment terms`,
    `- [Agent card](${publicUrl}/.well-known/agent-card.json): skills for agent-to-agent clients`,
    `- [MCP](${publicUrl}/mcp): the same operations as tools, streamable HTTP`,
    `- [Agent skill](${publicUrl}/.well-known/agent-skills/uk-intelligence/SKILL.md): what to ask, how to pay, how to read the answer, on one page`,
    `- [x402 manifest](${publicUrl}/.well-known/x402.json): terms of every paid operation`,
    `- [API catalog](${publicUrl}/.well-known/api-catalog): these links as a link set`,
    '',
    '## Optional',
    '',
    `- [Everything on one page](${publicUrl}/llms-full.txt): parameters, examples, errors`,
    `- [Published rules](${publicUrl}/v1/rules): how every score comes about`,
    `- [Errors](${publicUrl}/docs/errors.md): every code, when it occurs and what to do`,
  ])
}

export function llmsFullTxt(catalogue: Catalogue): string {
  return lines([
    ...writeOpening(catalogue),
    ...catalogue.operations.flatMap((bound) => operationSection(bound, catalogue)),
    '## Errors',
    '',
    'Problem documents (RFC 9457) with a code; only 2xx is charged.',
    '',
    ...errorEntries(catalogue.operations).map(
      ({ code, status, when, act }) => `- ${code} (${status}): ${when} ${act}`,
    ),
    '',
    '## Refused payments',
    '',
    'A 402 after a payment: `error` begins with one of these, `extensions.refusal` is { field, sent, wanted, repeatable, hint, charged }.',
    '',
    ...REFUSAL_ENTRIES.map(
      ({ reason, field, repeatable, hint }) =>
        `- ${reason}${field === null ? '' : ` (${field})`}: ${hint} The same payment again: ${repeatable ? 'yes' : 'no'}.`,
    ),
  ])
}

function writeOpening(catalogue: Catalogue): string[] {
  const { publicUrl, payment } = catalogue
  return [
    `# ${SERVICE_TITLE}`,
    '',
    `> ${SERVICE_SUMMARY}`,
    '',
    paymentMode(catalogue),
    '',
    `- Base address: ${publicUrl}`,
    `- Payment: x402 version 2, scheme exact, USDC (${payment.asset}) on ${payment.network}, to ${payment.payTo}`,
    '- Flow: call without payment, get 402 with the terms in PAYMENT-REQUIRED; sign them; repeat the identical request with PAYMENT-SIGNATURE; get 200 and PAYMENT-RESPONSE',
    '- Charged: only 2xx. The same payment again returns the same answer and is never charged twice, for at least 24 hours',
    '- Answer: one JSON envelope (query, result, verdict, confidence, as_of, sources, attribution, notice, cost); missing values are null',
    '- Scores come from published rules, never from a language model. Information, not advice',
    '',
  ]
}

function operationLine(bound: Bound, catalogue: Catalogue): string {
  const { method, path, title } = bound.operation
  return `- [${method} ${path}](${catalogue.publicUrl}${path}): ${title}. ${formatPrice(bound, catalogue)}. ${bound.operation.summary}`
}

function formatPrice(bound: Bound, { termsOf, payment }: Catalogue): string {
  return bound.kind === 'paid'
    ? `${priceInWords(termsOf(bound.operation.id))}${payment.test ? ' (test mode)' : ''}`
    : 'Free'
}

function operationSection(bound: Bound, catalogue: Catalogue): string[] {
  const { operation } = bound
  const { input, answeredInput = input, result, verdict } = operation.example
  const fields = [...inputFields(operation).map(fieldLine)]
  const description =
    bound.kind === 'paid' ? catalogue.termsOf(operation.id).description : operation.summary
  return [
    `## ${operation.method} ${operation.path}`,
    '',
    `${operation.title}. ${formatPrice(bound, catalogue)}. ${description}`,
    '',
    ...(fields.length > 0 ? [...fields, ''] : []),
    `Input to try: ${JSON.stringify(input)}`,
    '',
    `Example: ${JSON.stringify({ example: 'invented', input: answeredInput, result, verdict })}`,
    '',
  ]
}

function fieldLine({ name, in: place, required, schema }: InputField): string {
  const { description, example: _, ...constraint } = schema
  return `- ${name} (${place}${required ? ', required' : ''}): ${description ?? ''} ${JSON.stringify(constraint)}`
}

function lines(all: readonly string[]): string {
  return `${all.join('\n').trimEnd()}\n`
}
