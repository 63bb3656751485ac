/**
 * Documents by which registries, catalogues and agents find the service: the entry for the registry
 * of MCP servers, the server card of `/mcp`, the catalogue of this host, and a skill for models.
 */
import packageJson from '../../package.json' with { type: 'json' }
import {
  type Catalogue,
  FAMILIES,
  listPaidOperations,
  paymentMode,
  SERVICE_SUMMARY,
} from '../api/catalogue.ts'
import type { HttpDocument } from '../api/endpoint.ts'
import { priceInWords } from '../contract/price.ts'
import { toolNameOf } from '../contract/tool.ts'
import { SERVICE_NAME } from '../payments/terms.ts'
import { sha256Hex } from '../platform/hash.ts'
import { jsonDocument, MARKDOWN_TYPE, textDocument } from './document.ts'

/** Registries show at most 100 characters. */
const SHORT =
  'Checks UK companies, finds tenders and grants, profiles funders; paid per call over x402'
const MCP_VERSIONS = ['2026-07-28', '2025-11-25']
const SKILL_NAME = 'uk-intelligence'
const SKILL_PATH = `/.well-known/agent-skills/${SKILL_NAME}/SKILL.md`
/** When to take it: what models choose by. */
const SKILL_DESCRIPTION =
  'Buy answers about UK companies (existence, filings, legitimacy, FCA status), live public tenders and how well they fit, government grants and eligibility, and funders’ giving history. Use when a task needs current UK register, procurement or grant data; not for other countries or for advice.'

export function listings(catalogue: Catalogue): HttpDocument[] {
  const skill = skillMarkdown(catalogue)
  return [
    jsonDocument('/server.json', registryEntry(catalogue)),
    jsonDocument('/mcp/server-card', serverCard(catalogue), 'application/mcp-server-card+json'),
    jsonDocument(
      '/.well-known/ai-catalog.json',
      aiCatalog(catalogue),
      'application/ai-catalog+json',
    ),
    jsonDocument('/.well-known/agent-skills/index.json', skillIndex(catalogue, skill)),
    textDocument(SKILL_PATH, MARKDOWN_TYPE, skill),
    ...(catalogue.glamaClaim === null
      ? []
      : [jsonDocument('/.well-known/glama.json', glamaClaim(catalogue.glamaClaim))]),
  ]
}

/**
 * Builds the file by which glama.ai knows the owner of a host: a claim that it issued, or a
 * maintainer's address.
 */
function glamaClaim(claim: string): object {
  const owner = claim.includes('@') ? { maintainers: [{ email: claim }] } : { claim }
  return { $schema: 'https://glama.ai/mcp/schemas/connector.json', ...owner }
}

/**
 * Returns the reversed host name of the deployment, which only its owner can list. For an address
 * or a bare name, returns the package's name, which no registry accepts.
 */
export function buildRegistryName(publicUrl: string): string {
  const { hostname } = new URL(publicUrl)
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(hostname)
  return isName ? `${hostname.split('.').reverse().join('.')}/ukintel` : packageJson.mcpName
}

/** Builds the entry for the registry of MCP servers, schema of 2025-12-11. */
function registryEntry(catalogue: Catalogue): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    ...identity(catalogue),
    remotes: [{ type: 'streamable-http', url: `${catalogue.publicUrl}/mcp` }],
  }
}

/** SEP-2127. It says how to connect, and leaves tools to the connection. */
function serverCard(catalogue: Catalogue): object {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
    ...identity(catalogue),
    remotes: [
      {
        type: 'streamable-http',
        url: `${catalogue.publicUrl}/mcp`,
        supportedProtocolVersions: MCP_VERSIONS,
      },
    ],
  }
}

function identity(catalogue: Catalogue) {
  const { publicUrl, version, repositoryUrl } = catalogue
  return {
    name: buildRegistryName(publicUrl),
    title: SERVICE_NAME,
    description: SHORT,
    version,
    websiteUrl: publicUrl,
    ...(repositoryUrl === null
      ? {}
      : { repository: { url: repositoryUrl, source: findForge(repositoryUrl) } }),
    icons: [{ src: `${publicUrl}/favicon.svg`, mimeType: 'image/svg+xml', sizes: ['any'] }],
  }
}

/** Returns the registry's name of a forge; an unknown forge is named by its host. */
function findForge(repositoryUrl: string): string {
  const { hostname } = new URL(repositoryUrl)
  return /^(github|gitlab)\.com$/.exec(hostname)?.[1] ?? hostname
}

function aiCatalog(catalogue: Catalogue): object {
  const { publicUrl, version, signer } = catalogue
  const { host } = new URL(publicUrl)
  const entry = (
    kind: string,
    displayName: string,
    type: string,
    path: string,
    description: string,
  ) => ({
    identifier: `urn:air:${host}:${kind}:ukintel`,
    displayName,
    type,
    url: `${publicUrl}${path}`,
    description,
    tags: ['uk', 'companies', 'tenders', 'grants', 'x402'],
    version,
  })
  return {
    specVersion: '1.0',
    host: {
      displayName: SERVICE_NAME,
      identifier: signer.did,
      documentationUrl: `${publicUrl}/llms.txt`,
      logoUrl: `${publicUrl}/favicon.svg`,
    },
    entries: [
      entry(
        'mcp',
        `${SERVICE_NAME} as tools`,
        'application/mcp-server-card+json',
        '/mcp/server-card',
        SERVICE_SUMMARY,
      ),
      entry(
        'agent',
        `${SERVICE_NAME} as an agent`,
        'application/a2a-agent-card+json',
        '/.well-known/agent-card.json',
        SERVICE_SUMMARY,
      ),
      entry(
        'api',
        `${SERVICE_NAME} over HTTP`,
        'application/vnd.oai.openapi+json',
        '/openapi.json',
        SERVICE_SUMMARY,
      ),
      entry(
        'skill',
        'How to buy UK intelligence',
        'application/agent-skills+md',
        SKILL_PATH,
        SKILL_DESCRIPTION,
      ),
    ],
  }
}

/** Agent skills discovery 0.2.0: readers hold what they fetch against the digest. */
function skillIndex({ publicUrl }: Catalogue, skill: string): object {
  return {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: [
      {
        name: SKILL_NAME,
        type: 'skill-md',
        description: SKILL_DESCRIPTION,
        url: `${publicUrl}${SKILL_PATH}`,
        digest: `sha256:${sha256Hex(skill)}`,
      },
    ],
  }
}

/** At most a page: what to ask for which question, how to pay, what to make of the answer. */
function skillMarkdown(catalogue: Catalogue): string {
  const { publicUrl, packages } = catalogue
  const tools = listPaidOperations(catalogue).map(({ operation }) => {
    const { id, method, path, title, notFor } = operation
    return `- \`${toolNameOf(id)}\` or \`${method} ${path}\`, ${priceInWords(operation)}: ${title}.${notFor === undefined ? '' : ` Not for ${notFor}.`}`
  })
  const bridge =
    packages.bridge === null
      ? []
      : [
          `- A separate wallet and a limit on your machine: \`npx ${packages.bridge} --url ${publicUrl}\` with \`BUYER_PRIVATE_KEY\` and \`BUYER_MAX_USD\`.`,
        ]
  return `${[
    '---',
    `name: ${SKILL_NAME}`,
    `description: ${JSON.stringify(SKILL_DESCRIPTION)}`,
    'compatibility: Needs network access and an x402 version 2 payer with USDC',
    '---',
    '',
    `# ${SERVICE_NAME}`,
    '',
    `${SERVICE_SUMMARY} ${paymentMode(catalogue)}`,
    '',
    '## Choose',
    '',
    `${Object.values(FAMILIES).join('. ')}. Search first where you do not hold an identifier, then ask for one subject. Ask nothing that an answer you already have settles.`,
    '',
    ...tools,
    '',
    `Free: \`GET ${publicUrl}/v1/preview\` for a real sample, \`GET ${publicUrl}/v1/health\` for the state of every source. Fields of every call: ${publicUrl}/llms-full.txt`,
    '',
    '## Pay',
    '',
    `- MCP: ${publicUrl}/mcp. A call without a payment returns its terms; repeat it with the payment in \`_meta["x402/payment"]\`.`,
    '- HTTP: the call answers 402 with the terms in `PAYMENT-REQUIRED`; sign them and repeat the identical request with `PAYMENT-SIGNATURE`. Official x402 clients do this by themselves.',
    ...bridge,
    '- Check price, network and payee against your limit before you sign. Only 2xx is charged.',
    '- After a lost or unclear answer repeat with the same payment, never with a new one: it is charged once.',
    '',
    '## Read',
    '',
    '- `verdict` holds score, band and flags by published rules; quote the flags, not the score alone. It is information, not advice.',
    '- Null is unknown, never no. `confidence` below high names the reason in the flags; `as_of` says how old the data is.',
    '- Show `attribution` next to the data. 404 is charged nothing: look for another identifier. 503 says when to come back.',
    '',
  ].join('\n')}`
}
