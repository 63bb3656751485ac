/** The synthetic sources of the sandbox. A further one is one entry of `STARTERS`. */
import type { Lifecycle } from '../src/platform/lifecycle.ts'
import { type CivilDate, londonDate } from '../src/platform/london.ts'
import { PORTALS } from '../src/tenders/portals/index.ts'
import { sandboxCompanies } from './companies-house/companies.ts'
import { type SandboxDocuments, startDocuments } from './companies-house/documents.ts'
import { type SandboxCompaniesHouse, startCompaniesHouse } from './companies-house/server.ts'
import { bulkArchives } from './company-mirror/bulk-file.ts'
import { type SandboxBulkSite, startBulkSite } from './company-mirror/bulk-site.ts'
import { type SandboxStreams, startStreams } from './company-mirror/streams.ts'
import { type SandboxFca, startFca } from './fca/server.ts'
import { type FunderRegistry, startFunderRegistry } from './funder-registry/server.ts'
import { type GrantListing, startGrantListing } from './grant-listing/server.ts'
import { type SandboxModel, startModel } from './model-server.ts'
import { paymentExport, sandboxReports } from './payment-practices/export.ts'
import { type SandboxPaymentPractices, startPaymentPractices } from './payment-practices/server.ts'
import { rememberLast } from './remember-last.ts'
import { PORTAL_DIALECTS } from './tender-portals/dialects.ts'
import { sandboxReleases } from './tender-portals/releases.ts'
import { startTenderPortals, type TenderPortals } from './tender-portals/server.ts'

/** A synthetic source; each has additional controls. */
interface SyntheticSource {
  readonly url: string
  close(): Promise<void>
}

/** How to start one, and the variables that send the service to it. */
interface Starter {
  /** `nowMs`: the present that its data is made around. */
  start(nowMs: number): Promise<SyntheticSource>
  environment(source: SyntheticSource): Record<string, string>
}

const monthlyFile = rememberLast((today: CivilDate) =>
  bulkArchives(sandboxCompanies(today), `${today.slice(0, 7)}-01`),
)

const STARTERS = {
  companiesHouse: {
    start: (nowMs: number) => startCompaniesHouse({ today: londonDate(nowMs) }),
    environment: ({ url, apiKey }: SandboxCompaniesHouse) => ({
      COMPANIES_HOUSE_URL: url,
      COMPANIES_HOUSE_API_KEY: apiKey,
    }),
  },
  companyDocuments: {
    start: (nowMs: number) => startDocuments({ today: londonDate(nowMs) }),
    environment: ({ url }: SandboxDocuments) => ({ COMPANIES_HOUSE_DOCUMENT_URL: url }),
  },
  companyBulk: {
    start: (nowMs: number) => startBulkSite(monthlyFile(londonDate(nowMs))),
    environment: ({ url }: SandboxBulkSite) => ({ COMPANIES_HOUSE_BULK_URL: url }),
  },
  companyStreams: {
    start: () => startStreams({ beatMs: 5_000 }),
    environment: ({ url, keys }: SandboxStreams) => ({
      COMPANIES_HOUSE_STREAM_URL: url,
      COMPANIES_HOUSE_STREAM_KEY: keys.join(','),
    }),
  },
  paymentPractices: {
    start: (nowMs: number) =>
      startPaymentPractices(paymentExport(sandboxReports(londonDate(nowMs)))),
    environment: ({ url }: SandboxPaymentPractices) => ({ PAYMENT_PRACTICES_URL: url }),
  },
  fca: {
    start: () => startFca(),
    environment: ({ url, authEmail, authKey }: SandboxFca) => ({
      FCA_REGISTER_URL: url,
      FCA_AUTH_EMAIL: authEmail,
      FCA_AUTH_KEY: authKey,
      FCA_LICENCE: 'held',
    }),
  },
  funderRegistry: {
    start: () => startFunderRegistry(),
    environment: ({ url }: FunderRegistry) => ({ THREESIXTY_REGISTRY_URL: url }),
  },
  tenderPortals: {
    start: (nowMs: number) => startTenderPortals({ releases: sandboxReleases(nowMs) }),
    environment: ({ url }: TenderPortals) => ({
      ...Object.fromEntries(
        PORTAL_DIALECTS.map(({ portal, mount }) => [portal.urlVariable, `${url}${mount}`]),
      ),
      BANK_HOLIDAYS_URL: `${url}/bank-holidays.json`,
      // What the synthetic portals hold is some days old at most.
      TENDERS_BACKFILL_DAYS: '12',
    }),
  },
  grantListing: {
    start: (nowMs: number) => startGrantListing({ nowMs }),
    environment: ({ url }: GrantListing) => ({ FIND_A_GRANT_URL: url }),
  },
  model: {
    start: () => startModel(),
    environment: ({ url, model }: SandboxModel) => ({ LLM_BASE_URL: url, LLM_MODEL: model }),
  },
} satisfies Record<string, Starter>

/**
 * Address without a listener: a source without a synthetic one fails immediately instead of
 * reaching the real one.
 */
const NOWHERE = 'http://127.0.0.1:9'

const UNSERVED = {
  COMPANIES_HOUSE_URL: NOWHERE,
  COMPANIES_HOUSE_DOCUMENT_URL: NOWHERE,
  COMPANIES_HOUSE_BULK_URL: NOWHERE,
  COMPANIES_HOUSE_STREAM_URL: NOWHERE,
  PAYMENT_PRACTICES_URL: `${NOWHERE}/export/csv/`,
  FCA_REGISTER_URL: NOWHERE,
  ...Object.fromEntries(PORTALS.map(({ urlVariable }) => [urlVariable, NOWHERE])),
  THREESIXTY_REGISTRY_URL: `${NOWHERE}/data.json`,
  BANK_HOLIDAYS_URL: `${NOWHERE}/bank-holidays.json`,
  // Synthetic sources need no rest between requests.
  PORTALS_INTERVAL_MS: '0',
  GRANTS_INTERVAL_MS: '0',
  FUNDERS_INTERVAL_MS: '0',
}

type StarterOf<Name extends keyof typeof STARTERS> = (typeof STARTERS)[Name]
type Started = {
  readonly [Name in keyof typeof STARTERS]: StarterOf<Name> extends {
    start(nowMs: number): Promise<infer Source>
  }
    ? Source
    : never
}

export type Sources = Started & { readonly environment: Readonly<Record<string, string>> }

/** `nowMs`: the present that their data is made around. */
export async function startSources(
  lifecycle: Lifecycle,
  nowMs: number = Date.now(),
): Promise<Sources> {
  const environment: Record<string, string> = { ...UNSERVED }
  const started: Record<string, SyntheticSource> = {}
  for (const [name, { start, environment: variables }] of Object.entries<Starter>(STARTERS)) {
    const source = await start(nowMs)
    lifecycle.onStop(name, () => source.close())
    started[name] = source
    Object.assign(environment, variables(source))
  }
  return { ...(started as unknown as Started), environment }
}
