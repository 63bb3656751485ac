/** The domains of this deployment, and what they have together. */

import type { UnavailableReason } from '../api/paid-call.ts'
import type { Pipeline } from '../api/pipeline.ts'
import type { BoundPaid } from '../api/registry.ts'
import { createSampler } from '../api/sampler.ts'
import { createChanges } from '../changes/domain.ts'
import { createCompany } from '../company/domain.ts'
import { type Config, listConfiguredPortals } from '../config.ts'
import type { Domain, ServiceContext } from '../contract/domain.ts'
import { createFunders, type FundersDomain } from '../funders/domain.ts'
import { createGrants } from '../grants/domain.ts'
import type { FreeDeps } from '../meta/deps.ts'
import type { Log } from '../observe/log.ts'
import { createTenders } from '../tenders/domain.ts'

export type Domains = Record<'company' | 'tenders' | 'grants' | 'funders' | 'changes', Domain>

/** @param previewNumbers company numbers for `preview` in place of the default ones */
export function createDomains(
  context: ServiceContext,
  config: Config,
  previewNumbers?: readonly string[],
): Partial<Domains> {
  const company = createCompany(context, {
    companiesHouseUrl: config.COMPANIES_HOUSE_URL,
    companiesHouseDocumentUrl: config.COMPANIES_HOUSE_DOCUMENT_URL,
    paymentPractices: { url: config.PAYMENT_PRACTICES_URL, ingest: config.INGEST },
    companiesHouseApiKey: config.COMPANIES_HOUSE_API_KEY,
    companiesHouseCallsPer5Min: config.COMPANIES_HOUSE_CALLS_PER_5_MIN,
    fcaRegisterUrl: config.FCA_REGISTER_URL,
    fcaAuthKey: config.FCA_AUTH_KEY,
    fcaAuthEmail: config.FCA_AUTH_EMAIL,
    languageTimeoutMs: config.LLM_TIMEOUT_MS,
    mirror: config.COMPANY_MIRROR === 'off' ? null : buildMirrorOptions(config),
    ...(previewNumbers ? { previewNumbers } : {}),
  })
  const grants = createGrants(context, {
    findAGrantUrl: config.FIND_A_GRANT_URL,
    intervalMs: config.GRANTS_INTERVAL_MS,
    publicUrl: config.PUBLIC_URL,
    ingest: config.INGEST,
    // Grants and funders need each other's data. These are called only after both exist.
    awardHistory: (names, nowMs) => funders.awardHistory(names, nowMs),
    awardOrigins: (nowMs) => funders.awardOrigins(nowMs),
  })
  const funders: FundersDomain = createFunders(context, {
    registryUrl: config.THREESIXTY_REGISTRY_URL,
    intervalMs: config.FUNDERS_INTERVAL_MS,
    windowDays: config.FUNDER_WINDOW_DAYS,
    ingest: config.INGEST,
    liveGrants: grants.liveGrantsOfFunder,
  })
  const tenders = createTenders(context, {
    portals: listConfiguredPortals(config),
    bankHolidaysUrl: config.BANK_HOLIDAYS_URL,
    portalsIntervalMs: config.PORTALS_INTERVAL_MS,
    backfillDays: config.TENDERS_BACKFILL_DAYS,
    minDepthDays: config.TENDERS_MIN_DEPTH_DAYS,
    ingest: config.INGEST,
  })
  const feeds = {
    tenders: tenders.changes,
    grants: grants.changes,
    company: company.changes,
    contracts: tenders.contractChanges,
  }
  return { company, tenders, grants, funders, changes: createChanges(context, feeds) }
}

function buildMirrorOptions(config: Config) {
  return {
    databaseUrl: config.DATABASE_URL,
    bulkUrl: config.COMPANIES_HOUSE_BULK_URL,
    ingest: config.INGEST,
    stream:
      config.COMPANY_MIRROR === 'stream'
        ? { url: config.COMPANIES_HOUSE_STREAM_URL, keys: config.COMPANIES_HOUSE_STREAM_KEY }
        : null,
    freshMs: config.COMPANY_FRESH_HOURS * 3_600_000,
  }
}

/** Returns the ids of all paid operations. */
export const listPaidOperationIds = (domains: readonly Domain[]) =>
  domains.flatMap(({ operations }) => operations.map(({ operation }) => operation.id))

/**
 * Returns a check that each quote and payment makes: the domain of an operation decides whether it
 * can deliver.
 */
export function createAvailabilityCheck(domains: readonly Domain[]): UnavailableReason {
  const domainById = new Map(
    domains.flatMap((domain) =>
      domain.operations.map(({ operation }) => [operation.id, domain] as const),
    ),
  )
  return (operationId, input) =>
    domainById.get(operationId)?.unavailableReason?.(operationId, input) ?? null
}

/** Returns the free sample of each domain that has one. */
export function createSamples(
  domains: Partial<Domains>,
  paid: readonly BoundPaid[],
  pipeline: Pipeline,
  log: Log,
): FreeDeps['sample'] {
  function find(id: string): BoundPaid {
    const bound = paid.find((each) => each.operation.id === id)
    if (!bound) throw new Error(`no operation ${id}`)
    return bound
  }
  const sampler = (name: keyof Domains) =>
    createSampler({
      pipeline,
      find,
      subjects: (utcDay) => domains[name]?.previewSubjects(utcDay) ?? [],
      log,
    })
  const samplers = {
    company: sampler('company'),
    tenders: sampler('tenders'),
    grants: sampler('grants'),
  }
  return (domain, nowMs, signal) => samplers[domain](nowMs, signal)
}
