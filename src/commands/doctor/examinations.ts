/** The upstreams of a configuration, each with the client that the service uses. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildPaymentSettings } from '../../app/payments.ts'
import { examineStream } from '../../company/mirror/follow.ts'
import { companyProfile } from '../../company/operations/profile.ts'
import {
  BULK_FILE,
  COMPANIES_HOUSE,
  PAYMENT_PRACTICES,
  STREAM_SOURCE,
} from '../../company/source.ts'
import { bulkSite } from '../../company/sources/bulk-files.ts'
import { createCompaniesHouse } from '../../company/sources/companies-house.ts'
import {
  COMPANY_DOCUMENTS,
  createDocumentApi,
  type FilingDocument,
} from '../../company/sources/document-api.ts'
import { createFcaRegister, FCA_REGISTER } from '../../company/sources/fca-register.ts'
import { readFilingFile } from '../../company/sources/filing-files.ts'
import { createPaymentExport } from '../../company/sources/payment-export.ts'
import { type Config, listConfiguredPortals, NETWORKS } from '../../config.ts'
import { createRegistryDownloader } from '../../funders/refresh.ts'
import { registryDifference } from '../../funders/sources/registry.ts'
import { createListingClient } from '../../grants/domain.ts'
import { FIND_A_GRANT } from '../../grants/source.ts'
import { createFindAGrant } from '../../grants/sources/find-a-grant.ts'
import { createLanguageModel } from '../../language/model.ts'
import { silentLog } from '../../observe/log.ts'
import { coinbaseAuthHeaders } from '../../payments/coinbase-auth.ts'
import { chainChecks } from '../../payments/evm/examination.ts'
import { parseChainId } from '../../payments/evm/presented.ts'
import { throwAwayPayment } from '../../payments/evm/throw-away.ts'
import { httpFacilitatorClients } from '../../payments/facilitator.ts'
import { facilitatorChecks } from '../../payments/facilitator-examination.ts'
import { type Listing, toListing } from '../../payments/listing-guard.ts'
import { buildTerms, type PaymentSettings } from '../../payments/terms.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Examination } from '../../platform/examination.ts'
import { openStore } from '../../store/open.ts'
import { stateOfStore, storeChecks } from '../../store/state.ts'
import { tendersFitScore } from '../../tenders/operations/fit-score.ts'
import { BANK_HOLIDAYS } from '../../tenders/source.ts'
import { createHolidayFeed } from '../../tenders/sources/bank-holidays.ts'
import { createPortalClient } from '../../tenders/sources/portal.ts'
import { createPace } from '../../upstream/pace.ts'
import { buildUserAgent } from '../../user-agent.ts'

const TIMEOUT_MS = 30_000

/** Lists the upstreams that this configuration makes the service ask. */
export function createExaminations(config: Config, clock: Clock): Examination[] {
  const userAgent = buildUserAgent(config)
  return [
    companiesHouse(config, clock),
    ...companyDocuments(config, clock),
    ...mirror(config),
    ...paymentPractices(config),
    ...regulator(config, clock),
    ...listConfiguredPortals(config).map(({ portal, url }): Examination => {
      const pace = createPace({
        calls: 1,
        perMs: Math.min(1000, config.PORTALS_INTERVAL_MS),
        concurrency: 1,
      })
      const client = createPortalClient(portal, { baseUrl: url, userAgent, pace })
      const examine = (signal: AbortSignal) => client.examine(clock.nowMs(), signal)
      return { upstream: portal.name, examine, close: client.close }
    }),
    holidays(config),
    grantListing(config),
    registry(config),
    ...languageModel(config),
    facilitator(config, clock),
    ...(config.X402_RPC_URL ?? []).map((rpcUrl, index, all) => ({
      upstream: `chain${all.length === 1 ? '' : ` (address ${index + 1} of ${all.length})`}`,
      examine: () =>
        chainChecks(rpcUrl, config.X402_ASSET, {
          id: parseChainId(config.X402_NETWORK),
          tokenName: NETWORKS[config.X402_NETWORK].usdcName,
        }),
    })),
    store(config, clock),
  ]
}

/** Options of a register's client. */
const createOptions = (config: Config, clock: Clock) => ({
  log: silentLog,
  maxPauseMs: TIMEOUT_MS,
  leases: clock,
  clock,
  userAgent: buildUserAgent(config),
  apiKey: config.COMPANIES_HOUSE_API_KEY ?? '',
  callsPer5Min: config.COMPANIES_HOUSE_CALLS_PER_5_MIN,
  counters: null,
})

function companiesHouse(config: Config, clock: Clock): Examination {
  const { COMPANIES_HOUSE_API_KEY: apiKey } = config
  const client = createCompaniesHouse({
    ...createOptions(config, clock),
    baseUrl: config.COMPANIES_HOUSE_URL,
  })
  const refuse = async () => {
    throw new Error(
      'COMPANIES_HOUSE_API_KEY is not set: company search, profile and verdict cannot be delivered',
    )
  }
  return {
    upstream: COMPANIES_HOUSE,
    examine(signal) {
      const checks = client.examine(signal)
      return apiKey === null ? checks.map((each) => ({ ...each, difference: refuse })) : checks
    },
    close: client.close,
  }
}

const MOST_COMPANIES = 10

/** Examines the documents of filings with one that the register lists. */
function companyDocuments(config: Config, clock: Clock): Examination[] {
  if (config.COMPANIES_HOUSE_API_KEY === null) return []
  const options = createOptions(config, clock)
  const register = createCompaniesHouse({ ...options, baseUrl: config.COMPANIES_HOUSE_URL })
  const documents = createDocumentApi({
    ...options,
    baseUrl: config.COMPANIES_HOUSE_DOCUMENT_URL,
    readFile: readFilingFile,
  })
  let found: FilingDocument | null = null
  const document = () => {
    if (found === null) throw new Error('the register listed no document to ask for')
    return found
  }
  return [
    {
      upstream: COMPANY_DOCUMENTS,
      examine: (signal) => [
        {
          assumption:
            'company-documents/list: the register lists accounts with the links of their documents',
          async difference() {
            const { hits } = await register.search('limited', signal)
            for (const { company_number: companyNumber } of hits.slice(0, MOST_COMPANIES)) {
              const { filings } = await register.accountsFilings(companyNumber, signal)
              const id = filings.find(({ documentId }) => documentId !== null)?.documentId
              if (id) found = { id, companyNumber }
              if (found !== null) return null
            }
            return 'no company found lists accounts with the link of a document'
          },
        },
        ...documents.examine(document, signal),
      ],
      async close() {
        await Promise.all([register.close(), documents.close()])
      },
    },
  ]
}

function mirror(config: Config): Examination[] {
  if (config.COMPANY_MIRROR === 'off') return []
  const userAgent = buildUserAgent(config)
  const site = bulkSite({ url: config.COMPANIES_HOUSE_BULK_URL, folder: '', userAgent })
  const { COMPANIES_HOUSE_STREAM_URL: url, COMPANIES_HOUSE_STREAM_KEY: keys } = config
  const stream: Examination = {
    upstream: STREAM_SOURCE,
    examine: (signal) => examineStream({ url, userAgent, keys }, signal),
  }
  return [
    { upstream: BULK_FILE, examine: site.examine, close: site.close },
    ...(config.COMPANY_MIRROR === 'stream' ? [stream] : []),
  ]
}

function paymentPractices(config: Config): Examination[] {
  const client = createPaymentExport({
    url: config.PAYMENT_PRACTICES_URL,
    userAgent: buildUserAgent(config),
  })
  return [{ upstream: PAYMENT_PRACTICES, examine: client.examine, close: client.close }]
}

function regulator(config: Config, clock: Clock): Examination[] {
  const { FCA_AUTH_KEY: authKey, FCA_AUTH_EMAIL: authEmail, FCA_REGISTER_URL: baseUrl } = config
  if (authKey === null || authEmail === null) return []
  const client = createFcaRegister({
    ...createOptions(config, clock),
    baseUrl,
    authEmail,
    authKey,
  })
  return [{ upstream: FCA_REGISTER, examine: client.examine, close: client.close }]
}

function holidays(config: Config): Examination {
  const feed = createHolidayFeed({
    url: config.BANK_HOLIDAYS_URL,
    userAgent: buildUserAgent(config),
  })
  return {
    upstream: BANK_HOLIDAYS.name,
    examine: (signal) => [
      {
        assumption: 'bank-holidays/feed: the feed has the dates of all three calendars',
        difference: () => feed.fetch(signal).then(() => null),
      },
    ],
    close: feed.close,
  }
}

function grantListing(config: Config): Examination {
  const settings = { findAGrantUrl: config.FIND_A_GRANT_URL, intervalMs: config.GRANTS_INTERVAL_MS }
  const upstream = createListingClient(settings, {
    userAgent: buildUserAgent(config),
    log: silentLog,
  })
  const { examine } = createFindAGrant(upstream)
  return { upstream: FIND_A_GRANT.name, examine, close: upstream.close }
}

function registry(config: Config): Examination {
  const { THREESIXTY_REGISTRY_URL: registryUrl, FUNDERS_INTERVAL_MS: intervalMs } = config
  const downloader = createRegistryDownloader({
    userAgent: buildUserAgent(config),
    intervalMs,
    registryUrl,
  })
  return {
    upstream: '360Giving',
    examine: (signal) => [
      {
        assumption:
          'registry/document: the document is a JSON list of datasets, each with a publisher, most with a licence that we know and the address of a file',
        async difference() {
          const folder = mkdtempSync(join(tmpdir(), 'ukintel-doctor-'))
          try {
            const path = join(folder, 'registry.json')
            await downloader.download(registryUrl, path, { signal })
            return registryDifference(readFileSync(path, 'utf8'))
          } finally {
            rmSync(folder, { recursive: true })
          }
        },
      },
    ],
    close: downloader.close,
  }
}

function languageModel({
  LLM_BASE_URL: baseUrl,
  LLM_API_KEY: apiKey,
  LLM_MODEL: model,
}: Config): Examination[] {
  if (baseUrl === null || model === null) return []
  const { complete } = createLanguageModel({ baseUrl, apiKey, model })
  const request = {
    instruction: 'Answer with one word.',
    material: 'ready?',
    maxTokens: 10,
    timeoutMs: TIMEOUT_MS,
  }
  return [
    {
      upstream: 'language model',
      examine: (signal) => [
        {
          assumption:
            'language-model/completion: a chat completion has `choices`, the first with a `message.content` of text',
          difference: () => complete({ ...request, signal }).then(() => null),
        },
      ],
    },
  ]
}

function facilitator(config: Config, clock: Clock): Examination {
  const { X402_FACILITATOR_URL: url, X402_FACILITATOR_TOKEN: token } = config
  const { CDP_API_KEY_ID: id, CDP_API_KEY_SECRET: secret, X402_NETWORK: network } = config
  const settings = buildPaymentSettings(config)
  const { verifier } = httpFacilitatorClients({
    url,
    token,
    verifyTimeoutMs: TIMEOUT_MS,
    ...(id !== null && secret !== null
      ? { createAuthHeaders: coinbaseAuthHeaders({ id, secret }, url) }
      : {}),
  })
  const payment = () => throwAwayPayment(settings, clock.nowMs())
  return {
    upstream: 'facilitator',
    examine: () => facilitatorChecks(verifier, network, payment, () => buildListings(settings)),
  }
}

/**
 * Builds the listings of one operation that is read, of one that is posted, and of both as tools.
 */
async function buildListings(settings: PaymentSettings): Promise<Listing[]> {
  const listings: Listing[] = []
  for (const operation of [companyProfile, tendersFitScore]) {
    const terms = await buildTerms(operation, settings, '', {
      offers: { sign: () => '' },
      undelivered: () => null,
    })
    const { publicUrl } = settings
    listings.push(
      toListing(terms.paymentRequired(`${publicUrl}${operation.path}`)),
      toListing(terms.tool.paymentRequired(`${publicUrl}/mcp`)),
    )
  }
  return listings
}

function store(config: Config, clock: Clock): Examination {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config
  const read = async () => {
    const opened = await openStore({ databaseUrl, dataDir }, { layout: 'as-is' })
    try {
      return await stateOfStore(opened, dataDir, clock.nowMs)
    } finally {
      await opened.close()
    }
  }
  return {
    upstream: 'store',
    examine: () => storeChecks(databaseUrl === null ? 'sqlite' : 'postgres', read),
  }
}
