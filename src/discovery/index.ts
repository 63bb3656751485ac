/**
 * Every document that the service serves besides its operations, written once at the start from the
 * registry.
 */

import type { Catalogue } from '../api/catalogue.ts'
import type { HttpDocument } from '../api/endpoint.ts'
import { agentCardDocument } from './agent-card.ts'
import { apiCatalog, LINKSET_TYPE, robotsTxt, securityTxt, x402Manifest } from './discovery.ts'
import {
  bytesDocument,
  dailyDocument,
  jsonDocument,
  MARKDOWN_TYPE,
  redirectTo,
  TEXT_TYPE,
  textDocument,
} from './document.ts'
import { errorsMarkdown } from './error-guide.ts'
import { faviconIco, faviconSvg } from './favicon.ts'
import { listings } from './listings.ts'
import { llmsFullTxt, llmsTxt } from './llms-txt.ts'
import { openApiDocument } from './openapi.ts'
import {
  listPublishedVersions,
  rulesDocument,
  rulesMarkdown,
  rulesPagePath,
  rulesPath,
  rulesVersionDocument,
} from './rules.ts'

export function publishDocuments(catalogue: Catalogue, nowMs: () => number): HttpDocument[] {
  const started = `${new Date(nowMs()).toISOString().slice(0, 10)}T00:00:00Z`
  return [
    jsonDocument('/openapi.json', openApiDocument(catalogue)),
    agentCardDocument(catalogue),
    redirectTo('/.well-known/agent.json', '/.well-known/agent-card.json'),
    jsonDocument('/.well-known/x402.json', x402Manifest(catalogue, started)),
    jsonDocument('/.well-known/api-catalog', apiCatalog(catalogue), LINKSET_TYPE),
    ...listings(catalogue),
    textDocument('/llms.txt', TEXT_TYPE, llmsTxt(catalogue)),
    textDocument('/llms-full.txt', TEXT_TYPE, llmsFullTxt(catalogue)),
    textDocument('/robots.txt', TEXT_TYPE, robotsTxt(catalogue)),
    dailyDocument('/.well-known/security.txt', nowMs, (today) =>
      textDocument('/.well-known/security.txt', TEXT_TYPE, securityTxt(catalogue, today)),
    ),
    textDocument('/favicon.svg', 'image/svg+xml', faviconSvg()),
    bytesDocument('/favicon.ico', 'image/x-icon', faviconIco()),
    jsonDocument('/v1/rules', rulesDocument(catalogue)),
    ...listPublishedVersions(catalogue).flatMap((version) => [
      jsonDocument(rulesPath(version), rulesVersionDocument(version, catalogue)),
      textDocument(rulesPagePath(version), MARKDOWN_TYPE, rulesMarkdown(version)),
    ]),
    // Where the page of eligibility 1.0.0 was first published.
    redirectTo('/docs/rules/grant-eligibility-1.0.0.md', '/docs/rules/eligibility-1.0.0.md'),
    textDocument('/docs/errors.md', MARKDOWN_TYPE, errorsMarkdown()),
  ]
}
