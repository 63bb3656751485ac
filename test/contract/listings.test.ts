/**
 * Documents for registries, catalogues and agents, validated by the publishers' schemas
 * (`test/published-schemas` has their origin).
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../support/service.ts'

let service: Service
let named: Service
beforeAll(async () => {
  service = await startService({ domains: 'real' })
  named = await startService({
    domains: 'real',
    environment: {
      PUBLIC_URL: 'https://intel.example.org',
      BRIDGE_PACKAGE: '@someone/uk-bridge',
      GLAMA_CLAIM: 'glama_claim_AbCd_123-x',
      REPOSITORY_URL: 'https://github.com/someone/uk.git',
    },
  })
})
afterAll(async () => {
  await service?.stop()
  await named?.stop()
})

async function read({ url }: Service, path: string): Promise<{ type: string; text: string }> {
  const response = await fetch(`${url}${path}`)
  expect([path, response.status, response.headers.get('access-control-allow-origin')]).toEqual([
    path,
    200,
    '*',
  ])
  return { type: response.headers.get('content-type')!, text: await response.text() }
}

type Valid = (document: object) => unknown[]

const registryEntry = judgedBy('mcp-registry-server')
const serverCard = judgedBy('mcp-server-card')
const aiCatalog = judgedBy('ai-catalog')
const skillIndex = judgedBy('agent-skills-index')
const agentCard = judgedBy('a2a-agent-card')

/** Returns a validator with the published schema. */
function judgedBy(name: string): Valid {
  const schema = JSON.parse(
    readFileSync(join(import.meta.dirname, '../published-schemas', `${name}.json`), 'utf8'),
  ) as { $schema: string }
  const options = { strict: true, strictRequired: false, allErrors: true }
  const ajv = schema.$schema.includes('2020-12') ? new Ajv2020(options) : new Ajv(options)
  ;(formats as unknown as (ajv: unknown) => void)(ajv)
  const validate = ajv.compile(schema)
  return (document) => (validate(document) ? [] : validate.errors!)
}

interface Listed {
  name: string
  remotes: { url: string; supportedProtocolVersions: string[] }[]
}

async function readJson<T>(
  from: Service,
  path: string,
  judge: Valid,
): Promise<{ type: string; document: T }> {
  const { type, text } = await read(from, path)
  const document = JSON.parse(text) as T
  expect([path, judge(document as object)]).toEqual([path, []])
  return { type, document }
}

describe('by its schema', () => {
  it('the entry for the registry of MCP servers, under a name that only the owner of the host can list', async () => {
    const { document: entry } = await readJson<Listed>(service, '/server.json', registryEntry)
    expect(entry).toMatchObject({
      name: 'example.ukintel/ukintel',
      remotes: [{ type: 'streamable-http', url: `${service.app.catalogue.publicUrl}/mcp` }],
    })
    const { document: other } = await readJson<Listed>(named, '/server.json', registryEntry)
    expect([other.name, other.remotes[0]!.url]).toEqual([
      'org.example.intel/ukintel',
      'https://intel.example.org/mcp',
    ])
    expect([entry, other]).toMatchObject([
      {},
      { repository: { url: 'https://github.com/someone/uk', source: 'github' } },
    ])
    expect(entry).not.toHaveProperty('repository')
    expect(registryEntry({ ...entry, description: 'x'.repeat(101) })).toHaveLength(1)
  })

  it('the server card at the server, whose address and versions are the true ones', async () => {
    const { type, document: card } = await readJson<Listed>(service, '/mcp/server-card', serverCard)
    expect(type).toBe('application/mcp-server-card+json')
    expect(serverCard({ ...card, packages: [] })).toHaveLength(1)
    await readJson(named, '/mcp/server-card', serverCard)
    for (const version of card.remotes[0]!.supportedProtocolVersions) {
      const modern = version > '2026'
      const meta = {
        'io.modelcontextprotocol/protocolVersion': version,
        'io.modelcontextprotocol/clientInfo': { name: 't', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      }
      const params = modern
        ? { _meta: meta }
        : { protocolVersion: version, capabilities: {}, clientInfo: { name: 't', version: '1' } }
      const response = await fetch(card.remotes[0]!.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(modern ? { 'mcp-protocol-version': version, 'mcp-method': 'server/discover' } : {}),
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: modern ? 'server/discover' : 'initialize',
          params,
        }),
      })
      expect([version, response.status, Object.keys((await response.json()) as object)]).toEqual([
        version,
        200,
        expect.arrayContaining(['result']),
      ])
    }
  })

  it('the catalogue of this host, every entry of which is served as what it says', async () => {
    const catalogue = await readJson<{ entries: { url: string; type: string }[] }>(
      service,
      '/.well-known/ai-catalog.json',
      aiCatalog,
    )
    expect(catalogue.type).toBe('application/ai-catalog+json')
    expect(
      aiCatalog({ specVersion: '1.0', entries: [{ ...catalogue.document.entries[0], data: {} }] }),
    ).not.toEqual([])
    const served: Record<string, string> = {}
    for (const { url, type } of catalogue.document.entries)
      served[type] = (await read(service, new URL(url).pathname)).type
    expect(served).toEqual({
      'application/mcp-server-card+json': 'application/mcp-server-card+json',
      // Their own specifications, or people who open them, want these.
      'application/a2a-agent-card+json': 'application/json; charset=utf-8',
      'application/vnd.oai.openapi+json': 'application/json; charset=utf-8',
      'application/agent-skills+md': 'text/markdown; charset=utf-8',
    })
  })

  it('the agent card of protocol 0.3.0', async () => {
    const { document: card } = await readJson<object>(
      service,
      '/.well-known/agent-card.json',
      agentCard,
    )
    expect(agentCard({ ...card, url: undefined })).toHaveLength(1)
  })

  it('the index of skills, and the skill itself: what the digest says, at most five thousand tokens, every operation with its price', async () => {
    type Index = { skills: Record<'name' | 'url' | 'digest' | 'description', string>[] }
    const { document: index } = await readJson<Index>(
      service,
      '/.well-known/agent-skills/index.json',
      skillIndex,
    )
    const { name, url, digest, description } = index.skills[0]!
    expect(
      skillIndex({ ...index, skills: [{ ...index.skills[0], digest: 'sha256:0' }] }),
    ).toHaveLength(1)
    const { type, text } = await read(service, new URL(url).pathname)
    expect(type).toContain('text/markdown')
    expect(`sha256:${createHash('sha256').update(text).digest('hex')}`).toBe(digest)
    const [, front, body] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(text)!
    expect(front).toContain(`name: ${name}\n`)
    expect(front).toContain(`description: ${JSON.stringify(description)}`)
    expect(new URL(url).pathname).toContain(`/${name}/SKILL.md`)
    expect(body!.length).toBeLessThan(4 * 5000)
    for (const bound of service.app.operations)
      if (bound.kind === 'paid') expect(body).toContain(`\`uk_${bound.operation.id}\``)
  })
})

it('no document names a package that the operator has not published', async () => {
  const path = '/.well-known/agent-skills/uk-intelligence/SKILL.md'
  expect((await read(service, path)).text).not.toMatch(/npx|npm install/)
  expect((await read(named, path)).text).toContain(
    'npx @someone/uk-bridge --url https://intel.example.org',
  )
  expect((await read(service, '/llms.txt')).text).not.toMatch(/npx|npm install/)
})

describe('the claim for glama.ai', () => {
  const schema = { $schema: 'https://glama.ai/mcp/schemas/connector.json' }

  it('is served as it was issued, or as the address of a maintainer', async () => {
    const { type, text } = await read(named, '/.well-known/glama.json')
    expect([type, JSON.parse(text)]).toEqual([
      'application/json; charset=utf-8',
      { ...schema, claim: 'glama_claim_AbCd_123-x' },
    ])
    const other = await startService({ environment: { GLAMA_CLAIM: 'ops@example.org' } })
    const served = JSON.parse((await read(other, '/.well-known/glama.json')).text)
    await other.stop()
    expect(served).toEqual({ ...schema, maintainers: [{ email: 'ops@example.org' }] })
  })

  it('is absent where the operator has none', async () => {
    expect((await fetch(`${service.url}/.well-known/glama.json`)).status).toBe(404)
  })
})
