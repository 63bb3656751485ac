/** Who is asked what: one polite request for each kind of answer that the service reads. */
import {
  FILING_ASSUMPTIONS,
  OFFICER_ASSUMPTIONS,
  PROFILE_ASSUMPTIONS,
  SEARCH_ASSUMPTIONS,
} from '../../company/sources/companies-house.assumptions.ts'
import {
  FCA_FIRM_ASSUMPTIONS,
  FCA_SEARCH_ASSUMPTIONS,
} from '../../company/sources/fca-register.assumptions.ts'
import { FORBIDDEN } from '../../company/sources/register-calls.ts'
import { askedPortals, type Config, NETWORKS } from '../../config.ts'
import { REGISTRY_ASSUMPTIONS } from '../../funders/sources/registry.assumptions.ts'
import {
  listingAssumptions,
  robotsAssumptions,
} from '../../grants/sources/find-a-grant.assumptions.ts'
import { MODEL_ASSUMPTIONS } from '../../language/model.assumptions.ts'
import { chainAssumptions } from '../../payments/evm/chain.assumptions.ts'
import { examineChain } from '../../payments/evm/examination.ts'
import { chainIdOf } from '../../payments/evm/presented.ts'
import { throwAwayPayment } from '../../payments/evm/throw-away.ts'
import {
  facilitatorAssumptions,
  VERIFICATION_ASSUMPTIONS,
} from '../../payments/facilitator.assumptions.ts'
import { httpFacilitatorClient } from '../../payments/facilitator-client.ts'
import { objectOf, objectsOf, type Payload } from '../../platform/assumption.ts'
import { openStore } from '../../store/open.ts'
import { stateOfStore } from '../../store/state.ts'
import { storeAssumptions } from '../../store/store.assumptions.ts'
import type { AskedPortal } from '../../tenders/portals/index.ts'
import { HOLIDAY_ASSUMPTIONS } from '../../tenders/sources/bank-holidays.assumptions.ts'
import { createListsExamination } from '../../tenders/sources/examination.ts'
import { listsAssumptions, portalAssumptions } from '../../tenders/sources/portal.assumptions.ts'
import { userAgentOf } from '../../user-agent.ts'
import { answered, askOnce, RefusedAnswer, type Request } from './ask.ts'
import type { Examination, Question } from './examine.ts'
import { mirrorExaminations } from './mirror.ts'

/** A word in the names of most companies and firms. */
const COMMON_WORD = 'limited'
const AGENT_NAME = 'ukintel'

/** Everybody whom this configuration makes the service ask. */
export function examinationsOf(config: Config, nowMs: () => number): Examination[] {
  const get: Get = (url, headers = {}, options = {}) =>
    askOnce(url, { headers, userAgent: userAgentOf(config), ...options })
  return [
    companiesHouse(config, get),
    ...mirrorExaminations(config),
    ...(config.FCA_AUTH_KEY === null || config.FCA_AUTH_EMAIL === null
      ? []
      : [regulator(config, get)]),
    ...askedPortals(config).map((asked) => portal(asked, nowMs(), get)),
    {
      upstream: 'GOV.UK bank holidays',
      questions: [
        {
          name: 'feed',
          assumptions: HOLIDAY_ASSUMPTIONS,
          ask: () => get(config.BANK_HOLIDAYS_URL),
        },
      ],
    },
    {
      upstream: 'Find a grant',
      questions: [
        {
          name: 'robots',
          assumptions: robotsAssumptions(AGENT_NAME),
          ask: () => get(`${config.FIND_A_GRANT_URL}/robots.txt`),
        },
        {
          name: 'list',
          assumptions: listingAssumptions,
          ask: () => get(`${config.FIND_A_GRANT_URL}/grants?limit=400`, { accept: 'text/html' }),
        },
      ],
    },
    {
      upstream: '360Giving',
      questions: [
        {
          name: 'registry',
          assumptions: REGISTRY_ASSUMPTIONS,
          ask: () => get(config.THREESIXTY_REGISTRY_URL),
        },
      ],
    },
    ...(config.LLM_BASE_URL === null ? [] : [languageModel(config)]),
    facilitator(config, nowMs, get),
    ...(config.X402_RPC_URL ?? []).map((rpcUrl, index, all) =>
      chain(config, rpcUrl, all.length === 1 ? '' : ` (address ${index + 1} of ${all.length})`),
    ),
    store(config, nowMs),
  ]
}

type Get = (
  url: string,
  headers?: Record<string, string>,
  options?: Pick<Request, 'signal' | 'forbidden'>,
) => Promise<Payload>

function companiesHouse(
  { COMPANIES_HOUSE_URL: url, COMPANIES_HOUSE_API_KEY: key }: Config,
  get: Get,
): Examination {
  const ask = (path: string) => {
    if (key === null)
      throw new Error(
        'COMPANIES_HOUSE_API_KEY is not set: company search, profile and verdict cannot be delivered',
      )
    return get(
      `${url}${path}`,
      { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
      { forbidden: FORBIDDEN },
    )
  }
  const numberOf = (answers: ReadonlyMap<string, Payload>) => {
    const number = objectsOf(objectOf(answers.get('search')?.json).items)?.[0]?.company_number
    if (typeof number !== 'string') throw new Error('the search gave no company to ask for')
    return encodeURIComponent(number)
  }
  return {
    upstream: 'Companies House',
    questions: [
      {
        name: 'search',
        assumptions: SEARCH_ASSUMPTIONS,
        ask: async () => ask(`/search/companies?q=${COMMON_WORD}&items_per_page=20`),
      },
      {
        name: 'profile',
        assumptions: PROFILE_ASSUMPTIONS,
        ask: async (answers) => ask(`/company/${numberOf(answers)}`),
      },
      {
        name: 'officers',
        assumptions: OFFICER_ASSUMPTIONS,
        ask: async (answers) => ask(`/company/${numberOf(answers)}/officers?items_per_page=100`),
      },
      {
        name: 'filings',
        assumptions: FILING_ASSUMPTIONS,
        ask: async (answers) =>
          ask(`/company/${numberOf(answers)}/filing-history?items_per_page=25`),
      },
    ],
  }
}

function regulator(config: Config, get: Get): Examination {
  const headers = {
    'x-auth-email': config.FCA_AUTH_EMAIL!,
    'x-auth-key': config.FCA_AUTH_KEY!,
    'content-type': 'application/json',
  }
  return {
    upstream: 'FCA Financial Services Register',
    questions: [
      {
        name: 'search',
        assumptions: FCA_SEARCH_ASSUMPTIONS,
        ask: () => get(`${config.FCA_REGISTER_URL}/Search?q=${COMMON_WORD}&type=firm`, headers),
      },
      {
        name: 'firm',
        assumptions: FCA_FIRM_ASSUMPTIONS,
        ask: async (answers) => {
          const reference = String(
            objectsOf(objectOf(answers.get('search')?.json).Data)?.[0]?.['Reference Number'] ?? '',
          )
          if (!/^\d{1,10}$/.test(reference)) throw new Error('the search gave no firm to ask for')
          return await get(`${config.FCA_REGISTER_URL}/Firm/${reference}`, headers)
        },
      },
    ],
  }
}

const HOUR_MS = 3_600_000
/** Over a long weekend nothing may be published. */
const LOOK_BACK_MS = 96 * HOUR_MS
/** For all lists of two months together. */
const LISTS_MS = 300_000

function portal({ portal, url }: AskedPortal, nowMs: number, get: Get): Examination {
  const { asked } = portal
  const releases = (ask: Question['ask']): Question => ({
    name: 'releases',
    assumptions: portalAssumptions(portal),
    ask,
  })
  if (asked.by === 'window') {
    const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS
    return {
      upstream: portal.name,
      questions: [releases(() => get(`${url}${asked.path([hour - LOOK_BACK_MS, hour])}`))],
    }
  }
  const lists = createListsExamination({
    asked,
    nowMs,
    async ask(path, signal) {
      try {
        await get(`${url}${path}`, {}, { signal })
        return null
      } catch (error) {
        if (error instanceof RefusedAnswer && error.status >= 500) return error.message
        throw error
      }
    },
  })
  return {
    upstream: portal.name,
    questions: [
      {
        name: 'months',
        assumptions: listsAssumptions(portal),
        ask: async () => answered(url, { ...(await lists.examine(AbortSignal.timeout(LISTS_MS))) }),
      },
      releases(async (answers) => {
        const { path } = objectOf(answers.get('months')?.json)
        if (typeof path !== 'string') throw new Error('none of its lists was answered')
        return await get(`${url}${path}`)
      }),
    ],
  }
}

function languageModel(config: Config): Examination {
  const headers: Record<string, string> =
    config.LLM_API_KEY === null ? {} : { authorization: `Bearer ${config.LLM_API_KEY}` }
  const post = {
    model: config.LLM_MODEL,
    temperature: 0,
    max_tokens: 10,
    messages: [
      { role: 'system', content: 'Answer with one word.' },
      { role: 'user', content: JSON.stringify('ready?') },
    ],
  }
  const ask = () =>
    askOnce(`${config.LLM_BASE_URL}/chat/completions`, {
      headers,
      post,
      userAgent: userAgentOf(config),
    })
  return {
    upstream: 'language model',
    questions: [{ name: 'completion', assumptions: MODEL_ASSUMPTIONS, ask }],
  }
}

const EXAMINATION_TIMEOUT_MS = 30_000

function facilitator(config: Config, nowMs: () => number, get: Get): Examination {
  const {
    X402_FACILITATOR_URL: url,
    X402_NETWORK: network,
    X402_ASSET: asset,
    X402_PAY_TO: payTo,
  } = config
  const payee = {
    network,
    asset,
    assetName: NETWORKS[network].usdcName,
    payTo: payTo as `0x${string}`,
  }
  const client = httpFacilitatorClient({
    url,
    timeoutMs: EXAMINATION_TIMEOUT_MS,
    createAuthHeaders: () => facilitatorHeaders(config),
    throwAwayPayment: () => throwAwayPayment(payee, nowMs()),
  })
  return {
    upstream: 'facilitator',
    questions: [
      {
        name: 'supported',
        assumptions: facilitatorAssumptions(network),
        ask: async () => get(`${url}/supported`, (await facilitatorHeaders(config)).supported),
      },
      {
        name: 'verification',
        assumptions: VERIFICATION_ASSUMPTIONS,
        ask: async () =>
          answered(url, { ...(await client.examine(AbortSignal.timeout(EXAMINATION_TIMEOUT_MS))) }),
      },
    ],
  }
}

async function facilitatorHeaders(config: Config) {
  const {
    CDP_API_KEY_ID: id,
    CDP_API_KEY_SECRET: secret,
    X402_FACILITATOR_TOKEN: token,
    X402_FACILITATOR_URL: url,
  } = config
  if (id !== null && secret !== null) {
    const { coinbaseAuthHeaders } = await import('../../payments/coinbase-auth.ts')
    return await coinbaseAuthHeaders({ id, secret }, url)()
  }
  const headers: Record<string, string> = token === null ? {} : { authorization: `Bearer ${token}` }
  return { verify: headers, supported: headers }
}

function chain(config: Config, rpcUrl: string, which: string): Examination {
  const wanted = {
    id: chainIdOf(config.X402_NETWORK),
    tokenName: NETWORKS[config.X402_NETWORK].usdcName,
  }
  const ask = async () =>
    answered(new URL(rpcUrl).origin, await examineChain(rpcUrl, config.X402_ASSET))
  return {
    upstream: `chain${which}`,
    questions: [{ name: 'token', assumptions: chainAssumptions(wanted), ask }],
  }
}

function store(config: Config, nowMs: () => number): Examination {
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = config
  const engine = databaseUrl === null ? 'sqlite' : 'postgres'
  const ask = async () => {
    const opened = await openStore({ databaseUrl, dataDir }, { layout: 'as-is' })
    try {
      return answered(engine, await stateOfStore(opened, dataDir, nowMs))
    } finally {
      await opened.close()
    }
  }
  return {
    upstream: 'store',
    questions: [{ name: engine, assumptions: storeAssumptions(engine), ask }],
  }
}
