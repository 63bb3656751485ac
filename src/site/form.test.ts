import { execFileSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service.ts'
import { rawFromFields } from '../api/fields.ts'
import type { Bound } from '../api/registry.ts'
import { exampleCurl, formHtml } from './form.ts'
import { operationPage } from './reference-pages.ts'
import { createSite, type Site } from './site.ts'
import { buildRequest, buildSnippets, type CallSpec } from './snippets.ts'

let service: Service
let site: Site
beforeAll(async () => {
  service = await startService({ domains: 'real', overrides: { preload: true } })
  site = createSite(service.app.catalogue, () => Promise.reject(new Error('not read')))
})
afterAll(() => service?.stop())

const find = (id: string) =>
  service.app.catalogue.operations.find(({ operation }) => operation.id === id) as Bound
describe('the form of an operation', () => {
  it('has one labelled control for every field, required ones said so', () => {
    for (const bound of service.app.catalogue.operations) {
      const { params, query, body, id } = bound.operation
      const names = [params, query, body].flatMap((shape) => Object.keys(shape?.shape ?? {}))
      const html = formHtml(bound, site)
      const shown = [...html.matchAll(/class="field" data-name="(\w+)"/g)].map(([, name]) => name)
      expect(shown.toSorted(), id).toEqual(names.toSorted())
      for (const name of names)
        expect(html, `${id} ${name}`).toMatch(
          new RegExp(
            `<label for="field-${name}">|data-name="${name}"[^>]*><legend>[^<]+ <code>${name}</code>`,
          ),
        )
    }
    expect(formHtml(find('company_verdict'), site)).toMatch(
      /id="field-number"[^>]* aria-required="true"/,
    )
  })

  it('offers what an enumeration allows, and the boxes of a list', () => {
    const contracts = formHtml(find('contracts_search'), site)
    expect(contracts).toMatch(
      /<select id="field-status"[\s\S]*?not given[\s\S]*?running[\s\S]*?ended[\s\S]*?all<\/option><\/select>/,
    )
    const fit = formHtml(find('tenders_fit_score'), site)
    expect(fit).toMatch(/type="checkbox" id="field-regions-0" value="scotland" checked/)
    expect(fit).toMatch(/<textarea id="field-keywords"[^>]*>grounds maintenance<\/textarea>/)
  })

  it('sends no invented report to the operator', () => {
    expect(formHtml(find('feedback'), site)).toMatch(
      /<textarea id="field-message"[^>]*><\/textarea>/,
    )
  })

  it('is part of the page of its operation', () => {
    expect(operationPage(find('company_verdict'), site)).toContain('<form')
  })
})

describe('a call as text', () => {
  const spec: CallSpec = {
    operationId: 'tenders_fit_score',
    method: 'POST',
    path: '/v1/a/{id}',
    publicUrl: 'https://intel.example',
    network: 'eip155:84532',
    maxUsd: '0.20',
  }
  const HOSTILE = `it's "quoted" \`\${x}\` \\ $(y) \n</script>`
  const fields = [
    { name: 'id', in: 'path' as const, value: 'a/b' },
    { name: 'q', in: 'query' as const, value: HOSTILE },
    { name: 'text', in: 'body' as const, value: HOSTILE },
  ]
  const textOf = (title: string, given = spec) =>
    buildSnippets(given, fields).find(([each]) => each === title)![1]

  it('is the request of the example, for every operation', () => {
    for (const bound of service.app.catalogue.operations) {
      const { operation } = bound
      const { params, query, body } = rawFromFields(operation, operation.example.input)
      const path = operation.path.replace(/\{(\w+)\}/g, (template, name: string) =>
        encodeURIComponent(params[name] ?? template).replaceAll(/%7B|%7D/g, (code) =>
          decodeURIComponent(code),
        ),
      )
      const search = query.length > 0 ? `?${new URLSearchParams(query as [string, string][])}` : ''
      const text = exampleCurl(bound, site)
      expect(text, operation.id).toContain(`curl -i '${site.catalogue.publicUrl}${path}${search}'`)
      if (body)
        expect(text.replaceAll(`'\\''`, "'"), operation.id).toContain(JSON.stringify(body()))
    }
  })

  it('reaches a shell as it was written', () => {
    const command = textOf('curl').replace(/^curl -i/, 'printf "%s\\n"')
    const printed = execFileSync('sh', ['-c', command], { encoding: 'utf8' })
    const { target, body } = buildRequest(spec, fields)
    expect(printed).toBe(
      [
        `https://intel.example${target}`,
        '-H',
        'content-type: application/json',
        '-d',
        body,
        '',
      ].join('\n'),
    )
    expect(target).toContain('/v1/a/a%2Fb?q=')
  })

  it('is valid TypeScript, Python and JSON-RPC, whatever the fields say', () => {
    for (const maxUsd of ['0.20', null]) {
      expect(() => stripTypeScriptTypes(textOf('TypeScript', { ...spec, maxUsd }))).not.toThrow()
      const source = textOf('Python', { ...spec, maxUsd })
      expect(() =>
        execFileSync('python3', ['-c', 'import ast,sys; ast.parse(sys.stdin.read())'], {
          input: source,
        }),
      ).not.toThrow()
    }
    expect(JSON.parse(textOf('MCP'))).toMatchObject({
      method: 'tools/call',
      params: { name: 'uk_tenders_fit_score', arguments: { id: 'a/b', q: HOSTILE, text: HOSTILE } },
    })
  })

  it('limits what a program may pay to the price', () => {
    expect(textOf('TypeScript')).toContain("maxAmountPerPayment: '$0.20'")
    expect(textOf('Python')).toContain('max_amount(200000)')
    expect(textOf('TypeScript', { ...spec, maxUsd: null })).not.toContain('wallet')
  })
})
