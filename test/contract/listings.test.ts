/**
 * What registries, catalogues and agents read, held against their published schemas. None of these schemas can be had as a package: the smallest that says what each
 * publishes is written here (registry entry: its schema of 2025-12-11; server card: SEP-2127; AI catalogue 1.0; agent skills discovery 0.2.0 and the skill format).
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Service, startService } from '../support/service.ts'

let service: Service
let named: Service
beforeAll(async () => {
  service = await startService({ wings: 'real' })
  named = await startService({
    wings: 'real',
    environment: { PUBLIC_URL: 'https://intel.example.org', BRIDGE_PACKAGE: '@someone/uk-bridge' },
  })
})
afterAll(async () => {
  await service?.stop()
  await named?.stop()
})

async function read({ url }: Service, path: string): Promise<{ type: string; text: string }> {
  const response = await fetch(`${url}${path}`)
  expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([path, 200, '*'])
  return { type: response.headers.get('content-type')!, text: await response.text() }
}

const identity = {
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  description: z.string().min(1).max(100),
  version: z
    .string()
    .max(255)
    .regex(/^\d+\.\d+\.\d+$/),
  title: z.string().min(1).max(100),
  websiteUrl: z.url(),
  icons: z.array(
    z.strictObject({
      src: z.url().max(255),
      mimeType: z.enum(['image/png', 'image/jpeg', 'image/jpg', 'image/svg+xml', 'image/webp']),
      sizes: z.array(z.string().regex(/^(\d+x\d+|any)$/)),
    }),
  ),
}
const remote = { type: z.enum(['streamable-http', 'sse']), url: z.url() }
const registryEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  ...identity,
  remotes: z.array(z.strictObject(remote)).min(1),
})
const serverCard = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json'),
  ...identity,
  remotes: z.array(z.strictObject({ ...remote, supportedProtocolVersions: z.array(z.iso.date()) })).min(1),
})
const aiCatalog = z.strictObject({
  specVersion: z.literal('1.0'),
  host: z.strictObject({
    displayName: z.string().min(1),
    identifier: z.string().startsWith('did:web:'),
    documentationUrl: z.url(),
    logoUrl: z.url(),
  }),
  entries: z
    .array(
      z.strictObject({
        identifier: z.string().regex(/^urn:air:[^:]+(:\d+)?:[a-z]+:[a-z]+$/),
        displayName: z.string().min(1),
        type: z.string().regex(/^[a-z]+\/[a-z0-9.+-]+$/),
        url: z.url(),
        description: z.string(),
        tags: z.array(z.string()),
        version: z.string(),
      }),
    )
    .min(1),
})
const skillName = z
  .string()
  .max(64)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/)
const skillIndex = z.strictObject({
  $schema: z.literal('https://schemas.agentskills.io/discovery/0.2.0/schema.json'),
  skills: z
    .array(
      z.strictObject({
        name: skillName,
        type: z.enum(['skill-md', 'archive']),
        description: z.string().min(1).max(1024),
        url: z.url(),
        digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
      }),
    )
    .min(1),
})

describe('by its schema', () => {
  it('the entry for the registry of MCP servers, under a name that only the owner of the host can list', async () => {
    const { text } = await read(service, '/server.json')
    const entry = registryEntry.parse(JSON.parse(text))
    expect(entry).toMatchObject({
      name: 'example.ukintel/ukintel',
      remotes: [{ type: 'streamable-http', url: `${service.app.catalogue.publicUrl}/mcp` }],
    })
    const other = registryEntry.parse(JSON.parse((await read(named, '/server.json')).text))
    expect([other.name, other.remotes[0]!.url]).toEqual(['org.example.intel/ukintel', 'https://intel.example.org/mcp'])
    expect(() => registryEntry.parse({ ...entry, description: 'x'.repeat(101) })).toThrow()
  })

  it('the server card beside the server, whose address and versions are the true ones', async () => {
    const { type, text } = await read(service, '/mcp/server-card')
    expect(type).toBe('application/mcp-server-card+json')
    const card = serverCard.parse(JSON.parse(text))
    for (const version of card.remotes[0]!.supportedProtocolVersions) {
      const modern = version > '2026'
      const meta = {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const params = modern ? { _meta: meta } : { protocolVersion: version, capabilities: {}, clientInfo: { name: 't', version: '1' } }
      const response = await fetch(card.remotes[0]!.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(modern ? { 'mcp-protocol-version': version, 'mcp-method': 'server/discover' } : {}),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: modern ? 'server/discover' : 'initialize', params }),
      })
      expect([version, response.status, Object.keys((await response.json()) as object)]).toEqual([
        version,
        200,
        expect.arrayContaining(['result']),
      ])
    }
  })

  it('the catalogue of this host, every entry of which is served as what it says', async () => {
    const { type, text } = await read(service, '/.well-known/ai-catalog.json')
    expect(type).toBe('application/ai-catalog+json')
    const { entries } = aiCatalog.parse(JSON.parse(text))
    for (const { url, type: said } of entries) {
      const served = await read(service, new URL(url).pathname)
      if (said !== 'application/vnd.oai.openapi+json' && said !== 'application/a2a-agent-card+json') expect(served.type).toContain(said)
    }
  })

  it('the index of skills, and the skill itself: what the digest says, at most five thousand tokens, every operation with its price', async () => {
    const { skills } = skillIndex.parse(JSON.parse((await read(service, '/.well-known/agent-skills/index.json')).text))
    const { name, url, digest, description } = skills[0]!
    const { type, text } = await read(service, new URL(url).pathname)
    expect(type).toContain('text/markdown')
    expect(`sha256:${createHash('sha256').update(text).digest('hex')}`).toBe(digest)
    const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)!
    expect(front).toContain(`name: ${name}\n`)
    expect(front).toContain(`description: ${JSON.stringify(description)}`)
    expect(new URL(url).pathname).toContain(`/${name}/SKILL.md`)
    expect(body!.length).toBeLessThan(4 * 5000)
    for (const bound of service.app.operations) if (bound.kind === 'paid') expect(body).toContain(`\`uk_${bound.operation.id}\``)
  })
})

it('nobody is told to run a package that the operator has not published', async () => {
  const path = '/.well-known/agent-skills/uk-intelligence/SKILL.md'
  expect((await read(service, path)).text).not.toMatch(/npx|npm install/)
  expect((await read(named, path)).text).toContain('npx @someone/uk-bridge --url https://intel.example.org')
  expect((await read(service, '/llms.txt')).text).not.toMatch(/npx|npm install/)
})
