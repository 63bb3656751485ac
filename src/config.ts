/** The only reader of the environment: one schema, printed by `ukintel config`. */
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { z } from 'zod'
import { COINBASE_KEY_FORMS, readCoinbaseKey } from './payments/coinbase-key.ts'
import { either } from './platform/patterns.ts'
import { nearest } from './platform/text.ts'
import { type ConfiguredPortal, PORTALS, type PortalUrlVariable } from './tenders/portals/index.ts'

export const NETWORKS = {
  'eip155:84532': {
    name: 'Base Sepolia',
    usdc: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
    usdcName: 'USDC',
    test: true,
  },
  'eip155:8453': {
    name: 'Base',
    usdc: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    usdcName: 'USD Coin',
    test: false,
  },
} as const

export type Network = keyof typeof NETWORKS

/** Facilitators that serve test networks only. */
const TEST_FACILITATOR_HOSTS = ['x402.org', 'www.x402.org']

interface Variable {
  schema: z.ZodType<unknown, string>
  fallback: string | null
  meaning: string
  example: string
  secret?: boolean
}

const text = z.string()
const optional = z.string().transform((value) => (value === '' ? null : value))
const httpUrl = z
  .url({ protocol: /^https?$/, error: 'is not an http or https address' })
  .transform((value) => value.replace(/(?<!\/)\/+$/, ''))
/** Reads an empty value as `null`. */
const emptyOr = <Schema extends z.ZodType>(error: string, schema: Schema) =>
  z.union([z.literal('').transform(() => null), schema], { error })
/** A name that the registry of packages accepts; it is in commands that people copy. */
const packageName = z
  .string()
  .regex(/^((@[a-z0-9][a-z0-9._-]*\/)?[a-z0-9][a-z0-9._-]*)?$/, 'is not a package name')
  .transform((value) => (value === '' ? null : value))
const optionalUrl = emptyOr('is not an http or https address', httpUrl)

const MAX_RPC_ADDRESSES = 3
/** The addresses are secrets: a message names the position of a bad one. */
const rpcUrls = z.string().transform((value, context): readonly string[] | null => {
  if (value === '') return null
  const addresses = value.split(',').map((each) => each.trim())
  if (addresses.length > MAX_RPC_ADDRESSES) {
    context.addIssue({
      code: 'custom',
      message: `has ${addresses.length} addresses, ${MAX_RPC_ADDRESSES} at most are used`,
    })
    return z.NEVER
  }
  const parsed = addresses.map((each) => httpUrl.safeParse(each))
  const bad = parsed.findIndex(({ success }) => !success)
  if (bad !== -1) {
    const which =
      addresses.length === 1
        ? 'is not'
        : `has at position ${bad + 1} of ${addresses.length} what is not`
    context.addIssue({ code: 'custom', message: `${which} an http or https address` })
    return z.NEVER
  }
  return [...new Set(parsed.map(({ data }) => data!))]
})
const repositoryUrl = emptyOr('is not the https address of a repository', httpUrl).transform(
  (value) => value?.replace(/\.git$/, '') ?? null,
)
const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,12}$/, 'is not a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `is not between ${min} and ${max}`)
const port = integer(0, 65_535)
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'is not an address of 0x and 40 hex digits')

/**
 * Addresses and networks, and the names that stand for private ones, as the HTTP server reads them.
 */
const proxies = optional.refine(
  (value) => value === null || value.split(',').every((each) => isProxy(each.trim())),
  'is not a list of addresses or networks',
)

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [ip = '', prefix, ...rest] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || rest.length > 0) return false
  return (
    prefix === undefined ||
    (/^\d{1,3}$/.test(prefix) &&
      Number(prefix) >= 1 &&
      Number(prefix) <= (version === 4 ? 32 : 128))
  )
}

/**
 * `address:600/300,free:60,feedback:5,payer:120,unpaid_payer:3/30`: calls per minute, after the
 * slash the burst.
 */
const rateLimits = z
  .string()
  .regex(
    /^((address|free|feedback|payer|unpaid_payer|unpaid_address):[1-9]\d{0,8}(\/[1-9]\d{0,8})?(,|$))*$/,
    'is not a list like address:600/300,free:60,feedback:5,payer:120',
  )
  .transform((value) => {
    const limits = {
      address: { perMinute: 600, burst: 300 },
      free: { perMinute: 60, burst: 60 },
      feedback: { perMinute: 5, burst: 5 },
      payer: { perMinute: 120, burst: 120 },
      unpaid_payer: { perMinute: 3, burst: 30 },
      unpaid_address: { perMinute: 6, burst: 60 },
    }
    for (const [, name, perMinute, burst] of value.matchAll(/(?<!\w)(\w+):(\d+)(?:\/(\d+))?/g)) {
      limits[name as keyof typeof limits] = {
        perMinute: Number(perMinute),
        burst: Number(burst ?? perMinute),
      }
    }
    return limits
  })

const GOV = {
  companiesHouse: 'https://api.company-information.service.gov.uk',
  documents: 'https://document-api.company-information.service.gov.uk',
  bulk: 'https://download.companieshouse.gov.uk',
  stream: 'https://stream.companieshouse.gov.uk',
  fca: 'https://register.fca.org.uk/services/V0.1',
  payments: 'https://check-payment-practices.service.gov.uk/export/csv/',
}

/** `name=value,name=value`, as OpenTelemetry writes headers: values may be percent-encoded. */
const headerList = z.string().transform((value, context): Readonly<Record<string, string>> => {
  const pairs = value === '' ? [] : value.split(',').map((each) => each.trim())
  const headers: Record<string, string> = {}
  for (const [index, pair] of pairs.entries()) {
    const [, name, encoded] = /^([\w!#$%&'*+.^\x60|~-]+)=(.*)$/.exec(pair) ?? []
    if (name === undefined) {
      context.addIssue({ code: 'custom', message: `has at position ${index + 1} no name=value` })
      return z.NEVER
    }
    try {
      headers[name] = decodeURIComponent(encoded!)
    } catch {
      headers[name] = encoded!
    }
  }
  return headers
})

/** Each once. */
const keyList = z
  .string()
  .transform((value) =>
    [...new Set(value.split(',').map((each) => each.trim()))].filter((each) => each !== ''),
  )

/** The address of each portal. */
const PORTAL_URLS = Object.fromEntries(
  PORTALS.map(({ urlVariable, url, name }) => [
    urlVariable,
    {
      schema: httpUrl,
      fallback: url,
      meaning: `tender portal ${name}, scheme and host`,
      example: url,
    },
  ]),
) as Record<
  PortalUrlVariable,
  { schema: typeof httpUrl; fallback: string; meaning: string; example: string }
>

/** Each once, in the order of the list of portals. */
const portalList = z
  .string()
  .transform((value) => value.split(',').map((each) => each.trim()))
  .refine(
    (ids) => ids.every((id) => PORTALS.some((portal) => portal.id === id)),
    `names a portal other than ${PORTALS.map(({ id }) => id).join(', ')}`,
  )
  .transform((ids) => PORTALS.filter(({ id }) => ids.includes(id)))

const VARIABLES = {
  HOST: { schema: text, fallback: '127.0.0.1', meaning: 'listen address', example: '0.0.0.0' },
  PORT: {
    schema: port,
    fallback: '4021',
    meaning: 'listen port; 0: any free one',
    example: '4021',
  },
  PUBLIC_URL: {
    schema: optionalUrl,
    fallback: '',
    meaning: 'base of every absolute URL the service writes; empty: http://HOST:PORT',
    example: 'https://api.example.org',
  },
  DATA_DIR: {
    schema: text,
    fallback: './data',
    meaning: 'embedded database and downloaded corpora',
    example: '/var/lib/ukintel',
  },
  DATABASE_URL: {
    schema: z
      .string()
      .regex(/^$|^postgres(ql)?:\/\//, 'is not a postgres:// address')
      .transform((value) => value || null),
    fallback: '',
    meaning: 'empty: SQLite in DATA_DIR; postgres://…: PostgreSQL',
    example: 'postgres://user:password@localhost/ukintel',
    secret: true,
  },
  X402_NETWORK: {
    schema: z.enum(['eip155:84532', 'eip155:8453'], {
      error: 'is neither eip155:84532 nor eip155:8453',
    }),
    fallback: 'eip155:84532',
    meaning: 'chain on which payments are taken; eip155:84532 is test mode',
    example: 'eip155:8453',
  },
  X402_PAY_TO: {
    schema: address,
    fallback: null,
    meaning: 'receiving address',
    example: '0x<40 hex digits of your wallet>',
  },
  X402_ASSET: {
    schema: emptyOr('is not an address of 0x and 40 hex digits', address),
    fallback: '',
    meaning: 'token contract; empty: canonical USDC of the network',
    example: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
  },
  X402_FACILITATOR_URL: {
    schema: httpUrl,
    fallback: 'https://x402.org/facilitator',
    meaning: 'any x402 version 2 facilitator; the default serves test networks only',
    example: 'https://api.cdp.coinbase.com/platform/v2/x402',
  },
  X402_FACILITATOR_TOKEN: {
    schema: optional,
    fallback: '',
    meaning: 'bearer token for the facilitator',
    example: 'secret',
    secret: true,
  },
  CDP_API_KEY_ID: {
    schema: optional,
    fallback: '',
    meaning: "key id for Coinbase's facilitator",
    example: 'organizations/…/apiKeys/…',
  },
  CDP_API_KEY_SECRET: {
    schema: optional.refine(
      (value) => value === null || readCoinbaseKey(value) !== null,
      `is neither ${COINBASE_KEY_FORMS}`,
    ),
    fallback: '',
    meaning:
      "key secret for Coinbase's facilitator, as its portal shows it: PEM (SEC1 or PKCS #8; line ends may be \\n), or Ed25519 in base64",
    example: '-----BEGIN EC PRIVATE KEY-----\\n…\\n-----END EC PRIVATE KEY-----',
    secret: true,
  },
  X402_RPC_URL: {
    schema: rpcUrls,
    fallback: '',
    meaning:
      'chain RPC that reconciles unknown settlements, up to three addresses separated by commas, each used where those before it fail; required on eip155:8453. Absent with the default facilitator and token of eip155:84532: https://sepolia.base.org; empty: none',
    example: 'https://base-mainnet.example.com/v2/your-key,https://base.example.net/your-key',
    secret: true,
  },
  X402_SIGNING_KEY_FILE: {
    schema: optional,
    fallback: '',
    meaning:
      'private key that signs offers and receipts, Ed25519 or P-256, PEM or JWK; empty: made once in DATA_DIR',
    example: '/run/secrets/signing-key.pem',
  },
  REPLAY_DAYS: {
    schema: integer(1, 3650),
    fallback: '30',
    meaning:
      'how long an answer that was paid for is kept and repeated, in days after its settlement',
    example: '30',
  },
  COMPANIES_HOUSE_URL: {
    schema: httpUrl,
    fallback: GOV.companiesHouse,
    meaning: 'company register',
    example: GOV.companiesHouse,
  },
  COMPANIES_HOUSE_DOCUMENT_URL: {
    schema: httpUrl,
    fallback: GOV.documents,
    meaning: 'documents of filings, of which accounts are read',
    example: GOV.documents,
  },
  PAYMENT_PRACTICES_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'is not an http or https address' }),
    fallback: GOV.payments,
    meaning: 'CSV export of all reports on payment practices, read weekly',
    example: GOV.payments,
  },
  COMPANIES_HOUSE_API_KEY: {
    schema: optional,
    fallback: '',
    meaning: 'register key; empty: company operations answer 503',
    example: '11111111-2222-3333-4444-555555555555',
    secret: true,
  },
  COMPANIES_HOUSE_CALLS_PER_5_MIN: {
    schema: integer(1, 1200),
    fallback: '570',
    meaning:
      "own ceiling under the register's 600, or up to 1,200 where it has raised the limit of the key; of all replicas on one PostgreSQL together",
    example: '570',
  },
  COMPANY_MIRROR: {
    schema: z.enum(['off', 'bulk', 'stream'], { error: 'is neither off, bulk nor stream' }),
    fallback: 'off',
    meaning:
      'own copy of the register: none, its monthly file, or the file kept current by its streams; sizes are in docs/operators/data.md',
    example: 'bulk',
  },
  COMPANIES_HOUSE_BULK_URL: {
    schema: httpUrl,
    fallback: GOV.bulk,
    meaning: "download site of the register's monthly file",
    example: GOV.bulk,
  },
  COMPANIES_HOUSE_STREAM_URL: {
    schema: httpUrl,
    fallback: GOV.stream,
    meaning: "the register's streams",
    example: GOV.stream,
  },
  COMPANIES_HOUSE_STREAM_KEY: {
    schema: keyList,
    fallback: '',
    meaning:
      'streaming keys, separated by commas; one opens all five streams, or two a key where the register refuses more: companies and officers, filings and charges, insolvency',
    example: '11111111-2222-3333-4444-555555555555',
    secret: true,
  },
  COMPANY_FRESH_HOURS: {
    schema: integer(6, 720),
    fallback: '6',
    meaning:
      'how long company data that was fetched counts as fresh while the stream of its changes is current; published: 6',
    example: '6',
  },
  FCA_REGISTER_URL: {
    schema: httpUrl,
    fallback: GOV.fca,
    meaning: 'financial services register',
    example: GOV.fca,
  },
  FCA_AUTH_EMAIL: {
    schema: optional,
    fallback: '',
    meaning: 'account of the FCA key',
    example: 'ops@example.org',
  },
  FCA_AUTH_KEY: {
    schema: optional,
    fallback: '',
    meaning: 'FCA key; empty: fallback mode, the register is not consulted',
    example: 'secret',
    secret: true,
  },
  FCA_LICENCE: {
    schema: z.enum(['', 'held'], { error: 'is not held' }).transform((value) => value || null),
    fallback: '',
    meaning: "held: you hold the FCA's licence to sell what its register says; required with a key",
    example: 'held',
  },
  TENDER_PORTALS: {
    schema: portalList,
    fallback: 'find-a-tender,contracts-finder',
    meaning: `tender portals that are read, of ${PORTALS.map(({ id }) => id).join(', ')}`,
    example: 'find-a-tender,contracts-finder',
  },
  ...PORTAL_URLS,
  FIND_A_GRANT_URL: {
    schema: httpUrl,
    fallback: 'https://www.find-government-grants.service.gov.uk',
    meaning: 'government grant listing, scheme and host',
    example: 'https://www.find-government-grants.service.gov.uk',
  },
  THREESIXTY_REGISTRY_URL: {
    schema: httpUrl,
    fallback: 'https://registry.threesixtygiving.org/data.json',
    meaning: '360Giving registry document',
    example: 'https://registry.threesixtygiving.org/data.json',
  },
  BANK_HOLIDAYS_URL: {
    schema: httpUrl,
    fallback: 'https://www.gov.uk/bank-holidays.json',
    meaning: 'bank holidays, refreshed weekly; a shipped table is the fallback',
    example: 'https://www.gov.uk/bank-holidays.json',
  },
  LLM_BASE_URL: {
    schema: optionalUrl,
    fallback: '',
    meaning: 'OpenAI-compatible endpoint; empty: no narrative, no model parsing',
    example: 'http://127.0.0.1:11434/v1',
  },
  LLM_API_KEY: {
    schema: optional,
    fallback: '',
    meaning: 'key of that endpoint',
    example: 'secret',
    secret: true,
  },
  LLM_MODEL: {
    schema: optional,
    fallback: '',
    meaning: 'model name at that endpoint',
    example: 'gpt-4.1-mini',
  },
  LLM_TIMEOUT_MS: {
    schema: integer(1, 60_000),
    fallback: '1500',
    meaning: 'time budget of a narrative',
    example: '1500',
  },
  INGEST: {
    schema: z.enum(['scheduled', 'off'], { error: 'is neither scheduled nor off' }),
    fallback: 'scheduled',
    meaning: 'whether this process refreshes the indexes',
    example: 'off',
  },
  PORTALS_INTERVAL_MS: {
    schema: integer(0, 600_000),
    fallback: '12000',
    meaning:
      'pause between requests to one tender portal; Find a Tender and Contracts Finder are one',
    example: '12000',
  },
  TENDERS_BACKFILL_DAYS: {
    schema: integer(1, 3650),
    fallback: '90',
    meaning: 'how far the first fill goes back',
    example: '90',
  },
  TENDERS_MIN_DEPTH_DAYS: {
    schema: emptyOr('is not a whole number between 1 and 3650', integer(1, 3650)),
    fallback: '',
    meaning:
      'days that one portal must reach back before searches of tenders are sold; empty: 30, or TENDERS_BACKFILL_DAYS where that is less',
    example: '30',
  },
  GRANTS_INTERVAL_MS: {
    schema: integer(0, 600_000),
    fallback: '500',
    meaning: 'pause between requests to the grant listing',
    example: '500',
  },
  FUNDERS_INTERVAL_MS: {
    schema: integer(0, 600_000),
    fallback: '500',
    meaning: 'pause between requests to one publisher',
    example: '500',
  },
  FUNDER_WINDOW_DAYS: {
    schema: integer(1, 365),
    fallback: '7',
    meaning: 'freshness window of the funder corpus',
    example: '7',
  },
  MAX_CONNECTIONS: {
    schema: integer(1, 65_535),
    fallback: '2000',
    meaning:
      'limit of open connections, half of them from one address; those above it are closed unread',
    example: '2000',
  },
  MAX_RUNNING_CALLS: {
    schema: integer(1, 65_535),
    fallback: '256',
    meaning:
      'limit of concurrent calls; those above it get 503 OVERLOADED, repetitions of payments excepted',
    example: '256',
  },
  TRUST_PROXY: {
    schema: proxies,
    fallback: '',
    meaning: 'proxy addresses whose forwarded headers count',
    example: '127.0.0.1,10.0.0.0/8',
  },
  METRICS_HOST: {
    schema: text,
    fallback: '127.0.0.1',
    meaning: 'listen address of /metrics, /live and /ready',
    example: '127.0.0.1',
  },
  METRICS_PORT: {
    schema: emptyOr('is not a port number', port),
    fallback: '',
    meaning: "listen port of the operator's page, /metrics, /live and /ready; empty: none",
    example: '9464',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    schema: optionalUrl,
    fallback: '',
    meaning:
      'address of a collector that takes OTLP over HTTP as JSON, without /v1/traces; empty: no traces',
    example: 'http://127.0.0.1:4318',
  },
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: headerList,
    fallback: '',
    meaning: 'headers for the collector, name=value, separated by commas',
    example: 'authorization=Bearer%20secret',
    secret: true,
  },
  OTEL_SERVICE_NAME: {
    schema: text,
    fallback: 'ukintel',
    meaning: 'name of the service in traces',
    example: 'ukintel',
  },
  OTEL_TRACES_SAMPLER_ARG: {
    schema: z
      .string()
      .regex(/^(0(\.\d{1,6})?|1(\.0{1,6})?)$/, 'is not a share from 0 to 1')
      .transform(Number),
    fallback: '1',
    meaning: 'share of calls that are traced, from 0 to 1; callers do not decide it',
    example: '0.1',
  },
  TRACE_HOSTS: {
    schema: keyList,
    fallback: '',
    meaning: 'host names to which requests carry traceparent, separated by commas; empty: none',
    example: 'facilitator.example.org',
  },
  CONTACT_EMAIL: {
    schema: optional,
    fallback: '',
    meaning: 'printed in documents, sent to upstreams in the User-Agent',
    example: 'ops@example.org',
  },
  REPOSITORY_URL: {
    schema: repositoryUrl,
    fallback: '',
    meaning:
      'where the sources stand, for listings and the packages that you publish; empty: left out',
    example: 'https://github.com/your-name/ukintel',
  },
  CLIENT_PACKAGE: {
    schema: packageName,
    fallback: '',
    meaning:
      'name under which you have published the typed client; empty: no document names a package',
    example: '@your-name/ukintel-client',
  },
  BRIDGE_PACKAGE: {
    schema: packageName,
    fallback: '',
    meaning:
      'name under which you have published the paying MCP server; empty: no document names a package',
    example: '@your-name/ukintel-mcp',
  },
  IXBRL_PACKAGE: {
    schema: packageName,
    fallback: '',
    meaning:
      'name under which you publish the reader of filed accounts; only for `npm run publishable`',
    example: '@your-name/ixbrl',
  },
  GRANT_READER_PACKAGE: {
    schema: packageName,
    fallback: '',
    meaning:
      'name under which you publish the reader of grant texts; only for `npm run publishable`',
    example: '@your-name/grant-reader',
  },
  GLAMA_CLAIM: {
    schema: emptyOr(
      'is neither a claim such as glama_claim_… nor an e-mail address',
      z.union([z.email(), z.string().regex(/^glama_claim_[\w-]{8,100}$/)]),
    ),
    fallback: '',
    meaning:
      'claim that glama.ai shows for your entry, or the e-mail address of its maintainer; empty: no /.well-known/glama.json',
    example: 'glama_claim_AbCdEfGh12345678',
  },
  RATE_LIMITS: {
    schema: rateLimits,
    fallback: '',
    meaning:
      'calls a minute, and after a slash the burst (else the same number), of the limits address, free, feedback, payer, unpaid_payer and unpaid_address',
    example: 'address:600/300,payer:120',
  },
  BUYER_PRIVATE_KEY: {
    schema: z
      .string()
      .regex(/^$|^0x[0-9a-fA-F]{64}$/, 'is not a key of 0x and 64 hex digits')
      .transform((value) => value || null),
    fallback: '',
    meaning: 'wallet of `ukintel call` and of the stdio MCP server',
    example: '0x…64 hex digits',
    secret: true,
  },
  BUYER_MAX_USD: {
    schema: z
      .string()
      .regex(/^\d+(\.\d{1,6})?$/, 'is not an amount like 0.50')
      .transform(String),
    fallback: '1',
    meaning: 'most that `ukintel call` pays for one call',
    example: '0.50',
  },
  BUYER_STATE_DIR: {
    schema: optional,
    fallback: '',
    meaning:
      'where `ukintel call` and the stdio MCP server remember what they signed; empty: .ukintel in the home directory',
    example: '/var/lib/ukintel-buyer',
  },
  BUYER_RPC_URL: {
    schema: optionalUrl,
    fallback: '',
    meaning:
      'JSON-RPC of the chain for `ukintel call` and the stdio MCP server: shows whether a payment that expired unanswered was taken; empty: it is only repeated',
    example: 'https://mainnet.base.org',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'is not a level such as info',
    }),
    fallback: 'info',
    meaning: 'lowest level that is logged',
    example: 'debug',
  },
} satisfies Record<string, Variable>

type VariableName = keyof typeof VARIABLES
type Values = { readonly [Name in VariableName]: z.output<(typeof VARIABLES)[Name]['schema']> }

/** The validated environment plus what follows from it. */
export interface Config
  extends Readonly<Omit<Values, 'PUBLIC_URL' | 'X402_ASSET' | 'TENDERS_MIN_DEPTH_DAYS'>> {
  readonly PUBLIC_URL: string
  readonly TENDERS_MIN_DEPTH_DAYS: number
  readonly X402_ASSET: `0x${string}`
}

/** A configuration that cannot start, in one line. */
export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the given variables alone, for commands that need no more. A secret may be in a file:
 * `NAME_FILE` has its path.
 * @throws ConfigError with a line for each wrong variable: its name, the fault and an example
 */
export function readVariables<Name extends VariableName>(
  environment: Environment,
  names: readonly Name[],
): Pick<Values, Name> {
  const values: Record<string, unknown> = {}
  const faults: string[] = []
  for (const name of names) {
    const variable: Variable = VARIABLES[name]
    const example = `example: ${name}=${variable.example}`
    try {
      const raw = readGiven(environment, name) || variable.fallback
      if (raw === null)
        throw new ConfigError(`${name} is required (${variable.meaning}); ${example}`)
      const parsed = variable.schema.safeParse(raw)
      if (!parsed.success) {
        const shown = variable.secret ? '' : ` "${raw}"`
        const fault = parsed.error.issues[0]?.message ?? 'is not valid'
        throw new ConfigError(`${name}${shown} ${fault}; ${example}`)
      }
      values[name] = parsed.data
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      faults.push(error.message)
    }
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
  return values as Pick<Values, Name>
}

const secretFile = (name: VariableName) =>
  (VARIABLES[name] as Variable).secret ? `${name}_FILE` : null

/**
 * Returns the value of a variable, or what its file holds; `undefined` if neither is set.
 * @throws ConfigError
 */
function readGiven(environment: Environment, name: VariableName): string | undefined {
  const value = environment[name]?.trim()
  const variable = secretFile(name)
  const file = variable === null ? undefined : environment[variable]?.trim()
  if (!file) return value
  if (value) throw new ConfigError(`${name} and ${variable} are both set; set one of them`)
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError(
      `${variable} "${file}" cannot be read (${code}); example: ${variable}=/run/secrets/${name.toLowerCase()}`,
    )
  }
}

/** @throws ConfigError with a line for each wrong variable */
export function loadConfig(environment: Environment): Config {
  refuseUnknown(environment)
  const config: Values = readVariables(environment, Object.keys(VARIABLES) as VariableName[])
  const network = NETWORKS[config.X402_NETWORK]
  if (!network.test) refuseUnsafeMainNetwork(config)
  if (config.LLM_BASE_URL && !config.LLM_MODEL)
    throw new ConfigError(
      'LLM_MODEL is required with LLM_BASE_URL; example: LLM_MODEL=gpt-4.1-mini',
    )
  if ((config.CDP_API_KEY_ID === null) !== (config.CDP_API_KEY_SECRET === null)) {
    throw new ConfigError('CDP_API_KEY_ID and CDP_API_KEY_SECRET go together; set both or neither')
  }
  if (config.FCA_AUTH_KEY !== null && config.FCA_LICENCE === null) {
    throw new ConfigError(
      "FCA_LICENCE is required with FCA_AUTH_KEY: the register's data may be sold under the FCA's licence only; if you hold it: FCA_LICENCE=held",
    )
  }
  return Object.freeze({
    ...config,
    TENDERS_MIN_DEPTH_DAYS: minDepthDays(config),
    PUBLIC_URL:
      config.PUBLIC_URL ??
      `http://${isIP(config.HOST) === 6 ? `[${config.HOST}]` : config.HOST}:${config.PORT}`,
    X402_ASSET: (config.X402_ASSET ?? network.usdc) as `0x${string}`,
    X402_RPC_URL: config.X402_RPC_URL ?? findPublicRpc(config, environment),
  })
}

const PUBLIC_TEST_RPC = 'https://sepolia.base.org'

/**
 * Returns the public RPC of Base Sepolia if the variable is absent, and facilitator and token are
 * the defaults. Empty text switches it off. A private chain with the same id, as in tests and in
 * the sandbox, must not be judged by the public one.
 */
function findPublicRpc(
  { X402_NETWORK, X402_FACILITATOR_URL, X402_ASSET }: Values,
  environment: Environment,
): readonly string[] | null {
  const isGiven =
    environment.X402_RPC_URL !== undefined || environment.X402_RPC_URL_FILE !== undefined
  const { usdc } = NETWORKS['eip155:84532']
  const isPublic =
    X402_NETWORK === 'eip155:84532' &&
    X402_FACILITATOR_URL === VARIABLES.X402_FACILITATOR_URL.fallback &&
    (X402_ASSET ?? usdc).toLowerCase() === usdc.toLowerCase()
  return isGiven || !isPublic ? null : [PUBLIC_TEST_RPC]
}

/** Variables that begin so are ours; a mistyped one would pass in silence. */
const NAMESPACES = /^(X402|COMPANIES_HOUSE|FCA|LLM|METRICS|OTEL)_/

/** @throws ConfigError naming the nearest known variable */
function refuseUnknown(environment: Environment): void {
  if (environment.EXTRAS?.trim())
    throw new ConfigError('EXTRAS is gone: the service has one shape; remove the variable')
  const known = (Object.keys(VARIABLES) as VariableName[]).flatMap((name) => {
    const file = secretFile(name)
    return file === null ? [name] : [name, file]
  })
  const unknown = Object.keys(environment).find(
    (name) => NAMESPACES.test(name) && !known.includes(name),
  )
  if (unknown === undefined) return
  const [namespace] = NAMESPACES.exec(unknown)!
  const relatives = known.filter((name) => name.startsWith(namespace))
  const words = unknown.split('_')
  // Mostly a word was left out, as in COMPANIES_HOUSE_KEY.
  const meant =
    relatives.find((name) => words.every((word) => name.split('_').includes(word))) ??
    nearest(unknown, relatives)
  throw new ConfigError(
    `${unknown} is no variable of this service; ${meant === null ? `there are: ${relatives.join(', ')}` : `did you mean ${meant}?`}`,
  )
}

const DEFAULT_MIN_DEPTH_DAYS = 30

/** @throws ConfigError for a depth that the first fill never reaches */
function minDepthDays({
  TENDERS_MIN_DEPTH_DAYS: wanted,
  TENDERS_BACKFILL_DAYS: backfill,
}: Values): number {
  if (wanted !== null && wanted > backfill) {
    throw new ConfigError(
      `TENDERS_MIN_DEPTH_DAYS ${wanted} is more than TENDERS_BACKFILL_DAYS ${backfill}: searches of tenders would never be sold; lower the one or raise the other`,
    )
  }
  return wanted ?? Math.min(DEFAULT_MIN_DEPTH_DAYS, backfill)
}

/** The portals that are to be read, each with its address. */
export function listConfiguredPortals(config: Config): ConfiguredPortal[] {
  return config.TENDER_PORTALS.map((portal) => ({ portal, url: config[portal.urlVariable] }))
}

/** Checks that real money has a real payee, a facilitator that serves it and a chain RPC. */
function refuseUnsafeMainNetwork(config: Values): void {
  const faults = listPlaceholders(config)
  if (TEST_FACILITATOR_HOSTS.includes(new URL(config.X402_FACILITATOR_URL).hostname)) {
    faults.push(
      'X402_FACILITATOR_URL serves test networks only, eip155:8453 needs another; example: X402_FACILITATOR_URL=https://api.cdp.coinbase.com/platform/v2/x402',
    )
  }
  if (config.X402_RPC_URL === null) {
    faults.push(
      `X402_RPC_URL is required on eip155:8453: the address of an RPC provider of yours; example: X402_RPC_URL=${VARIABLES.X402_RPC_URL.example}; for trying only, the public https://mainnet.base.org, which limits requests`,
    )
  }
  if (faults.length > 0) throw new ConfigError(faults.join('\n'))
}

/** Addresses without an owner: precompiled contracts, burn addresses, and repeats of one digit. */
const NOBODYS =
  /^0x(?:0{36}[0-9a-f]{4}|0{36}dead|([0-9a-f])\1{39}|dead0{32}dead|(?:dead|beef){10})$/i
/** Placeholders that examples have instead of a key. */
const NO_KEY = new RegExp(
  `^(?:<.*>|${either(
    /(?:your|my)?[-_ ]?(?:api[-_ ]?)?(?:key|secret|token|password)(?:[-_ ]?here)?|your[-_ ].*/,
    /change[-_ ]?me|replace[-_ ]?me|example|placeholder|todo|none|x{3,}|\.{3,}|([\dx])\1{7}-.*/,
  )})$`,
  'i',
)

/**
 * Lists values that stand for real ones, one line each: payees without an owner, and keys that are
 * those of examples. The main network refuses them, the test network warns.
 */
export function listPlaceholders(config: Values | Config): string[] {
  const payee = config.X402_PAY_TO.toLowerCase()
  const tokens = Object.values(NETWORKS).map(({ usdc }) => usdc.toLowerCase())
  const isToken = payee === config.X402_ASSET?.toLowerCase() || tokens.includes(payee)
  const reason = isToken
    ? 'is the contract of the token, which gives nothing back'
    : NOBODYS.test(payee)
      ? 'is an address that nobody owns'
      : null
  const names = Object.keys(VARIABLES) as VariableName[]
  const keys = names.filter((name) => {
    const value = config[name]
    return secretFile(name) !== null && typeof value === 'string' && NO_KEY.test(value)
  })
  return [
    ...(reason === null
      ? []
      : [`X402_PAY_TO ${reason}: every payment would be lost; set the address of your wallet`]),
    ...keys.map((name) => `${name} is the value of an example; set your own`),
  ]
}

export interface ConfigLine {
  name: string
  /** Configuration in force, with masked secrets. */
  value: string
  source: 'environment' | 'file' | 'default' | 'missing'
  meaning: string
}

/** A file of all variables with what they mean; none is set. */
export function exampleEnvironment(): string {
  return Object.entries(VARIABLES as Record<string, Variable>)
    .map(
      ([name, { fallback, meaning, example }]) =>
        `# ${meaning}${fallback === null ? ' (required)' : ''}\n#${name}=${fallback || example}\n`,
    )
    .join('\n')
}

/**
 * Every variable as it stands, for `ukintel config`. Never throws: a bad value is shown as it is.
 */
export function describeConfig(environment: Environment): ConfigLine[] {
  return Object.entries(VARIABLES as Record<string, Variable>).map(([name, variable]) => {
    const file = secretFile(name as VariableName)
    const isInFile = file !== null && Boolean(environment[file]?.trim())
    const given = environment[name]?.trim() || isInFile
    const value = isInFile ? file : environment[name]?.trim() || variable.fallback || ''
    return {
      name,
      value: variable.secret && value ? '********' : value,
      source: isInFile
        ? 'file'
        : given
          ? 'environment'
          : variable.fallback === null
            ? 'missing'
            : 'default',
      meaning: variable.meaning,
    }
  })
}
