/**
 * Every example that a running service publishes is called unchanged, paid if required, and
 * answered, in the sandbox with filled indexes.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWorld, type World } from '../../sandbox/world.ts'
import { rawFromFields } from '../../src/api/fields.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { WELL_KNOWN_COMPANIES } from '../../src/company/preview.ts'
import { loadConfig } from '../../src/config.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { type Buyer, createBuyer } from '../support/buyer.ts'
import { startService } from '../support/service.ts'

// biome-ignore lint/suspicious/noExplicitAny: documents of every shape are looked into
type Json = any

interface Call {
  method: string
  target: string
  body: string | null
}

let world: World
let app: App
let buyer: Buyer
const statuses = new Map<string, Promise<number>>()

const read = async (path: string) => await (await fetch(`${app.url}${path}`)).text()
const json = async (path: string) => JSON.parse(await read(path))

beforeAll(async () => {
  world = await startWorld({ port: await freePort(), logLevel: 'silent' })
  const environment = {
    ...world.environment,
    RATE_LIMITS: 'address:60000/60000,free:6000/6000,payer:6000/6000',
  }
  app = await createApp(loadConfig(environment), { previewNumbers: world.previewNumbers })
  await app.start()
  buyer = createBuyer({ privateKey: world.buyer.privateKey })
  const isComplete = async () => {
    const { skills } = (await json('/.well-known/agent-card.json')) as {
      skills: { id: string; examples: string[] }[]
    }
    return skills.every(({ id, examples }) => {
      const { params } = app.operations.find(({ operation }) => operation.id === id)!.operation
      const { input } = JSON.parse(examples[0]!) as { input: object }
      // What changed is shown once something has.
      return (
        Object.keys(params.shape).every((name) => name in input) &&
        (id !== 'changes' || 'cursor' in input)
      )
    })
  }
  // Indexes fill, and the documents follow.
  for (let tries = 0; tries < 300 && !(await isComplete()); tries += 1) await sleep(100)
}, 90_000)
afterAll(async () => {
  await app?.stop()
  await world?.close()
})

/** Once each, however many documents show it. */
function statusOf({ method, target, body }: Call): Promise<number> {
  const key = `${method} ${target} ${body ?? ''}`
  const asked = async () =>
    (
      await buyer.call(
        { method, url: `${app.url}${target}`, ...(body === null ? {} : { body }) },
        { maxUsd: '1' },
      )
    ).status
  const status = statuses.get(key) ?? asked()
  statuses.set(key, status)
  return status
}

async function expectAnswered(calls: readonly Call[], least: number): Promise<void> {
  expect(calls.length).toBeGreaterThanOrEqual(least)
  for (const call of calls) expect([call, await statusOf(call)]).toEqual([call, 200])
}

/** A call of an operation by its fields. */
function callOf(id: string, fields: Readonly<Record<string, unknown>>): Call {
  const { operation } = app.operations.find((bound) => bound.operation.id === id)!
  const { params, query, body } = rawFromFields(operation, fields)
  const path = operation.path.replace(/\{(\w+)\}/g, (template, name: string) =>
    encodeURIComponent(params[name] ?? template),
  )
  const search = new URLSearchParams(query.map(([name, value]) => [name, value])).toString()
  return {
    method: operation.method,
    target: search ? `${path}?${search}` : path,
    body: body === undefined ? null : JSON.stringify(body()),
  }
}

const relative = (url: string) => url.replaceAll('&amp;', '&').replace(app.catalogue.publicUrl, '')

describe('in the sandbox, what is shown is answered:', () => {
  it('the parameters and bodies of the interface description', async () => {
    const { paths } = await json('/openapi.json')
    const calls = Object.values(paths as Record<string, Record<string, never>>).flatMap((methods) =>
      Object.values(methods).map((operation: Json) => {
        const fields = Object.fromEntries(
          (operation.parameters as Json[])
            .filter((each) => each.example !== undefined)
            .map((each) => [each.name, each.example]),
        )
        return callOf(operation.operationId, {
          ...fields,
          ...operation.requestBody?.content['application/json'].examples.example.value,
        })
      }),
    )
    await expectAnswered(
      calls.filter(({ target }) => target !== '/v1/feedback'),
      15,
    )
  })

  it('the examples of the agent card', async () => {
    const { skills } = await json('/.well-known/agent-card.json')
    const examples = (skills as { examples: string[] }[]).flatMap(
      ({ examples: [first] }) => JSON.parse(first!) as { skill: string; input: object },
    )
    await expectAnswered(
      examples
        .filter(({ skill }) => skill !== 'feedback')
        .map(({ skill, input }) => callOf(skill, { ...input })),
      15,
    )
  })

  it('the commands on the pages', async () => {
    const pages = new Set(['/', '/docs/api'])
    const commands: Call[] = []
    for (const path of pages) {
      const html = await read(path)
      for (const [, link] of html.matchAll(/href="(\/docs\/[^"#.]*)"/g)) pages.add(link!)
      const text = html
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll('&#39;', "'")
        .replaceAll('&quot;', '"')
      for (const [, url, data] of text.matchAll(
        /curl -i ['"](http[^'"]+)['"](?:(?:[^\n]*\\\n)+\s*-d '([^']*)')?/g,
      )) {
        commands.push({
          method: data === undefined ? 'GET' : 'POST',
          target: relative(url!),
          body: data ?? null,
        })
      }
    }
    await expectAnswered(
      commands.filter(({ target }) => target !== '/v1/feedback'),
      10,
    )
  })
})

describe('without a filled index', () => {
  it('no example names an unavailable subject, and the call without one gets its price', async () => {
    const service = await startService({ domains: 'real' })
    try {
      const card = (await (await fetch(`${service.url}/.well-known/agent-card.json`)).json()) as {
        skills: { id: string; examples: string[] }[]
      }
      const inputs = new Map(
        card.skills.map(({ id, examples: [first] }) => [
          id,
          (JSON.parse(first!) as { input: object }).input,
        ]),
      )
      expect(inputs.get('tender_brief')).toEqual({})
      expect(inputs.get('grant_eligibility')).toEqual({ org_type: 'charity', region: 'england' })
      expect(inputs.get('company_verdict')).toEqual({ number: WELL_KNOWN_COMPANIES[0] })
      const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as Json
      expect(paths['/v1/tenders/{ocid}/brief'].get.parameters[0].example).toBeUndefined()
      const quoted = await fetch(`${service.url}/v1/tenders/{ocid}/brief`)
      expect(quoted.status).toBe(402)
      const { info } = ((await quoted.json()) as Json).extensions.bazaar
      expect([info.example, info.input.pathParams]).toEqual([
        'invented',
        app.operations.find(({ operation }) => operation.id === 'tender_brief')!.operation.example
          .answeredInput,
      ])
    } finally {
      await service.stop()
    }
  })

  it('the call that README shows is about a company of the real register', () => {
    const [, number] = /call GET \/v1\/company\/(\w+)\/verdict/.exec(
      readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8'),
    )!
    expect(WELL_KNOWN_COMPANIES).toContain(number)
  })
})
