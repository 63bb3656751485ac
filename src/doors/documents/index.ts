/** Every document that the service serves besides its operations, written once at the start from the registry. */
import type { ServedDocument } from '../http/server.ts'
import type { Catalogue } from './catalogue.ts'
import { errorsMarkdown } from './error-guide.ts'
import { errorsPage } from './errors-page.ts'
import { HTML_TYPE, PAGE_HEADERS } from './html.ts'
import { openApiDocument } from './openapi.ts'
import { MARKDOWN_TYPE, servedJson, servedText } from './served.ts'

export function publishDocuments(catalogue: Catalogue): ServedDocument[] {
  const page = (path: string, html: string) => servedText(path, HTML_TYPE, html, PAGE_HEADERS)
  return [
    servedJson('/openapi.json', openApiDocument(catalogue)),
    page('/docs/errors', errorsPage()),
    servedText('/docs/errors.md', MARKDOWN_TYPE, errorsMarkdown()),
  ]
}
