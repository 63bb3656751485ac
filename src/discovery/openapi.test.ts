import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { answerCheck, type OpenApi } from '../../test/support/openapi.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { ERROR_CATALOGUE } from '../platform/errors.ts'

let service: Service
let document: OpenApi

beforeAll(async () => {
  service = await startService()
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as OpenApi
})
afterAll(() => service.stop())

describe('openapi.json', () => {
  it('describes every registered operation, paid ones with a scheme, free ones without', () => {
    const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(described.map((operation) => operation.operationId).sort()).toEqual(
      service.app.operations.map((bound) => bound.operation.id).sort(),
    )
    for (const bound of service.app.operations) {
      const operation = document.paths[bound.operation.path]![bound.operation.method.toLowerCase()]!
      expect(operation.security).toEqual(bound.kind === 'paid' ? [{ x402: [] }] : [])
      expect(operation['x-payment-info'] !== undefined).toBe(bound.kind === 'paid')
      expect(Object.keys(operation.responses)).toContain('400')
      expect('402' in operation.responses).toBe(bound.kind === 'paid')
    }
    expect(document.info.version).toBe('1.3.0')
    expect(document.info['x-guidance'].length).toBeLessThan(4000)
  })

  it('carries examples that are valid by its own schemas', async () => {
    const real = await startService({ domains: 'real' })
    const whole = (await (await fetch(`${real.url}/openapi.json`)).json()) as OpenApi
    await real.stop()
    const check = answerCheck(whole)
    const faults: string[] = []
    for (const [path, methods] of Object.entries(whole.paths)) {
      for (const [method, operation] of Object.entries(methods)) {
        for (const status of ['200', '402']) {
          const content = operation.responses[status]?.content?.['application/json']
          const values = [
            ...Object.values(content?.examples ?? {}).map(({ value }) => value),
            ...(content?.example ? [content.example] : []),
          ]
          for (const value of values) {
            const headers = new Headers({ 'content-type': 'application/json' })
            for (const name of Object.keys(operation.responses[status]!.headers ?? {}))
              headers.set(name, 'x')
            faults.push(
              ...check(method, path, {
                status: Number(status),
                headers,
                text: JSON.stringify(value),
              }),
            )
          }
        }
      }
    }
    expect(faults).toEqual([])
  })

  it('passes the linter of its format without a word', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ukintel-lint-'))
    const file = join(folder, 'openapi.json')
    writeFileSync(file, JSON.stringify(document))
    try {
      const output = execFileSync(
        process.execPath,
        ['node_modules/.bin/redocly', 'lint', '--format', 'json', file],
        {
          encoding: 'utf8',
          env: { ...process.env, REDOCLY_TELEMETRY: 'off' },
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      expect(JSON.parse(output)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe('documents', () => {
  it('are cached by their strong ETag and not sent again to who has them', async () => {
    const first = await fetch(`${service.url}/openapi.json`)
    const etag = first.headers.get('etag')!
    expect(etag).toMatch(/^"[0-9a-f]{32}-gz"$/)
    const plain = await fetch(`${service.url}/openapi.json`, {
      headers: { 'accept-encoding': 'identity' },
    })
    expect(`"${plain.headers.get('etag')!.slice(1, -1)}-gz"`).toBe(etag)
    expect([await plain.text(), plain.headers.get('vary')]).toEqual([
      await first.clone().text(),
      'accept-encoding',
    ])
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    for (const held of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await fetch(`${service.url}/openapi.json`, {
        headers: { 'if-none-match': held },
      })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
    }
    expect(
      (await fetch(`${service.url}/openapi.json`, { headers: { 'if-none-match': '"other"' } }))
        .status,
    ).toBe(200)
  })

  it('answer HEAD without a body, OPTIONS with 204, anything else with 405', async () => {
    const head = await fetch(`${service.url}/openapi.json`, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect((await fetch(`${service.url}/openapi.json`, { method: 'OPTIONS' })).status).toBe(204)
    const post = await fetch(`${service.url}/openapi.json`, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS'])
  })

  it('has an anchor for every error code where the type of a problem points', async () => {
    const page = await (await fetch(`${service.url}/docs/errors`)).text()
    const text = await (await fetch(`${service.url}/docs/errors.md`)).text()
    for (const code of Object.keys(ERROR_CATALOGUE)) {
      expect(page).toContain(`id="${code.toLowerCase()}"`)
      expect(text).toContain(`<a id="${code.toLowerCase()}"></a>`)
    }
    const problem = (await (await fetch(`${service.url}/v1/nothing`)).json()) as { type: string }
    const [address, anchor] = problem.type.split('#')
    expect(await (await fetch(address!)).text()).toContain(`id="${anchor}"`)
  })
})
