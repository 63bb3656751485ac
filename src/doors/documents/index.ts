/** Every document that the service serves besides its operations, written once at the start from the registry. */
import type { ServedDocument } from '../http/server.ts'
import { agentCardDocument } from './agent-card.ts'
import type { Catalogue } from './catalogue.ts'
import { apiCatalog, LINKSET_TYPE, robotsTxt, securityTxt, x402Manifest } from './discovery.ts'
import { errorsMarkdown } from './error-guide.ts'
import { faviconIco, faviconSvg } from './favicon.ts'
import { listings } from './listings.ts'
import { llmsFullTxt, llmsTxt } from './llms-txt.ts'
import { openApiDocument } from './openapi.ts'
import { publishedVersions, rulesDocument, rulesMarkdown, rulesPagePath, rulesPath, rulesVersionDocument } from './rules.ts'
import { MARKDOWN_TYPE, movedTo, servedBytes, servedDaily, servedJson, servedText, TEXT_TYPE } from './served.ts'

export function publishDocuments(catalogue: Catalogue, nowMs: () => number): ServedDocument[] {
  const started = `${new Date(nowMs()).toISOString().slice(0, 10)}T00:00:00Z`
  return [
    servedJson('/openapi.json', openApiDocument(catalogue)),
    agentCardDocument(catalogue),
    movedTo('/.well-known/agent.json', '/.well-known/agent-card.json'),
    servedJson('/.well-known/x402.json', x402Manifest(catalogue, started)),
    servedJson('/.well-known/api-catalog', apiCatalog(catalogue), LINKSET_TYPE),
    ...listings(catalogue),
    servedText('/llms.txt', TEXT_TYPE, llmsTxt(catalogue)),
    servedText('/llms-full.txt', TEXT_TYPE, llmsFullTxt(catalogue)),
    servedText('/robots.txt', TEXT_TYPE, robotsTxt(catalogue)),
    servedDaily('/.well-known/security.txt', nowMs, (today) =>
      servedText('/.well-known/security.txt', TEXT_TYPE, securityTxt(catalogue, today)),
    ),
    servedText('/favicon.svg', 'image/svg+xml', faviconSvg()),
    servedBytes('/favicon.ico', 'image/x-icon', faviconIco()),
    servedJson('/v1/rules', rulesDocument(catalogue)),
    ...publishedVersions(catalogue).flatMap((version) => [
      servedJson(rulesPath(version), rulesVersionDocument(version, catalogue)),
      servedText(rulesPagePath(version), MARKDOWN_TYPE, rulesMarkdown(version)),
    ]),
    // Where the page of eligibility 1.0.0 was first published.
    movedTo('/docs/rules/grant-eligibility-1.0.0.md', '/docs/rules/eligibility-1.0.0.md'),
    servedText('/docs/errors.md', MARKDOWN_TYPE, errorsMarkdown()),
  ]
}
