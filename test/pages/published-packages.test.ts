/**
 * Pages name a package only under a published name: anyone could publish under an unused one and
 * receive private keys.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '../../src/config.ts'
import { type Service, startService } from '../support/service.ts'

let untold: Service
let told: Service
beforeAll(async () => {
  untold = await startService({ domains: 'real' })
  told = await startService({
    domains: 'real',
    environment: { CLIENT_PACKAGE: '@acme/uk-client', BRIDGE_PACKAGE: '@acme/uk-mcp' },
  })
})
afterAll(async () => {
  await untold?.stop()
  await told?.stop()
})

const text = async ({ url }: Service, path: string) => await (await fetch(`${url}${path}`)).text()

describe('packages of our own', () => {
  it.each(['/', '/docs', '/llms.txt', '/llms-full.txt', '/openapi.json'])(
    '%s names none that nobody has published',
    async (path) => {
      expect(await text(untold, path)).not.toMatch(
        /npx|ukintel-client|ukintel-mcp|npm install ukintel/,
      )
    },
  )

  it('are named as the operator has published them', async () => {
    const html = await text(told, '/docs')
    expect(html).toContain('@acme/uk-client')
    expect(html).toContain('@acme/uk-mcp')
    expect(html).not.toMatch(/ukintel-client|ukintel-mcp|ukintel\/packages|build:packages/)
  })

  it('are offered to hosts without a wallet on the first screen', async () => {
    const html = await text(told, '/')
    expect(html).toContain('With a wallet')
    expect(html).toContain('@acme/uk-mcp')
  })

  it.each(['Capital', 'two words', '../up', '@scope'])(
    'a name that no registry takes is refused: %s',
    (name) => {
      expect(() =>
        loadConfig({
          X402_PAY_TO: '0x1111111111111111111111111111111111111111',
          BRIDGE_PACKAGE: name,
        }),
      ).toThrow('BRIDGE_PACKAGE')
    },
  )
})
