/** Pages for people: one shell, one stylesheet, nothing from another origin. */
import { SERVICE_TITLE } from './catalogue.ts'

/** A page may load from this origin only, and styles and scripts only as files. */
export const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
}

export const HTML_TYPE = 'text/html; charset=utf-8'

export interface Page {
  title: string
  description: string
  /** Which entry of the navigation this is. */
  here: '/' | '/docs/api' | '/docs/errors'
  /** HTML of the main part. */
  main: string
  /** Scripts of this origin. */
  scripts?: readonly string[]
}

const NAVIGATION = [
  ['/', 'Overview'],
  ['/docs/api', 'API reference'],
  ['/docs/errors', 'Errors'],
] as const

export function renderPage({ title, description, here, main, scripts = [] }: Page): string {
  const links = NAVIGATION.map(
    ([path, name]) => `<li><a href="${path}"${path === here ? ' aria-current="page"' : ''}>${name}</a></li>`,
  ).join('')
  return `<!doctype html>
<html lang="en-GB">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(description)}">
<link rel="icon" href="/favicon.ico" sizes="any">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/assets/page.css">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top"><a class="brand" href="/">${SERVICE_TITLE.replace(' Pay-Per-Call Service', '')}</a><nav aria-label="Pages"><ul>${links}</ul></nav></header>
<main id="main">
${main}
</main>
<footer><p>Information, not advice. Source data under the <a href="https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/">Open Government Licence v3.0</a> and the licences named in each answer.</p></footer>
${scripts.map((path) => `<script src="${path}" defer></script>\n`).join('')}</body>
</html>
`
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character]!)
}

/** Escaped text in which `code spans` are marked up. */
export function inlineHtml(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')
}

/** Scrolls by itself, by keyboard too. */
export function codeBlock(text: string, label: string): string {
  return `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`
}
