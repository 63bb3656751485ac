/** Composes the company domain (`wing-1`) from its modules and the service context. */

import { createCallMonitor, type HealthReport, type SourceHealth } from '../background/health.ts'
import { createJob } from '../background/job.ts'
import type { ChangeFeed } from '../contract/changes.ts'
import type { Domain, DomainMetrics, ServiceContext } from '../contract/domain.ts'
import { bindPaid } from '../contract/operation.ts'
import { createNarrator, noNarrator } from '../language/narrative.ts'
import { createMemo } from '../platform/memo.ts'
import { createChangeStore } from '../store/changes.ts'
import { createCompanyFilings } from '../store/company-filings.ts'
import { createSeenCompanies, type SeenCompanies } from '../store/company-seen.ts'
import { createAccountsReader } from './accounts.ts'
import { type BackgroundWatch, createBackgroundWatch, watchEveryMs } from './background-watch.ts'
import { createChangeRecorder } from './change-recorder.ts'
import { companyChangeFeed } from './changes.ts'
import { REQUEST_MS, SCREENING_SHARE } from './limits.ts'
import { createMirror, type MirrorSettings } from './mirror/mirror.ts'
import { companyOperations } from './operations/index.ts'
import type { CompanyDeps } from './operations/shared/deps.ts'
import type { JudgedCompany, VerdictAnswer } from './operations/shared/judged.ts'
import { createScreening } from './operations/shared/screening.ts'
import {
  createPaymentPractices,
  noPaymentPractices,
  type PaymentPracticesSettings,
} from './payment-practices.ts'
import { subjectsOfDay, WELL_KNOWN_COMPANIES } from './preview.ts'
import { createRegister } from './register.ts'
import { createRegulator } from './regulator.ts'
import { createNotConfiguredError } from './source-status.ts'
import { createCompaniesHouse } from './sources/companies-house.ts'
import { createDocumentApi } from './sources/document-api.ts'
import { createFcaRegister } from './sources/fca-register.ts'
import { createFilingReader } from './sources/large-filings.ts'

export interface CompanySettings {
  companiesHouseUrl: string
  /** Absent: accounts cannot be read. */
  companiesHouseDocumentUrl?: string
  /** `null` or absent: accounts have no payment practices. */
  paymentPractices?: PaymentPracticesSettings | null
  /** Null: search, profile and verdict answer 503, the FCA check answers unchecked. */
  companiesHouseApiKey: string | null
  companiesHouseCallsPer5Min: number
  /** Null: no mirror. */
  mirror?: MirrorSettings | null
  fcaRegisterUrl: string
  /** Null, or no e-mail: fallback mode. */
  fcaAuthKey: string | null
  fcaAuthEmail: string | null
  /** Default: as many as the register allows. */
  fcaCallsPerSecond?: number
  languageTimeoutMs: number
  /** Subjects of the free sample; well-known companies by default. */
  previewNumbers?: readonly string[]
  /** Total time that one request may spend on the registers; default 10 s. */
  budgetMs?: number
}

const REMEMBERED_VERDICTS = 2000
const NARRATIVE_WINDOW_MS = 86_400_000
const FALLBACK_SUMMARY =
  'The FCA register is in fallback mode here: not consulted, fca.checked is false, no claim about regulation.'
const FALLBACK_NOTES = {
  company_verdict: FALLBACK_SUMMARY,
  company_fca: FALLBACK_SUMMARY,
  company_screen: FALLBACK_SUMMARY,
}
const FALLBACK_WARNING =
  'FCA register: fallback mode, it is not consulted; fca.checked is false and the financial-services rules are skipped'
const NO_KEY_WARNING =
  'Companies House: no access key is configured; company search, profile and verdict answer 503'

export interface CompanyDomain extends Domain {
  changes: ChangeFeed
  watch: BackgroundWatch
  /** Dependencies of its operations. */
  deps: CompanyDeps
  /** One round of the background work of stored sources now. */
  look(): Promise<void>
}

export function createCompany(context: ServiceContext, settings: CompanySettings): CompanyDomain {
  const { clock, log, lifecycle, store } = context
  const sources = createSources(context, settings)
  const { companiesHouse, fcaRegister, mirror, payments } = sources
  const seenCompanies = createSeenCompanies(store.main)
  const deps = createDeps(context, settings, sources, seenCompanies)
  const watch = createBackgroundWatch({
    seenCompanies,
    clock,
    async look(number) {
      const asking = { timeouts: deps.createTimeouts() }
      const { officers } = await deps.register.company(number, 'profile', asking)
      if (officers === null) throw new Error('the officers could not be read')
    },
  })
  const watchJob = createJob({
    name: 'watched companies',
    everyMs: watchEveryMs(settings.companiesHouseCallsPer5Min),
    work: watch.next,
    lifecycle,
    log,
  })
  const changes = companyChangeFeed({
    changes: createChangeStore(store.main),
    seenCompanies,
    watch,
    clock,
    unavailableReason: () => (companiesHouse === null ? createNotConfiguredError() : null),
  })
  const stored = [mirror, payments?.upkeep].filter((each) => !!each)
  const look = async () => void (await Promise.all(stored.map((each) => each.look())))

  return {
    operations: bindPaid(companyOperations, deps),
    deps,
    health: () => companyHealth(sources, context.language !== null),
    metrics: () => companyMetrics(sources),
    unavailableReason(operationId) {
      if (companiesHouse !== null || operationId === 'company_fca') return null
      return operationId === 'company_search' && mirror?.current()
        ? null
        : createNotConfiguredError()
    },
    // Callers learn before payment that the regulator is not queried.
    listingNotes: fcaRegister === null ? FALLBACK_NOTES : {},
    previewSubjects: (utcDay) =>
      subjectsOfDay(settings.previewNumbers ?? WELL_KNOWN_COMPANIES, utcDay).map((number) => ({
        operationId: 'company_verdict',
        params: { number },
      })),
    exampleInputs: () => exampleInputs(settings.previewNumbers),
    changes,
    watch,
    look,
    watchedSources: { sources: stored.flatMap((each) => each.watchedSources.sources), look },
    // Companies are fetched on demand; watched ones are read again.
    start() {
      for (const each of stored) each.start()
      if (companiesHouse !== null) watchJob.start()
    },
  }
}

type Sources = ReturnType<typeof createSources>

/** Creates a client of each source that this deployment reads. */
function createSources(context: ServiceContext, settings: CompanySettings) {
  const { clock, leases, log, counters, lifecycle, userAgent } = context
  const { companiesHouseApiKey: apiKey, companiesHouseDocumentUrl: documentUrl } = settings
  const { fcaAuthKey: authKey, fcaAuthEmail: authEmail } = settings
  const common = { maxPauseMs: settings.budgetMs ?? REQUEST_MS, userAgent, log, clock }
  const callsPer5Min = settings.companiesHouseCallsPer5Min
  const keyed = apiKey && { ...common, apiKey, callsPer5Min, counters, leases }

  const companiesHouse = keyed
    ? createCompaniesHouse({ ...keyed, baseUrl: settings.companiesHouseUrl })
    : null
  const { read: readFile, close: closeReader } = createFilingReader()
  const documents =
    keyed && documentUrl ? createDocumentApi({ ...keyed, readFile, baseUrl: documentUrl }) : null
  const fcaRegister =
    authKey === null || authEmail === null
      ? null
      : createFcaRegister({
          ...common,
          authEmail,
          authKey,
          baseUrl: settings.fcaRegisterUrl,
          callsPerSecond: settings.fcaCallsPerSecond,
        })
  if (companiesHouse) lifecycle.onStop('Companies House client', () => companiesHouse.close())
  if (documents)
    lifecycle.onStop('document client', async () => {
      closeReader()
      await documents.close()
    })
  if (fcaRegister) lifecycle.onStop('FCA register client', () => fcaRegister.close())
  return {
    companiesHouse,
    documents,
    fcaRegister,
    languageMonitor: createCallMonitor(clock),
    payments: settings.paymentPractices
      ? createPaymentPractices(context, settings.paymentPractices)
      : null,
    mirror: settings.mirror ? createMirror(context, settings.mirror) : null,
  }
}

function createDeps(
  { clock, log, cache, language, store }: ServiceContext,
  { budgetMs = REQUEST_MS, languageTimeoutMs }: CompanySettings,
  { companiesHouse, documents, fcaRegister, payments, mirror, languageMonitor }: Sources,
  seenCompanies: SeenCompanies,
): CompanyDeps {
  const observe = createChangeRecorder({ seenCompanies, clock, log })
  const parts = {
    register: createRegister({ client: companiesHouse, mirror, cache, clock, budgetMs, observe }),
    accounts: createAccountsReader({
      documents,
      store: createCompanyFilings(store.main),
      clock,
      log,
      budgetMs,
    }),
    paymentPractices: payments?.of ?? noPaymentPractices,
    regulator: createRegulator({ client: fcaRegister, cache, budgetMs }),
    narrator:
      language === null
        ? noNarrator
        : createNarrator({
            model: language,
            cache,
            clock,
            timeoutMs: languageTimeoutMs,
            monitor: languageMonitor,
            log,
          }),
    createTimeouts: () => cache.createTimeouts(budgetMs),
    judgements: createMemo<JudgedCompany>(REMEMBERED_VERDICTS),
    answers: createMemo<VerdictAnswer>(REMEMBERED_VERDICTS),
  }
  const screening = createScreening({
    ...parts,
    clock,
    rowsWithin: () => cache.createTimeouts(budgetMs * SCREENING_SHARE),
  })
  return { ...parts, screening }
}

function companyHealth(
  { companiesHouse, documents, fcaRegister, mirror, payments, languageMonitor }: Sources,
  hasLanguage: boolean,
): HealthReport {
  return {
    upstreams: {
      companies_house: companiesHouse?.health() ?? idle('not_configured'),
      ...(documents ? { companies_house_documents: documents.health() } : {}),
      ...mirror?.health().upstreams,
      ...payments?.health().upstreams,
      fca_register: fcaRegister?.health() ?? idle('not_consulted'),
      language_model: hasLanguage
        ? languageMonitor.health(NARRATIVE_WINDOW_MS)
        : idle('not_configured'),
    },
    warnings: [
      ...(companiesHouse?.warnings() ?? [NO_KEY_WARNING]),
      ...(fcaRegister ? [] : [FALLBACK_WARNING]),
      ...(mirror?.health().warnings ?? []),
      ...(payments?.health().warnings ?? []),
    ],
  }
}

async function companyMetrics({
  companiesHouse,
  documents,
  fcaRegister,
  mirror,
}: Sources): Promise<DomainMetrics> {
  const asOf = mirror?.generation() ?? null
  return {
    generations: asOf === null ? {} : { companies: asOf },
    upstreams: {
      ...companiesHouse?.figures(),
      ...(documents ? { companies_house_documents: documents.figures() } : {}),
      ...(fcaRegister ? { fca_register: fcaRegister.figures() } : {}),
    },
    ...(companiesHouse ? { registerCalls: await companiesHouse.calls().catch(() => null) } : {}),
  }
}

function exampleInputs(previewNumbers: readonly string[] | undefined) {
  const numbers = previewNumbers ?? WELL_KNOWN_COMPANIES
  const one = { number: numbers[0] }
  const search = previewNumbers ? {} : { company_search: { q: 'tesco', limit: 5 } }
  return {
    ...search,
    company_profile: one,
    company_verdict: one,
    company_fca: one,
    company_accounts: one,
    company_screen: { numbers: numbers.slice(0, 2) },
  }
}

function idle(status: 'not_configured' | 'not_consulted'): SourceHealth {
  return { status, last_success: null, age_seconds: null, fresh_for_seconds: null }
}
