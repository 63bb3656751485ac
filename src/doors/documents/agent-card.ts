/** `/.well-known/agent-card.json`: the agent-to-agent card, protocol 0.3.0. What it promises is in `doors/a2a`. */
import type { Bound } from '../../api/registry.ts'
import { SERVICE_NAME } from '../../payments/terms.ts'
import { type Catalogue, FAMILIES, paidOperations, paymentMode, SERVICE_SUMMARY } from './catalogue.ts'

/** Version of the card: specification "Versioning". */
const CARD_VERSION = '1.0.1'
const PROTOCOL_VERSION = '0.3.0'
const X402_EXTENSION = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'

const MEDIA = ['application/json']

export function agentCard(catalogue: Catalogue): object {
  const { publicUrl, operations } = catalogue
  return {
    protocolVersion: PROTOCOL_VERSION,
    name: SERVICE_NAME,
    description: `${SERVICE_SUMMARY} ${paymentMode(catalogue)}`,
    url: publicUrl,
    preferredTransport: 'HTTP+JSON',
    additionalInterfaces: [{ url: publicUrl, transport: 'HTTP+JSON' }],
    // Readers of protocol 1.0 look here for which protocol is spoken where.
    supportedInterfaces: [{ url: publicUrl, protocolBinding: 'HTTP+JSON', protocolVersion: PROTOCOL_VERSION }],
    version: CARD_VERSION,
    provider: { organization: SERVICE_NAME, url: publicUrl },
    iconUrl: `${publicUrl}/favicon.svg`,
    documentationUrl: `${publicUrl}/llms.txt`,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      stateTransitionHistory: false,
      extensions: [
        {
          uri: X402_EXTENSION,
          description: 'Skills are paid for per call, over HTTP. A message naming a skill and its input is answered with the terms.',
          required: false,
          params: {
            terms: Object.fromEntries(paidOperations(catalogue).map(({ operation }) => [operation.id, termsOf(catalogue, operation.id)])),
          },
        },
      ],
    },
    securitySchemes: {
      x402: { type: 'http', scheme: 'x402', description: 'An x402 version 2 payment for each call; no account and no key.' },
    },
    defaultInputModes: MEDIA,
    defaultOutputModes: MEDIA,
    supportsAuthenticatedExtendedCard: false,
    skills: operations.map((bound) => skill(bound, catalogue)),
  }
}

function termsOf(catalogue: Catalogue, id: string): object {
  const { priceUsdc, requirements } = catalogue.termsOf(id)
  const { scheme, network, amount, asset, payTo } = requirements
  return { scheme, price: priceUsdc, currency: 'USDC', network, amount, asset, payTo }
}

function skill(bound: Bound, catalogue: Catalogue): object {
  const { operation } = bound
  const { id, title, family, method, path, example } = operation
  const paid = bound.kind === 'paid'
  const description = paid ? catalogue.termsOf(id).description : operation.summary
  const price = paid
    ? `${catalogue.termsOf(id).priceUsdc} USDC on ${catalogue.payment.network}${catalogue.payment.test ? ', test mode' : ''}`
    : 'free'
  return {
    id,
    name: title,
    description: `${description} ${method} ${path}, ${price}.`,
    tags: [family, ...FAMILIES[family].toLowerCase().split(':', 1), paid ? 'x402' : 'free'],
    examples: [JSON.stringify({ skill: id, input: example.input })],
    inputModes: MEDIA,
    outputModes: MEDIA,
    security: paid ? [{ x402: [] }] : [],
  }
}
