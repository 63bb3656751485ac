/**
 * Doctor against the sandbox: all checks pass, and with each assumption broken in turn exactly that
 * one differs.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inflateRawSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import { startCompaniesHouse } from '../../sandbox/companies-house/server.ts'
import { bulkArchives } from '../../sandbox/company-mirror/bulk-file.ts'
import { type SandboxBulkSite, startBulkSite } from '../../sandbox/company-mirror/bulk-site.ts'
import { type SandboxStreams, startStreams } from '../../sandbox/company-mirror/streams.ts'
import { zip } from '../../sandbox/funder-registry/zip.ts'
import { sandboxReleases } from '../../sandbox/tender-portals/releases.ts'
import { startTenderPortals, type TenderPortals } from '../../sandbox/tender-portals/server.ts'
import { startWorld, type World } from '../../sandbox/world.ts'
import { createExaminations } from '../../src/commands/doctor/examinations.ts'
import { type AssumptionResult, examine } from '../../src/commands/doctor/examine.ts'
import { loadConfig } from '../../src/config.ts'
import { manualClock, systemClock } from '../../src/platform/clock.ts'
import { mainMigrations } from '../../src/store/migrations/index.ts'
import { openStore } from '../../src/store/open.ts'
import { type StoreState, storeChecks } from '../../src/store/state.ts'
import { parseLenient } from '../../src/tenders/model/json.ts'
import { type Bend, startBentProxy } from '../support/bent-proxy.ts'
import { cli, cliHere } from '../support/cli.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'

type Json = Record<string, unknown>
interface Break {
  /** Variable with the address of the changed upstream. */
  variable: string
  bend: Bend
}

/** Changes the JSON of paths that contain a word. */
const json =
  (within: string, change: (body: Json) => unknown): Bend =>
  (answer, path) => {
    if (!path.includes(within)) return answer
    const body = parseLenient(answer.body) as Json
    return { ...answer, body: JSON.stringify(change(body) ?? body) }
  }
const eachItem =
  (change: (item: Json) => void, member = 'items') =>
  (body: Json) => {
    for (const item of body[member] as Json[]) change(item)
  }
const register = (bend: Bend): Break => ({ variable: 'COMPANIES_HOUSE_URL', bend })
const profile = (change: (body: Json) => unknown) =>
  register((answer, path, asked) =>
    /^\/company\/\w+$/.test(path) ? json('', change)(answer, path, asked) : answer,
  )
const documents = (bend: Bend): Break => ({ variable: 'COMPANIES_HOUSE_DOCUMENT_URL', bend })
const payments = (change: (csv: string) => string): Break => ({
  variable: 'PAYMENT_PRACTICES_URL',
  bend: (answer) => ({ ...answer, body: change(answer.body) }),
})
const fca = (bend: Bend): Break => ({ variable: 'FCA_REGISTER_URL', bend })
const grants = (bend: Bend): Break => ({ variable: 'FIND_A_GRANT_URL', bend })
const datasets = (change: (dataset: Json) => void): Break => ({
  variable: 'THREESIXTY_REGISTRY_URL',
  bend: json('', (body) => (body as unknown as Json[]).forEach(change)),
})
const facilitator = (change: (kind: Json) => void): Break => ({
  variable: 'X402_FACILITATOR_URL',
  bend: json('/supported', eachItem(change, 'kinds')),
})
/** A facilitator that answers so to payments with this member. */
const disliking = (member: string, status: number, answer: Json): Break => ({
  variable: 'X402_FACILITATOR_URL',
  bend: (honest, path, request) =>
    path.endsWith('/verify') && member in (JSON.parse(request).paymentPayload as Json)
      ? { status, body: JSON.stringify(answer) }
      : honest,
})
/** Changes the answers to calls whose request contains a text. */
const rpc = (asked: string, result: unknown): Break => ({
  variable: 'X402_RPC_URL',
  bend: (answer, _, request) =>
    request.includes(asked)
      ? {
          ...answer,
          body: JSON.stringify({ jsonrpc: '2.0', id: (JSON.parse(request) as Json).id, result }),
        }
      : answer,
})
const word = (text: string) =>
  `0x${'20'.padStart(64, '0')}${text.length.toString(16).padStart(64, '0')}${Buffer.from(text).toString('hex').padEnd(64, '0')}`

/** How the page of the list looks after a change of its embedded data. */
const listing = (change: (props: Json) => void): Break =>
  grants((answer, path) => {
    if (!path.startsWith('/grants')) return answer
    return {
      ...answer,
      body: answer.body.replace(
        /(<script id="__NEXT_DATA__"[^>]*>)([\s\S]*?)(<\/script>)/,
        (_, open: string, data: string, close: string) => {
          const page = JSON.parse(data) as { props: { pageProps: Json } }
          change(page.props.pageProps)
          return `${open}${JSON.stringify(page)}${close}`
        },
      ),
    }
  })

/** Keyed by the id of the check that finds the break, and a name if one check finds several. */
const BREAKS: Readonly<Record<string, Break>> = {
  'company-documents/list links': register(
    json(
      'category=accounts',
      eachItem((filing) => delete filing.links),
    ),
  ),
  'company-documents/metadata types': documents(
    json('/document/', (body) => ({ ...body, resources: { pdf: {} } })),
  ),
  'company-documents/content redirect': documents((answer, path) =>
    path.endsWith('/content') ? { ...answer, status: 200, body: '<html><p>' } : answer,
  ),
  'payment-practices/export columns': payments((csv) => csv.replace('Average time', 'Mean time')),
  'payment-practices/export page': payments(() => '<html><title>Checking your browser</title>'),
  'payment-practices/export cut': payments((csv) => csv.slice(0, -20)),
  'payment-practices/export order': payments((csv) =>
    csv.replace(/,(\d{4})-(\d\d)-(\d\d),/, ',$3/$2/$1,'),
  ),
  'payment-practices/rows': payments((csv) => csv.replaceAll(',99000202,', ',None,')),
  'companies-house/search items': register(json('/search', () => ({ results: [] }))),
  'companies-house/search number': register(
    json(
      '/search',
      eachItem((hit) => delete hit.title),
    ),
  ),
  'companies-house/search date': register(
    json(
      '/search',
      eachItem((hit) => (hit.date_of_creation = '20 November 2026')),
    ),
  ),
  'companies-house/profile number': profile((body) => ({ ...body, company_number: '00000000' })),
  'companies-house/profile name': profile(({ company_name: _, ...body }) => ({
    ...body,
    name: 'moved',
  })),
  'companies-house/profile status': profile((body) => ({
    ...body,
    company_status: 'Active (trading)',
  })),
  'companies-house/profile dates': profile((body) => ({
    ...body,
    date_of_creation: 1_700_000_000,
  })),
  'companies-house/profile accounts': profile((body) => ({
    ...body,
    company_status: 'active',
    accounts: { next_accounts: { due_on: '31/12/2026' } },
  })),
  'companies-house/profile links': profile(({ links: _, ...body }) => body),
  'companies-house/officers items': register(json('/officers', () => ({ officers: [] }))),
  'companies-house/officers total': register(
    json('/officers', (body) => ({ ...body, total_results: 'many' })),
  ),
  'companies-house/officers role': register(
    json(
      '/officers',
      eachItem((officer) => (officer.officer_role = 'Director')),
    ),
  ),
  'companies-house/officers dates': register(
    json(
      '/officers',
      eachItem((officer) => (officer.appointed_on = '2/1/2020')),
    ),
  ),
  'companies-house/filings items': register(json('/filing-history', () => ({}))),
  'companies-house/filings members': register(
    json(
      '/filing-history',
      eachItem((filing) => delete filing.description),
    ),
  ),
  'fca/search status': fca(json('/Search', () => ({ Data: [] }))),
  'fca/search hits': fca(
    json(
      '/Search',
      eachItem((hit) => (hit['Reference Number'] = 'FRN-1'), 'Data'),
    ),
  ),
  'fca/search kind': fca(
    json(
      '/Search',
      eachItem((hit) => delete hit['Type of business or Individual'], 'Data'),
    ),
  ),
  'fca/firm record': fca(json('/Firm/', (body) => ({ ...body, Data: null }))),
  'fca/firm number': fca(
    json(
      '/Firm/',
      eachItem((record) => delete record['Companies House Number'], 'Data'),
    ),
  ),
  'fca/firm status': fca(
    json(
      '/Firm/',
      eachItem((record) => delete record.Status, 'Data'),
    ),
  ),
  ...Object.fromEntries(
    ['find-a-tender FIND_A_TENDER_URL', 'contracts-finder CONTRACTS_FINDER_URL'].flatMap(
      (named) => {
        const [id, variable] = named.split(' ') as [string, string]
        const releases = (change: (release: Json) => void): Break => ({
          variable,
          bend: json('', eachItem(change, 'releases')),
        })
        return Object.entries<Break>({
          package: { variable, bend: json('', () => ({ results: [] })) },
          ocid: releases((release) => (release.ocid = 'ocds-000000-1')),
          identity: releases((release) => delete release.id),
          date: releases((release) => (release.date = 'last Tuesday')),
          tag: releases((release) => (release.tag = 'tender')),
          buyer: releases((release) => {
            delete release.buyer
            delete release.parties
          }),
        }).map(([name, each]) => [`${id}/releases ${name}`, each])
      },
    ),
  ),
  'bank-holidays/feed': {
    variable: 'BANK_HOLIDAYS_URL',
    bend: json('', ({ scotland: _, ...feed }) => feed),
  },
  'find-a-grant/robots': grants((answer, path) =>
    path === '/robots.txt'
      ? { ...answer, status: 200, body: 'User-agent: *\nDisallow: /' }
      : answer,
  ),
  'find-a-grant/list embedded': grants((answer, path) =>
    path.startsWith('/grants') ? { ...answer, body: '<html>rebuilt</html>' } : answer,
  ),
  'find-a-grant/list members': listing((props) => {
    props.results = props.searchResult
    delete props.searchResult
  }),
  'find-a-grant/list whole': listing((props) => {
    props.totalGrants = Number(props.totalGrants) + 1
  }),
  'find-a-grant/list slug': listing((props) => {
    ;(props.searchResult as Json[])[0]!.label = 'A slug/of another form'
  }),
  'registry/document form': {
    variable: 'THREESIXTY_REGISTRY_URL',
    bend: json('', () => ({ datasets: [] })),
  },
  'registry/document publisher': datasets((dataset) => delete dataset.publisher),
  'registry/document licence': datasets(
    (dataset) => (dataset.license = 'https://example.org/ours'),
  ),
  'registry/document download': datasets((dataset) => delete dataset.distribution),
  'language-model/completion': {
    variable: 'LLM_BASE_URL',
    bend: json('', () => ({ output: 'ready' })),
  },
  'facilitator/supported': {
    variable: 'X402_FACILITATOR_URL',
    bend: json('/supported', () => ({ networks: [] })),
  },
  'facilitator/version': facilitator((kind) => (kind.x402Version = 3)),
  'facilitator/network': facilitator((kind) => (kind.network = 'eip155:1')),
  'facilitator/verification': {
    variable: 'X402_FACILITATOR_URL',
    bend: json('/verify', (body) => ({
      ...body,
      isValid: false,
      invalidReason: 'invalid_exact_evm_signature',
    })),
  },
  'facilitator/listing resource': disliking('resource', 200, {
    isValid: false,
    invalidReason: 'invalid_payload: resource.tags are not allowed',
  }),
  'facilitator/listing extensions': disliking('extensions', 400, {
    errorType: 'invalid_request',
    errorMessage: "'paymentPayload.extensions.bazaar' does not match the schema",
  }),
  'chain/id': rpc('eth_chainId', '0x1'),
  'chain/token-name': rpc('0x06fdde03', word('Bridged USDC')),
  'chain/token-version': rpc('0x54fd4d50', word('3')),
  'chain/token-decimals': rpc('0x313ce567', `0x${'12'.padStart(64, '0')}`),
  'chain/authorizations': rpc('0xe94a0102', `0x${'1'.padStart(64, '0')}`),
  'chain/logs': rpc('eth_getLogs', null),
}

/** The words by which each of several differences of one check is found. */
const DETAILS: Readonly<Record<string, string>> = {
  'companies-house/search items': 'other than search results',
  'companies-house/search number': 'no number and title',
  'companies-house/search date': 'no readable date_of_creation',
  'companies-house/profile number': 'other than the profile of that company',
  'companies-house/profile name': 'company_name',
  'companies-house/profile status': 'company_status',
  'companies-house/profile dates': 'date_of_creation',
  'companies-house/profile accounts': 'due date of accounts',
  'companies-house/profile links': 'links',
  'companies-house/officers items': 'other than an officer list',
  'companies-house/officers total': 'total_results',
  'companies-house/officers role': 'officer_role',
  'companies-house/officers dates': 'readable days',
  'companies-house/filings items': 'other than a filing history',
  'companies-house/filings members': 'no date, type and description',
  'fca/search status': 'without a usable status',
  'fca/search hits': 'no Reference Number',
  'fca/search kind': 'Type of business',
  'fca/firm record': 'no readable record',
  'fca/firm number': 'no Companies House Number',
  'fca/firm status': 'no Status',
  columns: 'names no column "Average time to pay"',
  page: 'a web page',
  cut: 'cut off',
  order: 'mixes orders',
  'payment-practices/rows': 'no readable company number',
  package: 'a package without releases',
  ocid: 'no ocid of',
  identity: 'the release has no id',
  date: 'the release has no date',
  tag: 'the release has no tag',
  buyer: 'no buyer',
  'find-a-grant/list embedded': 'embeds no page data',
  'find-a-grant/list members': 'no searchResult',
  'find-a-grant/list whole': 'adverts that the listing states',
  'find-a-grant/list slug': 'adverts cannot be read: label',
  'facilitator/listing resource': 'it says invalid_payload: resource.tags are not allowed',
  'facilitator/listing extensions': "'paymentPayload.extensions.bazaar' does not match the schema",
  'registry/document form': 'is not a list',
  'registry/document publisher': 'no publisher',
  'registry/document licence': 'no known licence',
  'registry/document download': 'no downloadURL',
}

describe('the doctor in the sandbox', () => {
  let world: World
  const examinations = (environment: Record<string, string> = {}) =>
    createExaminations(loadConfig({ ...world.environment, ...environment }), systemClock)
  const idOf = ({ assumption }: AssumptionResult) => assumption.split(':', 1)[0]!

  beforeAll(async () => {
    world = await startWorld({ port: 4021, logLevel: 'silent' })
  })
  afterAll(() => world?.close())

  it('finds that everything holds', async () => {
    const { code, stdout } = await cli(['doctor', '--json'], world.environment)
    const findings = JSON.parse(stdout) as AssumptionResult[]
    expect(findings.filter(({ result }) => result !== 'holds')).toEqual([])
    expect(code).toBe(0)
    expect(Object.keys(findings[0]!)).toEqual(['upstream', 'assumption', 'result', 'detail'])
    expect(new Set(findings.map(({ upstream }) => upstream)).size).toBe(
      world.money.chain === null ? 12 : 13,
    )
    // Every one of them is broken below; those of the store further down.
    const named = findings
      .map(idOf)
      .filter(
        (id) =>
          !id.startsWith('store/') && (world.money.chain !== null || !id.startsWith('chain/')),
      )
    const broken = Object.keys(BREAKS).map((name) => name.split(' ', 1)[0])
    expect(named.filter((id) => !broken.includes(id))).toEqual([])
    const table = await cliHere(['doctor'], world.environment)
    expect(table.stdout).toMatch(/^UPSTREAM {2,}RESULT {2,}ASSUMPTION$/m)
    expect(table.stderr).toContain(`${findings.length} hold, 0 differ, 0 could not be asked`)
  })

  it.each(Object.entries(BREAKS))(
    'finds that %s does not hold any more',
    async (name, { variable, bend }) => {
      const [id = '', difference = ''] = name.split(' ')
      if (world.money.chain === null && id.startsWith('chain/')) return
      const proxy = await startBentProxy(world.environment[variable]!, bend)
      try {
        const findings = await findingsOf(id, { [variable]: proxy.url })
        const found = findings.find((each) => idOf(each) === id)
        expect(found?.result, JSON.stringify(findings)).toBe('differs')
        expect(found!.detail).toContain(DETAILS[name] ?? DETAILS[difference] ?? '')
        expect(found!.detail.length).toBeLessThan(200)
      } finally {
        await proxy.close()
      }
    },
  )

  /** All findings of the upstream that a check is about. */
  async function findingsOf(
    id: string,
    environment: Record<string, string>,
  ): Promise<AssumptionResult[]> {
    const unasked = new AbortController().signal
    const upstream = examinations(environment).find(({ examine: list }) =>
      list(unasked).some(({ assumption }) => assumption.startsWith(`${id}:`)),
    )
    return examine(upstream!)
  }

  it('names the address to configure where the facilitator redirects, and the next step where it refuses us', async () => {
    const unpaid = JSON.stringify({
      errorType: 'payment_method_required',
      errorMessage: 'A payment method is required.',
    })
    const answers = { '/supported': [308, ''], '/verify': [402, unpaid] } as Record<
      string,
      [number, string]
    >
    const server = createServer((request, response) => {
      const [status, body] = answers[request.url!]!
      response
        .writeHead(status, { location: `https://www.facilitator.example/x402${request.url}` })
        .end(body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const findings = await findingsOf('facilitator/supported', { X402_FACILITATOR_URL: url })
    const detailOf = (id: string) => findings.find((each) => idOf(each) === `facilitator/${id}`)
    expect(detailOf('supported')).toMatchObject({
      result: 'differs',
      detail: expect.stringContaining('X402_FACILITATOR_URL=https://www.facilitator.example/x402'),
    })
    expect(detailOf('verification')).toMatchObject({
      result: 'differs',
      detail: expect.stringContaining('add a payment method'),
    })
    server.closeAllConnections()
    server.close()
  })

  it('examines each address of the chain RPC', async () => {
    const urls = `${world.environment.X402_RPC_URL ?? 'http://127.0.0.1:9'},http://127.0.0.1:9`
    const named = examinations({ X402_RPC_URL: urls }).map(({ upstream }) => upstream)
    expect(named.filter((each) => each.startsWith('chain'))).toEqual(
      urls.startsWith('http://127.0.0.1:9,')
        ? ['chain']
        : ['chain (address 1 of 2)', 'chain (address 2 of 2)'],
    )
  })

  it('exits with 1 for a difference, with 2 without an answer, and says why', async () => {
    const proxy = await startBentProxy(
      world.environment.BANK_HOLIDAYS_URL!,
      BREAKS['bank-holidays/feed']!.bend,
    )
    const differs = await cliHere(['doctor', '--json'], {
      ...world.environment,
      BANK_HOLIDAYS_URL: proxy.url,
    })
    await proxy.close()
    expect(differs.code).toBe(1)
    const away = {
      ...world.environment,
      FIND_A_TENDER_URL: 'http://127.0.0.1:9',
      COMPANIES_HOUSE_API_KEY: '',
    }
    const { code, stdout } = await cliHere(['doctor', '--json'], away)
    expect(code).toBe(2)
    const silent = (JSON.parse(stdout) as AssumptionResult[]).filter(
      ({ result }) => result === 'could not be asked',
    )
    expect(new Set(silent.map(({ upstream }) => upstream))).toEqual(
      new Set(['Companies House', 'Find a Tender']),
    )
    expect(silent.find(({ upstream }) => upstream === 'Companies House')!.detail).toContain(
      'COMPANIES_HOUSE_API_KEY is not set',
    )
  })
})

describe('the doctor and the mirror of the register', () => {
  const DAY = '2026-11-01'
  const EVENT = {
    stream: 'companies',
    data: { company_number: '99000001', company_name: 'HARBOUR LANE BAKERY LIMITED' },
    resourceUri: '/company/99000001',
    publishedAt: '2026-11-20T10:00:00',
  }
  const archives = bulkArchives(sandboxCompanies('2026-11-20'), DAY)
  /** Each part with its text changed. */
  const changed = (change: (csv: string) => string) =>
    archives.map(({ name, bytes }) => {
      const packed = bytes.subarray(
        30 + bytes.readUInt16LE(26),
        30 + bytes.readUInt16LE(26) + bytes.readUInt32LE(18),
      )
      const csv = inflateRawSync(packed).toString()
      return {
        name,
        bytes: zip([{ name: name.replace('.zip', '.csv'), bytes: Buffer.from(change(csv)) }]),
      }
    })
  let site: SandboxBulkSite
  let streams: SandboxStreams

  beforeEach(async () => {
    site = await startBulkSite(archives)
    streams = await startStreams()
  })
  afterEach(() => Promise.all([site.close(), streams.close()]))

  /** `says`: what the stream says once it is listened to. */
  async function results(
    says: (streams: SandboxStreams) => void = (each) => void each.publish(EVENT),
  ): Promise<Record<string, string>> {
    const config = loadConfig({
      X402_PAY_TO: `0x${'1'.repeat(40)}`,
      COMPANY_MIRROR: 'stream',
      COMPANIES_HOUSE_BULK_URL: site.url,
      COMPANIES_HOUSE_STREAM_URL: streams.url,
      COMPANIES_HOUSE_STREAM_KEY: streams.keys.join(','),
    })
    const asked = createExaminations(config, systemClock).filter(({ upstream }) =>
      upstream.startsWith('Companies House '),
    )
    expect(asked).toHaveLength(2)
    const known = streams.connections.length
    const [file, stream] = asked.map((each) => examine(each)) as [
      Promise<AssumptionResult[]>,
      Promise<AssumptionResult[]>,
    ]
    await vi.waitFor(() => expect(streams.connections.length).toBeGreaterThan(known), 10_000)
    says(streams)
    return Object.fromEntries(
      (await Promise.all([file, stream]))
        .flat()
        .map(({ assumption, result }) => [assumption.split(':', 1)[0], result]),
    )
  }
  const HOLDS = {
    'bulk/page': 'holds',
    'bulk/resume': 'holds',
    'bulk/heading': 'holds',
    'bulk/rows': 'holds',
    'stream/open': 'holds',
    'stream/event': 'holds',
  }

  it('finds that everything holds', async () => {
    expect(await results()).toEqual(HOLDS)
  })

  it('finds a page that links no whole month, and then requests no file', async () => {
    site.publish(archives.slice(1))
    expect(await results()).toMatchObject({
      'bulk/page': 'differs',
      'bulk/heading': 'could not be asked',
    })
  })

  it('finds a site that gives files only whole', async () => {
    site.break({ kind: 'whole' })
    expect(await results()).toEqual({ ...HOLDS, 'bulk/resume': 'differs' })
  })

  it('finds a column that has another name', async () => {
    site.publish(changed((csv) => csv.replace('CompanyStatus', 'Status')))
    expect(await results()).toMatchObject({
      'bulk/page': 'holds',
      'bulk/heading': 'differs',
      'bulk/rows': 'differs',
    })
  })

  it('finds rows of another form', async () => {
    site.publish(
      changed((csv) => csv.replaceAll(/\r\n"?[A-Z]/g, (start) => start.replace('\r\n', '\r\nx,'))),
    )
    expect(await results()).toEqual({ ...HOLDS, 'bulk/rows': 'differs' })
  })

  it('finds an event of another form, and judges nothing where only signs of life come', async () => {
    expect(
      await results((each) => void each.publish({ ...EVENT, resourceUri: '/companies/99000001' })),
    ).toEqual({
      ...HOLDS,
      'stream/event': 'differs',
    })
    expect(await results((each) => each.say('companies', 'no event'))).toEqual({
      ...HOLDS,
      'stream/event': 'differs',
    })
    expect(
      await results((each) => {
        each.beat()
        each.finish()
      }),
    ).toEqual({ ...HOLDS, 'stream/event': 'could not be asked' })
  })

  it('finds a stream that refuses its key', async () => {
    streams.break('refused')
    expect(await results()).toMatchObject({
      'bulk/rows': 'holds',
      'stream/open': 'could not be asked',
    })
  })

  it('says of a 403, of the register or of a stream, that the key or the address may be the cause', async () => {
    const register = await startCompaniesHouse()
    register.break('forbidden')
    streams.break('forbidden')
    const config = loadConfig({
      X402_PAY_TO: `0x${'1'.repeat(40)}`,
      COMPANIES_HOUSE_URL: register.url,
      COMPANIES_HOUSE_API_KEY: register.apiKey,
      COMPANY_MIRROR: 'stream',
      COMPANIES_HOUSE_STREAM_URL: streams.url,
      COMPANIES_HOUSE_STREAM_KEY: streams.keys.join(','),
    })
    for (const upstream of ['Companies House', 'Companies House stream']) {
      const asked = createExaminations(config, systemClock).find(
        (each) => each.upstream === upstream,
      )!
      const [finding] = await examine(asked)
      expect([upstream, finding]).toMatchObject([upstream, { result: 'could not be asked' }])
      expect(finding!.detail).toContain(
        '403: the key is refused, or the address of this machine is blocked',
      )
    }
    await register.close()
  })
})

describe('the doctor and the portals that list by month', () => {
  const NOW = Date.parse('2026-11-18T15:30:00Z')
  let portals: TenderPortals
  beforeEach(async () => {
    portals = await startTenderPortals({ releases: sandboxReleases(NOW) })
  })
  afterEach(() => portals.close())

  async function results(): Promise<AssumptionResult[]> {
    const environment = {
      X402_PAY_TO: `0x${'1'.repeat(40)}`,
      TENDER_PORTALS: 'sell2wales',
      PORTALS_INTERVAL_MS: '1',
      SELL2WALES_URL: portals.urlOf('sell2wales'),
    }
    const all = createExaminations(loadConfig(environment), manualClock(NOW))
    return examine(all.find(({ upstream }) => upstream === 'Sell2Wales')!)
  }
  const of = (findings: readonly AssumptionResult[], id: string) =>
    findings.find(({ assumption }) => assumption.startsWith(`${id}: `))

  it('finds that they hold, by one list', async () => {
    expect((await results()).filter(({ result }) => result !== 'holds')).toEqual([])
    expect(portals.requests).toHaveLength(1)
  })

  it('passes over lists that are refused', async () => {
    portals.refuseList('sell2wales 11-2026 2')
    expect(of(await results(), 'sell2wales/months')).toMatchObject({ result: 'holds' })
  })

  it('finds that every list of both months is refused', async () => {
    portals.refuseList('sell2wales 11-2026')
    portals.refuseList('sell2wales 10-2026')
    const findings = await results()
    expect(of(findings, 'sell2wales/months')).toMatchObject({
      result: 'differs',
      detail: 'none of 24 lists of the last two months is answered but by 500',
    })
    expect(of(findings, 'sell2wales/releases')).toMatchObject({ result: 'could not be asked' })
  })
})

describe('the doctor and the store', () => {
  it.each<['sqlite' | 'postgres', string, Partial<StoreState>]>([
    ['sqlite', 'store/layout', { olderLayout: 'an earlier release wrote it' }],
    ['sqlite', 'store/journal', { journal: 'delete' }],
    ['sqlite', 'store/room', { freeBytes: 5 }],
    ['sqlite', 'store/room', { isWritable: false }],
    ['postgres', 'store/durable', { fsync: 'off' }],
    ['postgres', 'store/durable', { synchronous_commit: 'off' }],
    ['postgres', 'store/unpinned', { unpinned_commit: 'local' }],
    ['postgres', 'store/layout', { olderLayout: 'an earlier release wrote it' }],
    ['postgres', 'store/writable', { transaction_read_only: 'on' }],
    ['postgres', 'store/clock', { clockApartMs: -90_000 }],
  ])('on %s: %s does not hold with %j', async (engine, id, change) => {
    const sound: StoreState = {
      olderLayout: null,
      journal: 'wal',
      isWritable: true,
      freeBytes: 5e9,
      synchronous_commit: 'on',
      unpinned_commit: 'on',
      fsync: 'on',
      transaction_read_only: 'off',
      clockApartMs: 3,
    }
    const differing = async (state: StoreState) => {
      const findings = await examine({
        upstream: 'store',
        examine: () => storeChecks(engine, async () => state),
      })
      return findings
        .filter(({ result }) => result === 'differs')
        .map(({ assumption }) => assumption.split(':', 1)[0])
    }
    expect(await differing(sound)).toEqual([])
    expect(await differing({ ...sound, ...change })).toEqual([id])
  })

  describe('on a real PostgreSQL', () => {
    let server: Databases
    beforeAll(async () => {
      server = await sharedPostgres()
    })
    afterAll(() => server.stop())

    async function findings(databaseUrl: string): Promise<Record<string, string>> {
      const config = loadConfig({ X402_PAY_TO: `0x${'1'.repeat(40)}`, DATABASE_URL: databaseUrl })
      const store = createExaminations(config, systemClock).find(
        ({ upstream }) => upstream === 'store',
      )!
      return Object.fromEntries(
        (await examine(store)).map(({ assumption, result, detail }) => [
          assumption.split(':', 1)[0]!,
          result === 'holds' ? result : `${result} ${detail}`,
        ]),
      )
    }

    async function alter(databaseUrl: string, statement: string): Promise<void> {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      await client.query(statement)
      await client.end()
    }

    it('and finds one that does not wait for its disk, as those of tests', async () => {
      expect(await findings(await server.freshDatabaseUrl())).toEqual({
        'store/layout': 'holds',
        'store/durable': 'differs synchronous_commit on, fsync off',
        'store/unpinned': 'holds',
        'store/writable': 'holds',
        'store/clock': 'holds',
      })
    })

    it('and finds a database whose sessions are not durable by default, though its own session is', async () => {
      const url = await server.freshDatabaseUrl()
      await alter(
        url,
        `alter database ${new URL(url).pathname.slice(1)} set synchronous_commit = off`,
      )
      expect(await findings(url)).toMatchObject({
        'store/durable': 'differs synchronous_commit on, fsync off',
        'store/unpinned': expect.stringMatching(
          /^differs .*synchronous_commit off; run: alter database/,
        ),
      })
    })

    it('creates nothing, and finds a layout of an earlier release', async () => {
      const url = await server.freshDatabaseUrl()
      await findings(url)
      await expect(
        openStore({ databaseUrl: url, dataDir: '' }, { layout: 'current' }),
      ).rejects.toThrow('there is no store yet')
      await (await openStore({ databaseUrl: url, dataDir: '' })).close()
      expect(await findings(url)).toMatchObject({ 'store/layout': 'holds' })
      Object.assign(mainMigrations, { '9999_later': { up: async () => {} } })
      expect(await findings(url)).toMatchObject({
        'store/layout': expect.stringMatching(/^differs .*ukintel migrate/),
      })
      Reflect.deleteProperty(mainMigrations, '9999_later')
    })
  })
})
