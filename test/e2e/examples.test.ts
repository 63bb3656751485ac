/** The examples, run as a reader would run them, against the sandbox. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LocalService, startLocalService } from '../../src/commands/local-service.ts'
import { freePort } from '../../src/doors/free-port.ts'

const execute = promisify(execFile)
let service: LocalService
beforeAll(async () => {
  service = await startLocalService({ port: await freePort(), logLevel: 'silent' })
}, 60_000)
afterAll(() => service?.close())

async function run(command: string, ...args: string[]): Promise<{ output: string; paidAtomic: bigint }> {
  const { money, seller, buyer } = service.world
  const before = await money.balance(seller.address)
  const { stdout } = await execute(command, args, {
    env: { PATH: process.env.PATH, NODE: process.execPath, UKINTEL_URL: service.app.url, BUYER_PRIVATE_KEY: buyer.privateKey },
  })
  return { output: stdout, paidAtomic: (await money.balance(seller.address)) - before }
}

describe('examples', () => {
  it('fetch.ts buys a search and a verdict', async () => {
    const { output, paidAtomic } = await run(process.execPath, 'examples/fetch.ts')
    expect(output).toMatch(/^\d+ matches, paid 0\.005 USDC in 0x[0-9a-f]{64}\nHARBOUR LANE BAKERY LIMITED: \d+ of 100, \w+, .+\n$/)
    expect(paidAtomic).toBe(105_000n)
  })

  it('curl.sh asks, signs and gets a profile', async () => {
    const { output, paidAtomic } = await run('bash', 'examples/curl.sh')
    expect(output).toContain('terms: {"x402Version":2')
    expect(output).toContain('"company_number":"99000001"')
    expect(paidAtomic).toBe(20_000n)
  })

  it('mcp-client.ts lists all tools and pays for one', async () => {
    const { output, paidAtomic } = await run(process.execPath, 'examples/mcp-client.ts')
    expect(output).toMatch(/\d+ tools: uk_company_search .*uk_tender_buyer/)
    expect(output).toContain('asks for 0.02 USDC on eip155:84532')
    expect(output).toMatch(/HARBOUR LANE BAKERY LIMITED is active; receipt \{"success":true/)
    expect(paidAtomic).toBe(20_000n)
  })

  it('agent.ts spends within its budget and pays for nothing that failed', async () => {
    const { output, paidAtomic } = await run(process.execPath, 'examples/agent.ts')
    expect(output).toContain('/v1/company/99999999: SUBJECT_NOT_FOUND')
    expect(output).toContain('/v1/company/12: COMPANY_NUMBER_INVALID')
    expect(output).toMatch(/tenders\/search\?q=catering: costs 0\.05 USDC, only 0\.045 left, not bought/)
    expect(output).toContain('0.105 USDC spent')
    expect(paidAtomic).toBe(105_000n)
  })
})
