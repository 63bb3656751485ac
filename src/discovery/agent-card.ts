/**
 * `/.well-known/agent-card.json`: the card of the agent-to-agent protocol, with the members of
 * 0.3.0 and 1.0. Requests with `A2A-Version: 1.0`, as clients of that version send, get the members
 * of 1.0 only. `transports/a2a` implements what it promises.
 */

import {
  type Catalogue,
  FAMILIES,
  listPaidOperations,
  paymentMode,
  SERVICE_SUMMARY,
} from '../api/catalogue.ts'
import type { HttpDocument } from '../api/endpoint.ts'
import type { Bound } from '../api/registry.ts'
import { X402_EXTENSION } from '../contract/payment-terms.ts'
import { priceInWords } from '../contract/price.ts'
import { SERVICE_NAME } from '../payments/terms.ts'
import { canonicalJson } from '../platform/hash.ts'
import type { Signer } from '../signing/key.ts'
import { jsonDocument } from './document.ts'

/** Version of the card: specification "Versioning". */
const CARD_VERSION = '1.0.1'
const PATH = '/.well-known/agent-card.json'

const MEDIA = ['application/json']
const X402_SCHEME = {
  scheme: 'x402',
  description: 'An x402 version 2 payment for each call; no account and no key.',
}

export function agentCardDocument(catalogue: Catalogue): HttpDocument {
  const varying = { vary: 'a2a-version' }
  const both = jsonDocument(PATH, sign(agentCard(catalogue), catalogue), undefined, varying)
  const current = jsonDocument(PATH, sign(currentCard(catalogue), catalogue), undefined, varying)
  return {
    path: PATH,
    read: (headers) =>
      (/^1\./.test(String(headers['a2a-version'] ?? '')) ? current : both).read(headers),
  }
}

/** Returns the card with the members of 0.3.0 and 1.0. */
function agentCard(catalogue: Catalogue): object {
  const { publicUrl, operations } = catalogue
  const current = currentCard(catalogue)
  return {
    protocolVersion: '0.3.0',
    ...current,
    url: publicUrl,
    preferredTransport: 'HTTP+JSON',
    additionalInterfaces: [
      { url: publicUrl, transport: 'HTTP+JSON' },
      { url: `${publicUrl}/a2a`, transport: 'JSONRPC' },
    ],
    capabilities: { ...current.capabilities, stateTransitionHistory: false },
    securitySchemes: { x402: { type: 'http', ...X402_SCHEME, ...current.securitySchemes.x402 } },
    supportsAuthenticatedExtendedCard: false,
    skills: current.skills.map((skill, index) => ({
      ...skill,
      security: operations[index]!.kind === 'paid' ? [{ x402: [] }] : [],
    })),
  }
}

/** Protocol 1.0. */
function currentCard(catalogue: Catalogue) {
  const { publicUrl, operations } = catalogue
  return {
    name: SERVICE_NAME,
    description: `${SERVICE_SUMMARY} ${paymentMode(catalogue)}`,
    // The first one of a version is the preferred one.
    supportedInterfaces: [
      { url: publicUrl, protocolBinding: 'HTTP+JSON', protocolVersion: '1.0' },
      { url: `${publicUrl}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      { url: publicUrl, protocolBinding: 'HTTP+JSON', protocolVersion: '0.3' },
      { url: `${publicUrl}/a2a`, protocolBinding: 'JSONRPC', protocolVersion: '0.3' },
    ],
    version: CARD_VERSION,
    provider: { organization: SERVICE_NAME, url: publicUrl },
    iconUrl: `${publicUrl}/favicon.svg`,
    documentationUrl: `${publicUrl}/llms.txt`,
    capabilities: {
      streaming: false,
      pushNotifications: false,
      extensions: [
        {
          uri: X402_EXTENSION,
          description:
            'Skills are paid for per call. A message naming a skill and its input is answered with the terms; with a payment for them, with the answer. The same calls are sold over HTTP.',
          required: false,
          params: {
            terms: Object.fromEntries(
              listPaidOperations(catalogue).map(({ operation }) => [
                operation.id,
                buildTerms(catalogue, operation.id),
              ]),
            ),
          },
        },
      ],
    },
    securitySchemes: { x402: { httpAuthSecurityScheme: X402_SCHEME } },
    defaultInputModes: MEDIA,
    defaultOutputModes: MEDIA,
    skills: operations.map((bound) => skill(bound, catalogue)),
  }
}

function buildTerms(catalogue: Catalogue, id: string): object {
  const { priceUsdc, requirements, soldBy } = catalogue.termsOf(id)
  const { scheme, network, amount, asset, payTo } = requirements
  return {
    scheme,
    price: priceUsdc,
    currency: 'USDC',
    ...(soldBy ? { per: soldBy.unit } : {}),
    network,
    amount,
    asset,
    payTo,
  }
}

function skill(bound: Bound, catalogue: Catalogue) {
  const { operation } = bound
  const { id, title, family, method, path, example } = operation
  const paid = bound.kind === 'paid'
  const description = paid ? catalogue.termsOf(id).description : operation.summary
  const price = paid
    ? `${priceInWords(catalogue.termsOf(id))} on ${catalogue.payment.network}${catalogue.payment.test ? ', test mode' : ''}`
    : 'free'
  return {
    id,
    name: title,
    description: `${description} ${method} ${path}, ${price}.`,
    tags: [family, ...FAMILIES[family].toLowerCase().split(':', 1), paid ? 'x402' : 'free'],
    examples: [JSON.stringify({ skill: id, input: example.input })],
    inputModes: MEDIA,
    outputModes: MEDIA,
    ...(paid ? { securityRequirements: [{ schemes: { x402: { list: [] } } }] } : {}),
  }
}

/**
 * One valid signature is enough for a reader. Protocol 1.0 signs its own members alone, without
 * what is empty; a reader that does not know them all signs the card as it stands.
 */
function sign(card: object, { publicUrl, signer }: Catalogue): object {
  const { capabilities, securitySchemes, skills, ...members } = card as ReturnType<
    typeof currentCard
  > &
    Record<string, unknown>
  const ofCurrent = {
    ...only(members, CURRENT_MEMBERS),
    capabilities: {
      ...only(capabilities, ['streaming', 'pushNotifications']),
      extensions: capabilities.extensions.map(({ required: _, ...rest }) => rest),
    },
    securitySchemes: { x402: only(securitySchemes.x402, ['httpAuthSecurityScheme']) },
    skills: skills.map((each) =>
      only(each, ['id', 'name', 'description', 'tags', 'examples', 'inputModes', 'outputModes']),
    ),
  }
  const jku = `${publicUrl}/.well-known/jwks.json`
  return { ...card, signatures: [signature(signer, jku, ofCurrent), signature(signer, jku, card)] }
}

const CURRENT_MEMBERS = [
  'name',
  'description',
  'supportedInterfaces',
  'version',
  'provider',
  'iconUrl',
  'documentationUrl',
  'defaultInputModes',
  'defaultOutputModes',
]

function only(members: object, names: readonly string[]): object {
  return Object.fromEntries(Object.entries(members).filter(([name]) => names.includes(name)))
}

/** JWS (RFC 7515) over RFC 8785, the payload detached. */
function signature(
  signer: Signer,
  jku: string,
  payload: object,
): { protected: string; signature: string } {
  const head = base64url(
    JSON.stringify({ alg: signer.algorithm, typ: 'JOSE', kid: signer.kid, jku }),
  )
  return {
    protected: head,
    signature: signer.sign(Buffer.from(`${head}.${base64url(canonicalJson(payload))}`)),
  }
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
