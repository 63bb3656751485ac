/**
 * Packages as buyers get them: packed, installed into an empty folder, and used on every installed
 * Node and in a browser.
 */
import { execFile, execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { chromium } from 'playwright-core'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listNamings } from '../../scripts/package-names.ts'
import { type LocalService, startLocalService } from '../../src/commands/local-service.ts'
import { priceText } from '../../src/contract/price.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { askedPrice } from '../support/asked-price.ts'
import { browserProgram } from '../support/browser.ts'
import { createFolder } from '../support/folder.ts'
import { nodesHere } from '../support/nodes.ts'
import { buildAndPack, install } from '../support/packed.ts'

const root = join(import.meta.dirname, '../..')
const execute = promisify(execFile)
const browser = browserProgram()

const MOST_CLIENT_BYTES = 130_000
const MOST_BRIDGE_BYTES = 25_000_000

let service: LocalService
let folder: string
const sizes: Record<string, number> = {}
beforeAll(async () => {
  folder = createFolder()
  install(folder, [buildAndPack('client', folder), buildAndPack('mcp', folder)])
  for (const name of ['ukintel-client', 'ukintel-mcp'])
    sizes[name] = bytesIn(join(folder, 'node_modules', name))
  service = await startLocalService({ port: await freePort(), logLevel: 'silent' })
}, 300_000)
afterAll(async () => {
  await service?.close()
})

const verdict = () => askedPrice(`${service.app.url}/v1/company/99000001/verdict`)

/** A second folder with the official clients. */
function withPayments(name: string): string {
  const modules = join(folder, name, 'node_modules')
  rmSync(modules, { recursive: true, force: true })
  mkdirSync(modules, { recursive: true })
  for (const each of ['@x402', 'viem', 'zod'])
    symlinkSync(join(root, 'node_modules', each), join(modules, each))
  return join(folder, name)
}

function bytesIn(path: string): number {
  return readdirSync(path, { withFileTypes: true, recursive: true }).reduce(
    (sum, entry) =>
      entry.isFile() ? sum + statSync(join(entry.parentPath, entry.name)).size : sum,
    0,
  )
}

describe('the client that others install', () => {
  it('is under 130 kB and has no dependency', () => {
    expect(sizes['ukintel-client']).toBeLessThan(MOST_CLIENT_BYTES)
    const { dependencies, peerDependencies } = JSON.parse(
      readFileSync(join(folder, 'node_modules/ukintel-client/package.json'), 'utf8'),
    ) as Record<string, unknown>
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined])
    expect(
      readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    ).toEqual(['ukintel-client', 'ukintel-mcp'])
  })

  const TYPED = `import { type Called, createClient, PaymentRequiredError, ProblemError, UnexpectedAnswerError } from 'ukintel-client'
const client = createClient({ baseUrl: 'https://service.example' })
export async function judged(): Promise<number | string> {
  try {
    const { answer, receipt } = await client.companyVerdict({ number: '00445790', detail: 'full' }, { signal: AbortSignal.timeout(1000) })
    const transaction: string | undefined = receipt?.transaction
    return transaction ?? answer.verdict.score
  } catch (error) {
    if (error instanceof PaymentRequiredError) return error.price
    if (error instanceof ProblemError) return error.problem.code
    if (error instanceof UnexpectedAnswerError) return error.status
    throw error
  }
}
// @ts-expect-error an unknown field is a mistake
void client.companyVerdict({ numbr: '1' })
export type Search = Called<unknown>
`

  it.each([
    ['node16', 'node16', []],
    ['nodenext', 'nodenext', []],
    ['esnext', 'bundler', []],
    ['esnext', 'node10', ['--ignoreDeprecations', '6.0']],
  ])('type-checks with module %s and resolution %s', async (module, resolution, more) => {
    writeFileSync(join(folder, 'typed.ts'), TYPED)
    const tsc = join(root, 'node_modules/typescript/bin/tsc')
    const args = [
      '--noEmit',
      '--strict',
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
      '--module',
      module,
      '--moduleResolution',
      resolution,
      ...more,
      'typed.ts',
    ]
    await execute(process.execPath, [tsc, ...args], { cwd: folder }).catch(
      (error: { stdout: string }) => expect(error.stdout).toBe(''),
    )
  })

  describe.each(nodesHere())('on Node $version', ({ program }) => {
    it('reads prices from the terms, problems, and answers of other servers', async () => {
      const { stdout } = await execute(program, ['--input-type=module', '-e', TELLING], {
        cwd: folder,
        env: { SERVICE: service.app.url },
      })
      expect(stdout.trim().split('\n')).toEqual([
        'ok',
        (await verdict()).text,
        (await askedPrice(`${service.app.url}/v1/company/search?q=harbour`)).text,
        'VALIDATION charged false',
        '502 <h1>Bad gateway</h1>',
        '200 not JSON',
        'AbortError',
      ])
    })

    it('buys with the official fetch', async () => {
      withPayments('buyer')
      writeFileSync(join(folder, 'buyer/buy.mjs'), BUYING)
      const { stdout } = await execute(program, ['buyer/buy.mjs'], {
        cwd: folder,
        env: { SERVICE: service.app.url, BUYER_PRIVATE_KEY: service.world.buyer.privateKey },
      })
      expect(stdout).toMatch(/^[A-Z ]+ \d+ 0x[0-9a-f]{64} \d\.\d{2,}\n$/)
      expect(stdout).toContain(` ${(await verdict()).text}\n`)
    })
  })

  it.skipIf(!browser)('calls from a page of another origin in a browser', async () => {
    const shop = createServer(({ url = '/' }, response) => {
      if (url === '/')
        return response
          .setHeader('content-type', 'text/html')
          .end('<!doctype html><title>Shop</title><link rel="icon" href="data:,">')
      return response
        .setHeader('content-type', 'text/javascript')
        .end(readFileSync(join(folder, 'node_modules/ukintel-client/dist', url)))
    })
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    const started = await chromium.launch({ executablePath: browser!, args: ['--no-sandbox'] })
    try {
      const page = await started.newPage()
      await page.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`)
      const told = await page.evaluate(`import('/index.js').then(async ({ createClient }) => {
        const client = createClient({ baseUrl: ${JSON.stringify(service.app.url)} })
        const { answer, requestId } = await client.health()
        const price = await client.companyVerdict({ number: '99000001' }).catch((error) => error.name + ' ' + error.price)
        return [typeof answer.status, requestId.slice(0, 4), price]
      })`)
      expect(told).toEqual(['string', 'req_', `PaymentRequiredError ${(await verdict()).text}`])
    } finally {
      await started.close()
      shop.close()
    }
  })
})

it('are made ready for publishing under the names and addresses that the operator has stated, and say what is left out', () => {
  const publishable = (keys: readonly string[], environment: Record<string, string>) => {
    const args = ['scripts/publishable.ts', ...keys]
    const told = execFileSync(process.execPath, args, {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, ...environment },
    })
    const manifest = (name: string) =>
      JSON.parse(readFileSync(join(root, 'publish', name, 'package.json'), 'utf8')) as object
    return { told, client: manifest('client'), mcp: manifest('mcp') }
  }
  const stated = publishable(['client', 'mcp'], {
    REPOSITORY_URL: 'https://git.example.org/acme/uk.git',
    PUBLIC_URL: 'https://intel.example.org/',
    CONTACT_EMAIL: 'ops@example.org',
    CLIENT_PACKAGE: '@acme/uk-client',
    BRIDGE_PACKAGE: '@acme/uk-mcp',
  })
  expect(stated.told).toBe('publish/client: @acme/uk-client\npublish/mcp: @acme/uk-mcp\n')
  const publisher = {
    repository: { type: 'git', url: 'git+https://git.example.org/acme/uk.git' },
    homepage: 'https://intel.example.org',
    bugs: { email: 'ops@example.org' },
  }
  expect(stated.client).toMatchObject({ name: '@acme/uk-client', ...publisher })
  expect(stated.mcp).toMatchObject({ name: '@acme/uk-mcp', ...publisher })
  expect(stated.client).not.toHaveProperty('private')
  expect(readFileSync(join(root, 'publish/client/README.md'), 'utf8')).toContain(
    "from '@acme/uk-client'",
  )
  expect(readdirSync(join(root, 'publish/mcp')).sort()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
  ])
  const named = { CLIENT_PACKAGE: '@acme/uk-client', BRIDGE_PACKAGE: '@acme/uk-mcp' }
  const silent = publishable(['client'], named)
  for (const variable of ['REPOSITORY_URL', 'PUBLIC_URL', 'CONTACT_EMAIL'])
    expect(silent.told).toContain(variable)
  for (const field of ['repository', 'homepage', 'bugs'])
    expect(silent.client).not.toHaveProperty(field)
}, 300_000)

it.each([
  ['CLIENT_PACKAGE', 'client'],
  ['BRIDGE_PACKAGE', 'mcp'],
])('are not made ready for publishing while %s is unset', async (variable, key) => {
  await expect(
    execute(process.execPath, ['scripts/publishable.ts', key], {
      cwd: root,
      env: { PATH: process.env.PATH },
    }),
  ).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: `${variable} is not set: state the name under which you own the package ${key}\n`,
  })
})

it('finds each line of a document that names a package, and no address of one', () => {
  const text = 'npm install a-client\nimport x from "a-client"\n@acme/a-client\npackages/a-client/x'
  expect(listNamings([{ path: 'README.md', text }], ['a-client'])).toEqual([
    'README.md:1 names the package a-client',
    'README.md:2 names the package a-client',
  ])
})

it.skipIf(!browser)(
  'buys in a browser, from a page of another origin, with the official fetch',
  async () => {
    const shopFolder = withPayments('page')
    const entry = join(shopFolder, 'buy.mjs')
    writeFileSync(entry, BUYING_IN_A_PAGE)
    const bundle = await rolldown({ input: entry, platform: 'browser', logLevel: 'silent' })
    const { output } = await bundle.generate({ format: 'iife' })
    await bundle.close()
    const page = `<!doctype html><title>Shop</title><link rel="icon" href="data:,"><script>${output[0].code.replaceAll('</script', '<\\/script')}</script>`
    const shop = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end(page),
    )
    await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
    const started = await chromium.launch({ executablePath: browser!, args: ['--no-sandbox'] })
    const before = await service.world.money.balance(service.world.seller.address)
    const { text, atomic } = await verdict()
    try {
      const opened = await started.newPage()
      await opened.goto(`http://127.0.0.1:${(shop.address() as AddressInfo).port}/`)
      const told = await opened.evaluate(
        `buyVerdict(${JSON.stringify([service.app.url, service.world.buyer.privateKey])})`,
      )
      expect(told).toMatch(/^[A-Z ]+ \d+ 0x[0-9a-f]{64} \d\.\d{2,}$/)
      expect(told).toMatch(new RegExp(` ${text}$`))
    } finally {
      await started.close()
      shop.close()
    }
    expect((await service.world.money.balance(service.world.seller.address)) - before).toBe(atomic)
  },
  120_000,
)

const BUYING_IN_A_PAGE = `import { createClient } from 'ukintel-client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
globalThis.buyVerdict = async ([baseUrl, key]) => {
  const payments = new x402Client().register('eip155:84532', new ExactEvmScheme(privateKeyToAccount(key)))
  const client = createClient({ baseUrl, fetch: wrapFetchWithPayment(fetch, payments) })
  const { answer, receipt } = await client.companyVerdict({ number: '99000001' })
  return [answer.result.name, answer.verdict.score, receipt.transaction, answer.cost.amount].join(' ')
}
`

const TELLING = `import { createClient, PaymentRequiredError, ProblemError, UnexpectedAnswerError } from 'ukintel-client'
const client = createClient({ baseUrl: process.env.SERVICE + '/' })
const say = (text) => console.log(text)
say((await client.health()).answer.status === 'ok' || 'degraded' ? 'ok' : '')
const failed = (promise) => promise.then(() => { throw new Error('answered') }, (error) => error)
for (const price of [client.companyVerdict({ number: '99000001' }), client.companySearch({ q: 'harbour' })]) {
  const error = await failed(price)
  say(error instanceof PaymentRequiredError ? error.price : error)
}
const problem = await failed(client.companySearch({ q: 'x' }))
say(problem instanceof ProblemError ? problem.problem.code + ' charged ' + problem.problem.charged : problem)
for (const [status, text] of [[502, '<h1>Bad gateway</h1>'], [200, 'not JSON']]) {
  const proxied = createClient({ baseUrl: 'http://proxy.test', fetch: async () => new Response(text, { status }) })
  const error = await failed(proxied.health())
  say(error instanceof UnexpectedAnswerError ? error.status + ' ' + error.text : error)
}
const controller = new AbortController()
controller.abort()
say((await failed(client.health({}, { signal: controller.signal }))).name)
`

const BUYING = `import { createClient } from 'ukintel-client'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPayment, x402Client } from '@x402/fetch'
import { privateKeyToAccount } from 'viem/accounts'
const payments = new x402Client().register('eip155:84532', new ExactEvmScheme(privateKeyToAccount(process.env.BUYER_PRIVATE_KEY)))
const client = createClient({ baseUrl: process.env.SERVICE, fetch: wrapFetchWithPayment(fetch, payments) })
const { answer, receipt } = await client.companyVerdict({ number: '99000001' })
console.log(answer.result.name, answer.verdict.score, receipt.transaction, answer.cost.amount)
`

describe('the bridge that others install', () => {
  it('is one file, installs nothing else and stays under 25 MB', () => {
    expect(sizes['ukintel-mcp']).toBeLessThan(MOST_BRIDGE_BYTES)
    expect(readdirSync(join(folder, 'node_modules/ukintel-mcp/dist'))).toEqual(['main.js'])
  })

  const wallet = (directory: string, maxUsd: string) => ({
    PATH: process.env.PATH!,
    BUYER_PRIVATE_KEY: service.world.buyer.privateKey,
    BUYER_STATE_DIR: directory,
    BUYER_MAX_USD: maxUsd,
  })

  describe.each(nodesHere())('on Node $version', ({ program }) => {
    it('says how it is called', async () => {
      const main = join(folder, 'node_modules/ukintel-mcp/dist/main.js')
      await expect(execute(program, [main])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('--url is the address of a service'),
      })
      await expect(execute(program, [main, '--budget', '1'])).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('usage:'),
      })
    })

    it('pays for a tool, and keeps to its limit across a restart', async () => {
      const directory = mkdtempSync(join(folder, 'state-'))
      // One, and not two.
      const { text, atomic } = await verdict()
      const ask = async (number: string) => {
        const client = new Client(
          { name: 'host', version: '1' },
          { versionNegotiation: { mode: 'auto' } },
        )
        const args = [
          join(folder, 'node_modules/ukintel-mcp/dist/main.js'),
          '--url',
          service.app.url,
          '--budget-usd',
          priceText((atomic * 3n) / 2n),
        ]
        await client.connect(
          new StdioClientTransport({
            command: program,
            args,
            env: wallet(directory, text),
            stderr: 'ignore',
          }),
        )
        try {
          const { isError, structuredContent, content } = await client.callTool({
            name: 'uk_company_verdict',
            arguments: { number },
          })
          return { isError: isError ?? false, said: JSON.stringify(structuredContent ?? content) }
        } finally {
          await client.close()
        }
      }
      const before = await service.world.money.balance(service.world.seller.address)
      expect(await ask('99000001')).toMatchObject({
        isError: false,
        said: expect.stringContaining('"score"'),
      })
      const second = await ask('99000003')
      expect(second.said).not.toContain('"score"')
      expect((await service.world.money.balance(service.world.seller.address)) - before).toBe(
        atomic,
      )
    })
  })
})
