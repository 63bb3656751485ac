/**
 * Pages for people: one shell, one stylesheet, nothing from another origin, readable without a
 * script.
 */
import { SERVICE_NAME } from '../payments/terms.ts'
import { escapeHtml } from './escape.ts'
import { highlight } from './highlight.ts'
import { type BrowserModule, moduleUrl } from './modules.ts'
import { FOOT, NAVIGATION, TOP } from './navigation.ts'

/**
 * A page may load from this origin only, and styles and scripts only as files. It says so itself,
 * because the page of a paid address has its terms in a header, which leave no room for others.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"

/** Headers of pages. Only a header can forbid other pages to frame this one. */
export const PAGE_HEADERS = { 'x-frame-options': 'DENY' }

export const HTML_TYPE = 'text/html; charset=utf-8'

export interface HtmlPage {
  title: string
  description: string
  /** Its address, by which navigations know it; any other for pages that stand in none. */
  here: string
  /** HTML of the main part. */
  main: string
  /** Module that the page runs in addition. */
  module?: BrowserModule | null
  /** `broad` has no side navigation. */
  layout?: 'broad' | 'manual'
}

export function renderPage({
  title,
  description,
  here,
  main,
  module = null,
  layout = 'manual',
}: HtmlPage): string {
  const current = (path: string) => (path === here ? ' aria-current="page"' : '')
  const list = (links: readonly (readonly [string, string])[]) =>
    `<ul>${links.map(([path, name]) => `<li><a href="${path}"${current(path)}>${name}</a></li>`).join('')}</ul>`
  const side = NAVIGATION.map(({ heading, links }) => `<p>${heading}</p>${list(links)}`).join('\n')
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${POLICY}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title === SERVICE_NAME ? title : `${title} · ${SERVICE_NAME}`)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="/favicon.ico" sizes="any">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/page.css">
<script src="/assets/page.js" defer></script>${module ? `\n<script type="module" src="${moduleUrl(module)}"></script>` : ''}
</head>
<body class="${layout}">
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><div><a class="brand" href="/"><img src="/favicon.svg" alt="" width="28" height="28">${SERVICE_NAME}</a><nav aria-label="Pages">${list(TOP)}</nav></div></header>
<div class="frame">
${layout === 'manual' ? `<details class="side" open><summary>Contents</summary><nav aria-label="Manual">${side}</nav></details>\n` : ''}<main id="main" tabindex="-1">
${main}
</main>
</div>
<footer><div>${list(FOOT)}<p>Information, not advice. Source data under the <a href="https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/">Open Government Licence v3.0</a> and the licences named in each answer.</p></div></footer>
</body>
</html>
`
}

/** Escaped text in which `code spans` are marked up. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Scrolls by itself, by keyboard too. `language` as `highlight.ts` knows them. */
export function codeBlock(text: string, label: string, language = ''): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${highlight(text, language)}</code></pre>`
}

/** Panels of which one is shown, by the browser alone: no script has to run. */
export function tabs(
  name: string,
  legend: string,
  panels: readonly { title: string; html: string }[],
): string {
  const ids = panels.map((_, index) => `${name}-${index + 1}`)
  const inputs = panels.map(
    ({ title }, index) =>
      `<input type="radio" name="${name}" id="${ids[index]}" value="${escapeHtml(title)}"${index === 0 ? ' checked' : ''}><label for="${ids[index]}">${escapeHtml(title)}</label>`,
  )
  return `<fieldset class="tabs"><legend>${escapeHtml(legend)}</legend>
${inputs.join('\n')}
${panels.map(({ html }) => `<div class="tab">${html}</div>`).join('\n')}
</fieldset>`
}
