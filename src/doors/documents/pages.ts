/** The pages for people and the files they load. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ServedDocument } from '../http/server.ts'
import type { Catalogue } from './catalogue.ts'
import { errorsPage } from './errors-page.ts'
import { homePage } from './home-page.ts'
import { HTML_TYPE, PAGE_HEADERS } from './html.ts'
import { referencePage } from './reference-page.ts'
import { servedBytes, servedText } from './served.ts'

const CSS_TYPE = 'text/css; charset=utf-8'
const SCRIPT_TYPE = 'text/javascript; charset=utf-8'

export function publishPages(catalogue: Catalogue): ServedDocument[] {
  const page = (path: string, html: string) => servedText(path, HTML_TYPE, html, PAGE_HEADERS)
  const asset = (name: string) =>
    servedBytes(`/assets/${name}`, name.endsWith('.css') ? CSS_TYPE : SCRIPT_TYPE, readFileSync(join(import.meta.dirname, 'assets', name)))
  return [
    page('/', homePage(catalogue)),
    page('/docs/api', referencePage(catalogue)),
    page('/docs/errors', errorsPage()),
    ...['page.css', 'page.js', 'reference.js'].map(asset),
  ]
}
