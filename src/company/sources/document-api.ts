/**
 * Documents of filings: the register's document API, which answers with metadata and with a
 * presigned address of the content.
 */

import { createCallMonitor, type SourceHealth } from '../../background/health.ts'
import type { Check } from '../../platform/examination.ts'
import { parseJson } from '../../platform/json.ts'
import { NoCallLeft } from '../../upstream/call-budget.ts'
import {
  createUpstream,
  failWhilePaused,
  toUpstreamError,
  UpstreamError,
  type UpstreamMetrics,
} from '../../upstream/http.ts'
import { createRedirectTargets, isLoopback } from '../../upstream/redirect-target.ts'
import {
  BLIND_HOLD_MS,
  COMPANY_WINDOW_MS,
  DOCUMENT_ATTEMPTS,
  DOCUMENT_CONTENT_MS,
} from '../limits.ts'
import {
  type FilingContent,
  MAX_FILING_BYTES,
  PDF_ONLY,
  unreadable,
} from '../model/accounts/filing.ts'
import { count, type Json, object } from '../model/read.ts'
import type { FilingReader } from './large-filings.ts'
import { createDocumentPace } from './register-calls.ts'
import { type RegisterOptions, untilReset } from './register-lines.ts'

export const COMPANY_DOCUMENTS = 'Companies House documents'

/** Content types with figures, the better first. */
const READABLE = ['application/xhtml+xml', 'application/xml', 'application/zip']
const SERVED =
  /^(?:application\/(?:xhtml\+xml|xml|zip|octet-stream)|binary\/octet-stream|text\/(?:html|xml))(?:;|$)/i

export interface FilingDocument {
  id: string
  companyNumber: string
}

export interface DocumentApi {
  /**
   * Fetches and reads a filing's document; `null` if the register still makes it.
   * @throws UpstreamError if the register or its object store does not answer
   */
  content(document: FilingDocument, signal: AbortSignal): Promise<FilingContent | null>
  /** Lists the checks of `ukintel doctor`. */
  examine(document: () => FilingDocument, signal: AbortSignal): readonly Check[]
  figures(): UpstreamMetrics
  health(): SourceHealth
  close(): Promise<void>
}

/** @param options `readFile` reads the figures of a file, here or in another process */
export function createDocumentApi(
  options: RegisterOptions & { readFile: FilingReader['read'] },
): DocumentApi {
  const { readFile, baseUrl, apiKey, clock, log, userAgent } = options
  const monitor = createCallMonitor(clock)
  const { callsPer5Min: calls, counters, leases } = options
  const upstream = COMPANY_DOCUMENTS
  const pace = createDocumentPace({ upstream, apiKey, calls, counters, leases })
  const line = createUpstream({
    name: COMPANY_DOCUMENTS,
    baseUrl,
    headers: { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` },
    userAgent,
    pace,
    ...DOCUMENT_ATTEMPTS,
    maxBodyBytes: MAX_FILING_BYTES,
    throttleHoldMs: (status, headers) =>
      status === 429 ? (untilReset(headers, clock) ?? BLIND_HOLD_MS) : null,
    onAttempt: ({ path: _, ...attempt }) => log.debug(attempt, 'document call'),
  })
  const targets = createRedirectTargets({
    name: COMPANY_DOCUMENTS,
    userAgent,
    timeoutMs: DOCUMENT_CONTENT_MS,
    maxBytes: MAX_FILING_BYTES,
    allowLoopback: isLoopback(baseUrl),
  })

  async function metadata(id: string, signal: AbortSignal): Promise<Json | null> {
    const { status, body } = await line.get(`/document/${id}`, { signal })
    // Normal right after a filing.
    if (status === 404) return null
    if (status !== 200) throw createServerError(status)
    const parsed = object(parseJson(body))
    if (Object.keys(object(parsed.resources)).length > 0) return parsed
    throw createMalformedError('metadata without resources')
  }

  /** Follows the redirect of the content once, without our credentials. */
  async function fetchContent(id: string, type: string, signal: AbortSignal): Promise<Buffer> {
    const answer = await line.get(`/document/${id}/content`, { signal, headers: { accept: type } })
    const { location } = answer.headers
    const isRedirect = [301, 302, 303, 307, 308].includes(answer.status)
    const served =
      isRedirect && typeof location === 'string'
        ? await targets.get(new URL(location, `${baseUrl}/`).href, type, signal)
        : answer
    if (served.status !== 200) throw createServerError(served.status)
    const stated = served.headers['content-type']
    if (typeof stated === 'string' && !SERVED.test(stated))
      throw createMalformedError('content of another type')
    return served.body
  }

  async function content(
    { id, companyNumber }: FilingDocument,
    signal: AbortSignal,
  ): Promise<FilingContent | null> {
    const found = await metadata(id, signal)
    if (found === null) return null
    if (typeof found.company_number === 'string' && found.company_number !== companyNumber)
      return unreadable('the document is of another company')
    const resources = object(found.resources)
    const type = READABLE.find((each) => resources[each] !== undefined)
    if (type === undefined) return PDF_ONLY
    const size = count(object(resources[type]).content_length)
    if (size !== null && size > MAX_FILING_BYTES)
      return unreadable('the file is larger than 20 MiB')
    return await readFile(await fetchContent(id, type, signal), companyNumber)
  }

  return {
    async content(document, signal) {
      try {
        failWhilePaused(COMPANY_DOCUMENTS, pace, options.maxPauseMs)
        const read = await content(document, signal)
        monitor.recordSuccess()
        return read
      } catch (error) {
        if (error instanceof UpstreamError && error.kind === 'too_large')
          return unreadable('the file is larger than 20 MiB')
        if (!(error instanceof NoCallLeft)) monitor.recordFailure()
        throw toUpstreamError(COMPANY_DOCUMENTS, error)
      }
    },
    examine(document, signal) {
      return [
        {
          assumption:
            'company-documents/metadata: metadata name the resources of a document by content type',
          difference: async () => {
            const found = await metadata(document().id, signal)
            if (found === null) throw new Error('the register has no metadata of this document')
            const types = Object.keys(object(found.resources))
            return types.some((type) => type === 'application/pdf' || READABLE.includes(type))
              ? null
              : 'no resource has a known content type'
          },
        },
        {
          assumption:
            'company-documents/content: the content of a document can be fetched and its figures read',
          difference: async () => {
            const read = await content(document(), signal)
            if (read === null) throw new Error('the register has no metadata of this document')
            return read.status === 'unreadable' ? read.reason : null
          },
        },
      ]
    },
    figures: line.figures,
    health: () => monitor.health(COMPANY_WINDOW_MS),
    async close() {
      await Promise.all([line.close(), targets.close()])
    },
  }
}

function createServerError(status: number): UpstreamError {
  return new UpstreamError(COMPANY_DOCUMENTS, 'server_error', `answered ${status}`, { status })
}

function createMalformedError(what: string): UpstreamError {
  return new UpstreamError(COMPANY_DOCUMENTS, 'server_error', `answered ${what}`)
}
