/**
 * The examples, run as a reader would run them, against the sandbox, on every Node that is here.
 */
import { execFile, execFileSync } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalService, startLocalService } from '../../src/commands/local-service.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { askedPrice } from '../support/asked-price.ts'
import { createFolder } from '../support/folder.ts'
import { nodesHere } from '../support/nodes.ts'
import { eventually } from '../support/world.ts'

const pythons = ['python3', '/usr/bin/python3', '/usr/local/bin/python3']

const execute = promisify(execFile)
let service: LocalService
beforeAll(async () => {
  service = await startLocalService({ port: await freePort(), logLevel: 'silent' })
}, 60_000)
afterAll(() => service?.close())

const PROFILE = '/v1/company/99000001'
const asked = (path: string) => askedPrice(`${service.app.url}${path}`)
/** A search and a verdict. */
const both = async () =>
  (await asked('/v1/company/search?q=harbour')).atomic + (await asked(`${PROFILE}/verdict`)).atomic

describe.each(nodesHere())('examples on Node $version', ({ program }) => {
  async function run(
    command: string,
    ...args: string[]
  ): Promise<{ output: string; paidAtomic: bigint }> {
    const { money, seller, buyer } = service.world
    const before = await money.balance(seller.address)
    const { stdout } = await execute(command, args, {
      env: {
        PATH: process.env.PATH,
        NODE: program,
        UKINTEL_URL: service.app.url,
        BUYER_PRIVATE_KEY: buyer.privateKey,
      },
    })
    return { output: stdout, paidAtomic: (await money.balance(seller.address)) - before }
  }

  it('fetch.mjs buys a search and a verdict', async () => {
    const { output, paidAtomic } = await run(program, 'examples/fetch.mjs')
    expect(output).toMatch(
      /^\d+ matches, paid \d\.\d+ USDC in 0x[0-9a-f]{64}\nHARBOUR LANE BAKERY LIMITED: \d+ of 100, \w+, .+\n$/,
    )
    expect(paidAtomic).toBe(await both())
  })

  it('curl.sh requests a price, signs and gets a profile', async () => {
    const { output, paidAtomic } = await run('bash', 'examples/curl.sh')
    expect(output).toContain('terms: {"x402Version":2')
    expect(output).toContain('"company_number":"99000001"')
    expect(paidAtomic).toBe((await asked(PROFILE)).atomic)
  })

  it('mcp-client.mjs lists all tools and pays for one', async () => {
    const { output, paidAtomic } = await run(program, 'examples/mcp-client.mjs')
    expect(output).toMatch(/\d+ tools: uk_company_search .*uk_tender_buyer/)
    expect(output).toContain(`costs ${(await asked(PROFILE)).text} USDC on eip155:84532`)
    expect(output).toMatch(/HARBOUR LANE BAKERY LIMITED is active; receipt \{"success":true/)
    expect(paidAtomic).toBe((await asked(PROFILE)).atomic)
  })

  it('agent.mjs spends within its budget and pays for nothing that failed', async () => {
    const { output, paidAtomic } = await run(program, 'examples/agent.mjs')
    expect(output).toContain('/v1/company/99999999: SUBJECT_NOT_FOUND')
    expect(output).toContain('/v1/company/12: COMPANY_NUMBER_INVALID')
    const [spent, tenders] = [await both(), await asked('/v1/tenders/search?q=catering')]
    const inUsdc = (atomic: bigint) => Number(atomic) / 1_000_000
    expect(output).toContain(
      `q=catering: costs ${tenders.usdc} USDC, only ${inUsdc(150_000n - spent)} left, not bought`,
    )
    expect(output).toContain(`${inUsdc(spent)} USDC spent`)
    expect(paidAtomic).toBe(spent)
  })

  it('own-reading.mjs reads a text by itself and buys the judgement of what it quotes', async () => {
    const text = `${service.app.url}/v1/grants/village-halls-warm-roof-fund/text`
    await eventually(async () => (await fetch(text)).ok)
    const { output, paidAtomic } = await run(program, 'examples/own-reading.mjs')
    expect(output).toContain('3 readings, 2 of them quoted from the text')
    expect(output).toMatch(/Village Halls Warm Roof Fund: ineligible, paid 0\.15 USDC/)
    expect(output).toMatch(/^ {2}fail INCOME, read by caller: Your annual income must be less/m)
    expect(output).toMatch(
      /^ {2}pass GOVERNANCE, read by caller: You must have at least 3 trustees/m,
    )
    expect(output).toMatch(/^ {2}undeclared \w+, read by rules-/m)
    expect(paidAtomic).toBe(150_000n)
  })
})

it.each(['fetch.mjs', 'mcp-client.mjs', 'agent.mjs', 'own-reading.mjs'])(
  '%s says what is missing without a key',
  async (name) => {
    const refused = execute(process.execPath, [`examples/${name}`], {
      env: { PATH: process.env.PATH, UKINTEL_URL: service.app.url },
    })
    await expect(refused).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^BUYER_PRIVATE_KEY is missing[^\n]*\n[^\n]*npm run sandbox/),
    })
  },
)

describe('the quickstart', () => {
  /** A tab of the page: commands in order, and files by the name above them. */
  interface Block {
    file: string | null
    text: string
  }

  async function blocksOf(language: string): Promise<Block[]> {
    const html = await (await fetch(`${service.app.url}/docs`)).text()
    const panel = html
      .split('<div class="tab">')
      .find((each) => each.includes(`<h2 class="unseen">${language}</h2>`))!
    return [
      ...panel.matchAll(
        /(?:<p class="file"><code>([^<]+)<\/code><\/p>)?<pre [^>]*><code>([\s\S]*?)<\/code><\/pre>/g,
      ),
    ].map(([, file, code]) => ({
      file: file ?? null,
      text: plain(code!),
    }))
  }

  const plain = (html: string) =>
    html
      .replace(/<[^>]+>/g, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&#39;', "'")
      .replaceAll('&amp;', '&')

  /**
   * Types the tab off, from the top. Its `npm install` finds the packages of this project; Python's
   * client has to be here.
   */
  async function follow(
    language: string,
    node: string,
  ): Promise<{ output: string; paidAtomic: bigint }> {
    const { symlinkSync, writeFileSync } = await import('node:fs')
    const { delimiter, dirname, join } = await import('node:path')
    const folder = createFolder()
    const { money, seller, buyer } = service.world
    symlinkSync(join(import.meta.dirname, '../../node_modules'), join(folder, 'node_modules'))
    const before = await money.balance(seller.address)
    const lines = ['set -e']
    for (const { file, text } of await blocksOf(language)) {
      if (file !== null) writeFileSync(join(folder, file), text)
      else if (!/^(npm|pip) install |^\{/.test(text)) lines.push(text)
    }
    const { stdout } = await execute('bash', ['-c', lines.join('\n')], {
      cwd: folder,
      env: {
        PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
        BUYER_PRIVATE_KEY: buyer.privateKey,
      },
    })
    return { output: stdout, paidAtomic: (await money.balance(seller.address)) - before }
  }

  const SENTENCE = /[A-Z ]+: \d+ of 100, \w+/

  describe.each(nodesHere())('on Node $version', ({ program }) => {
    it.each([
      ['curl', /402 Payment Required[\s\S]*"verdict":\{"score":\d+/],
      ['TypeScript', SENTENCE],
      ['MCP', SENTENCE],
    ])('for %s buys what it says, as printed', async (language, said) => {
      const { output, paidAtomic } = await follow(language, program)
      expect(output).toMatch(said)
      expect(paidAtomic).toBe((await asked(`${PROFILE}/verdict`)).atomic)
    })
  })

  const anyPython = pythons.find((program) => runs(program, 'pass')) ?? null
  it.skipIf(anyPython === null)(
    'for Python is Python, and names a limit and the network',
    async () => {
      const program = (await blocksOf('Python')).find(({ file }) => file !== null)!.text
      expect(() =>
        execFileSync(anyPython!, ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], {
          input: program,
        }),
      ).not.toThrow()
      expect(program).toMatch(/networks="eip155:\d+"[\s\S]*policies=\[max_amount\(\d/)
    },
  )

  const python =
    pythons.find((program) =>
      runs(program, 'import x402.mechanisms.evm.exact, eth_account, requests'),
    ) ?? null
  if (python === null)
    process.stderr.write(
      'skipped: the quickstart for Python (no official x402 client for Python here)\n',
    )
  it.skipIf(python === null)('for Python buys what it says, as printed', async () => {
    const { output, paidAtomic } = await follow('Python', python!)
    expect(output).toMatch(SENTENCE)
    expect(paidAtomic).toBe((await asked(`${PROFILE}/verdict`)).atomic)
  })
})

function runs(python: string, line: string): boolean {
  try {
    execFileSync(python, ['-c', line], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
