import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  ConfigError,
  describeConfig,
  listConfiguredPortals,
  listPlaceholders,
  loadConfig,
} from './config.ts'

const PAY_TO = '0x1111111111111111111111111111111111111111'
const load = (environment: Record<string, string> = {}) =>
  loadConfig({ X402_PAY_TO: PAY_TO, ...environment })
/** An address as a wallet has it. */
const PAYEE = '0x52908400098527886E0F7030069857D2E4169EE7'
const mainNetwork = {
  X402_PAY_TO: PAYEE,
  X402_NETWORK: 'eip155:8453',
  X402_FACILITATOR_URL: 'https://facilitator.example',
  X402_RPC_URL: 'https://rpc.example',
}

describe('the environment', () => {
  it('needs nothing but where the money goes', () => {
    expect(load()).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 4021,
      PUBLIC_URL: 'http://127.0.0.1:4021',
      DATABASE_URL: null,
      X402_NETWORK: 'eip155:84532',
      X402_ASSET: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      PORTALS_INTERVAL_MS: 12_000,
      METRICS_PORT: null,
      RATE_LIMITS: {
        address: { perMinute: 600, burst: 300 },
        free: { perMinute: 60, burst: 60 },
        payer: { perMinute: 120, burst: 120 },
      },
    })
  })

  it('stops the start with one line that names the variable and an example when it is missing', () => {
    expect(() => loadConfig({})).toThrow(/^X402_PAY_TO is required .*example: X402_PAY_TO=0x<40 /)
  })

  it('names all wrong variables, one line each', () => {
    expect(() => loadConfig({ PORT: 'x', LOG_LEVEL: 'loud' })).toThrow(
      /^PORT "x" .*\nX402_PAY_TO is required .*\nLOG_LEVEL "loud" .*$/,
    )
  })

  it.each([
    ['the zero address', { X402_PAY_TO: `0x${'0'.repeat(40)}` }],
    ['one digit', { X402_PAY_TO: `0x${'1'.repeat(40)}` }],
    ['a burn address', { X402_PAY_TO: `0x${'0'.repeat(36)}dEaD` }],
    ['the token', { X402_PAY_TO: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913' }],
    ['the key of an example', { COMPANIES_HOUSE_API_KEY: 'your-key' }],
    ['the key that we show', { COMPANIES_HOUSE_API_KEY: '11111111-2222-3333-4444-555555555555' }],
  ])('%s is refused on the main network and only listed on the test network', (_, given) => {
    const [name] = Object.keys(given)
    expect(() => loadConfig({ ...mainNetwork, ...given })).toThrow(new RegExp(`^${name} is `))
    const values = { X402_PAY_TO: PAYEE, ...given }
    expect(listPlaceholders(loadConfig(values))).toEqual([expect.stringMatching(`^${name} is `)])
    expect(listPlaceholders(loadConfig({ X402_PAY_TO: PAYEE, LLM_API_KEY: 'sk-a1b2' }))).toEqual([])
  })

  it('reads a secret from the file that NAME_FILE names', () => {
    const folder = mkdtempSync(join(tmpdir(), 'ukintel-config-'))
    const file = join(folder, 'key')
    writeFileSync(file, 'hunter2\n')
    const given = { X402_PAY_TO: PAYEE, COMPANIES_HOUSE_API_KEY_FILE: file }
    expect(loadConfig(given).COMPANIES_HOUSE_API_KEY).toBe('hunter2')
    const [line] = describeConfig(given).filter(({ name }) => name === 'COMPANIES_HOUSE_API_KEY')
    expect(line).toMatchObject({ value: '********', source: 'file' })
    expect(() => loadConfig({ ...given, COMPANIES_HOUSE_API_KEY: 'other' })).toThrow(
      /^COMPANIES_HOUSE_API_KEY and COMPANIES_HOUSE_API_KEY_FILE are both set/,
    )
    expect(() => loadConfig({ ...given, COMPANIES_HOUSE_API_KEY_FILE: `${file}s` })).toThrow(
      /^COMPANIES_HOUSE_API_KEY_FILE ".*" cannot be read \(ENOENT\)/,
    )
    expect(() => loadConfig({ ...given, COMPANIES_HOUSE_URL_FILE: file })).toThrow(
      /^COMPANIES_HOUSE_URL_FILE is no variable/,
    )
    rmSync(folder, { recursive: true })
  })

  it.each([
    ['PORT', '70000', /not between 0 and 65535/],
    ['PUBLIC_URL', 'ftp://x', /not an http or https address/],
    ['X402_NETWORK', 'base', /neither eip155:84532 nor eip155:8453/],
    ['X402_PAY_TO', '0x12', /not an address/],
    ['INGEST', 'no', /neither scheduled nor off/],
    [
      'TENDER_PORTALS',
      'find-a-tender,gazette',
      /names a portal other than find-a-tender, contracts-finder, public-contracts-scotland, sell2wales/,
    ],
    ['SELL2WALES_URL', 'sell2wales', /not an http or https address/],
    ['PAYMENT_PRACTICES_URL', 'reports.csv', /not an http or https address/],
    ['COMPANIES_HOUSE_CALLS_PER_5_MIN', '1201', /not between 1 and 1200/],
    ['MAX_CONNECTIONS', '0', /not between 1 and 65535/],
    ['MAX_RUNNING_CALLS', '0', /not between 1 and 65535/],
    ['RATE_LIMITS', 'ip:5', /not a list like/],
    ['RATE_LIMITS', 'address:0', /not a list like/],
    ['RATE_LIMITS', 'feedback:5/0', /not a list like/],
    ['TRUST_PROXY', 'true', /not a list of addresses or networks/],
    ['TRUST_PROXY', '10.0.0.0/8,nginx', /not a list of addresses or networks/],
    ['TRUST_PROXY', '10.0.0.0/33', /not a list of addresses or networks/],
    ['DATABASE_URL', 'mysql://x', /not a postgres/],
    ['LOG_LEVEL', 'loud', /not a level/],
    ['GLAMA_CLAIM', 'glama', /is neither a claim such as glama_claim_… nor an e-mail address/],
    ['CDP_API_KEY_SECRET', 'c2VjcmV0', /is neither an EC key on P-256 or an Ed25519 key/],
    ['X402_RPC_URL', 'rpc.example', /^X402_RPC_URL is not an http or https address/],
    [
      'X402_RPC_URL',
      'https://one.example,wss://two.example',
      /^X402_RPC_URL has at position 2 of 2 what is not an http or https address/,
    ],
    [
      'X402_RPC_URL',
      'https://one.example,,https://three.example',
      /^X402_RPC_URL has at position 2 of 3/,
    ],
    [
      'X402_RPC_URL',
      Array(4).fill('https://rpc.example').join(),
      /^X402_RPC_URL has 4 addresses, 3 at most/,
    ],
  ])('%s=%s is refused in one line', (name, value, fault) => {
    expect(() => load({ [name]: value })).toThrow(ConfigError)
    expect(() => load({ [name]: value })).toThrow(fault)
    expect(() => load({ [name]: value })).toThrow(
      new RegExp(`^${name} .*example: ${name}=[^\\n]+$`),
    )
  })

  it('uses the public RPC of Base Sepolia with the default facilitator and token, unless it is set', () => {
    const rpcOf = (environment: Record<string, string>) =>
      loadConfig({ X402_PAY_TO: `0x${'a'.repeat(40)}`, ...environment }).X402_RPC_URL
    expect(rpcOf({})).toEqual(['https://sepolia.base.org'])
    expect(rpcOf({ X402_ASSET: '0x036cbd53842c5426634e7929541ec2318f3dcf7e' })).toHaveLength(1)
    for (const environment of [
      { X402_RPC_URL: '' },
      { X402_FACILITATOR_URL: 'http://127.0.0.1:9' },
      { X402_ASSET: `0x${'b'.repeat(40)}` },
    ])
      expect([environment, rpcOf(environment)]).toEqual([environment, null])
    expect(rpcOf({ X402_RPC_URL: 'https://rpc.example' })).toEqual(['https://rpc.example'])
  })

  it('takes up to three chain RPCs in their order, each once, and shows none of them', () => {
    const value = 'https://one.example/key/, https://two.example,https://one.example/key'
    expect(load({ X402_RPC_URL: value }).X402_RPC_URL).toEqual([
      'https://one.example/key',
      'https://two.example',
    ])
    expect(() => load({ X402_RPC_URL: 'https://one.example/key,two' })).not.toThrow(/one\.example/)
  })

  it('reads the two portals of the United Kingdom, or those that are named', () => {
    const asked = (environment: Record<string, string> = {}) =>
      listConfiguredPortals(load(environment)).map(({ portal, url }) => [portal.id, url])
    expect(asked()).toEqual([
      ['find-a-tender', 'https://www.find-tender.service.gov.uk'],
      ['contracts-finder', 'https://www.contractsfinder.service.gov.uk'],
    ])
    expect(
      asked({
        TENDER_PORTALS: 'sell2wales, find-a-tender',
        SELL2WALES_URL: 'http://127.0.0.1:9/wales/',
      }),
    ).toEqual([
      ['find-a-tender', 'https://www.find-tender.service.gov.uk'],
      ['sell2wales', 'http://127.0.0.1:9/wales'],
    ])
  })

  it('sells searches of tenders from 30 days on, or from all that is filled where that is less', () => {
    const days = (environment: Record<string, string>) =>
      loadConfig({ X402_PAY_TO: PAY_TO, ...environment }).TENDERS_MIN_DEPTH_DAYS
    expect(days({})).toBe(30)
    expect(days({ TENDERS_BACKFILL_DAYS: '12' })).toBe(12)
    expect(days({ TENDERS_MIN_DEPTH_DAYS: '7' })).toBe(7)
    expect(days({ TENDERS_MIN_DEPTH_DAYS: '90' })).toBe(90)
    expect(() => days({ TENDERS_MIN_DEPTH_DAYS: '13', TENDERS_BACKFILL_DAYS: '12' })).toThrow(
      'TENDERS_MIN_DEPTH_DAYS 13 is more than TENDERS_BACKFILL_DAYS 12',
    )
    expect(() => days({ TENDERS_MIN_DEPTH_DAYS: 'all' })).toThrow(
      'TENDERS_MIN_DEPTH_DAYS "all" is not a whole number',
    )
  })

  it('takes proxies as addresses, networks and the names of private ones', () => {
    for (const value of ['127.0.0.1', '10.0.0.0/8, ::1', 'loopback,uniquelocal', '2001:db8::/32']) {
      expect(load({ TRUST_PROXY: value }).TRUST_PROXY).toBe(value)
    }
  })

  it('writes an address of IPv6 into the public URL as URLs have it', () => {
    expect(load({ HOST: '::1' }).PUBLIC_URL).toBe('http://[::1]:4021')
  })

  it('never shows a secret, not even a wrong one', () => {
    expect(() => load({ BUYER_PRIVATE_KEY: 'hunter2' })).toThrow(/^BUYER_PRIVATE_KEY is not a key/)
    const lines = describeConfig({
      X402_PAY_TO: PAY_TO,
      COMPANIES_HOUSE_API_KEY: 'hunter2',
      DATABASE_URL: 'postgres://u:hunter2@h/d',
    })
    expect(JSON.stringify(lines)).not.toContain('hunter2')
    expect(lines.find((line) => line.name === 'COMPANIES_HOUSE_API_KEY')).toMatchObject({
      value: '********',
      source: 'environment',
    })
    expect(lines.find((line) => line.name === 'PORT')).toMatchObject({
      value: '4021',
      source: 'default',
    })
  })

  it('hides the value of each key', () => {
    const names = describeConfig({})
      .map(({ name }) => name)
      .filter((name) => /_(?:KEY|TOKEN|SECRET)$/.test(name))
    expect(names).toEqual(expect.arrayContaining(['LLM_API_KEY', 'BUYER_PRIVATE_KEY']))
    const lines = describeConfig(Object.fromEntries(names.map((name) => [name, 'hunter2'])))
    expect(JSON.stringify(lines)).not.toContain('hunter2')
  })

  it('reads the limits it is given and keeps the others', () => {
    expect(load({ RATE_LIMITS: 'address:6000/500,feedback:1' }).RATE_LIMITS).toMatchObject({
      address: { perMinute: 6000, burst: 500 },
      feedback: { perMinute: 1, burst: 1 },
      free: { perMinute: 60, burst: 60 },
    })
  })
})

it.each(['off', 'on'])('EXTRAS=%s stops the start with one line', (EXTRAS) => {
  expect(() => load({ EXTRAS })).toThrow(
    /^EXTRAS is gone: the service has one shape; remove the variable$/,
  )
})

describe('variables of our own namespaces', () => {
  it.each([
    ['X402_PAYTO', 'X402_PAY_TO'],
    ['COMPANIES_HOUSE_KEY', 'COMPANIES_HOUSE_API_KEY'],
    ['LLM_URL', 'LLM_'],
    ['METRICS_PROT', 'METRICS_PORT'],
    ['FCA_X', 'FCA_AUTH_KEY'],
  ])('are refused where they are unknown: %s, with %s named', (unknown, meant) => {
    expect(() => load({ [unknown]: '1' })).toThrow(
      new RegExp(`^${unknown} is no variable of this service; .*${meant}`),
    )
  })

  it("are others' where they begin otherwise", () => {
    expect(() => load({ PATH: '/bin', NODE_OPTIONS: '', POSTGRES_USER: 'x' })).not.toThrow()
  })
})

describe('a key of the FCA', () => {
  it('is refused until the operator declares the licence', () => {
    const key = { FCA_AUTH_KEY: 'k', FCA_AUTH_EMAIL: 'ops@example.org' }
    expect(() => load(key)).toThrow(/^FCA_LICENCE is required with FCA_AUTH_KEY/)
    expect(() => load({ ...key, FCA_LICENCE: 'yes' })).toThrow(
      /^FCA_LICENCE "yes" is not held; example: FCA_LICENCE=held$/,
    )
    expect(load({ ...key, FCA_LICENCE: 'held' }).FCA_AUTH_KEY).toBe('k')
  })
})

describe('real money', () => {
  it('starts with a payee, a facilitator and a chain to ask', () => {
    expect(load(mainNetwork).X402_ASSET).toBe('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
  })

  it.each([
    [
      'a zero payee',
      { X402_PAY_TO: `0x${'0'.repeat(40)}` },
      /^X402_PAY_TO is an address that nobody owns/,
    ],
    [
      'a facilitator of test networks',
      { X402_FACILITATOR_URL: 'https://x402.org/facilitator' },
      /^X402_FACILITATOR_URL serves test networks only/,
    ],
    [
      'no chain to ask',
      { X402_RPC_URL: '' },
      /^X402_RPC_URL is required.* for trying only, the public https:\/\/mainnet\.base\.org/,
    ],
  ])('refuses to start with %s', (_name, change, fault) => {
    expect(() => load({ ...mainNetwork, ...change })).toThrow(fault)
  })
})
