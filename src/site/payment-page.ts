/**
 * Page of a paid address in a browser: what it is, its price, and how to buy it. Status and header
 * stay those of a 402.
 */
import type { BoundPaid } from '../api/registry.ts'
import type { Freshness } from '../contract/freshness.ts'
import { escapeHtml } from './escape.ts'
import { breakable } from './home-page.ts'
import { codeBlock, inlineHtml, renderPage } from './html.ts'
import { timeInWords } from './pictures/parts.ts'
import type { Tone } from './pictures/picture.ts'
import { tableHtml } from './pictures/table.ts'
import { pageTermsHtml } from './purchase-terms.ts'
import { questionHtml, readQuestion } from './question.ts'
import { exampleHtml, type Site } from './site.ts'

/** Text that explains the terms to a reader. */
interface Quoted {
  freshness?: Freshness
  availability?: { detail: string }
}

/** Renders the page. `target` is path and query as requested; `quoted` is as in the terms. */
export function paymentPage(
  { operation }: BoundPaid,
  target: string,
  site: Site,
  { freshness, availability }: Quoted,
): string {
  const { catalogue } = site
  const { id, path, method } = operation
  const title = escapeHtml(operation.title)
  const { publicUrl, payment, termsOf } = catalogue
  const { priceUsdc, soldBy, description } = termsOf(id)
  return renderPage({
    title: `${operation.title}: ${priceUsdc} USDC`,
    description: operation.summary,
    here: '/docs/api',
    module: 'src/site/browser/page',
    main: `<p class="crumb"><a href="/docs/api">API reference</a></p>
<p class="over"><span data-when="price">Not bought yet: nothing was charged</span><span data-when="paying">Being paid for</span><span data-when="answer">Answered</span></p>
<h1><span data-when="price paying">${title}</span><span data-when="answer">Your answer: ${title}</span></h1>
<p class="cost" data-when="price paying"><strong>${priceUsdc} USDC</strong> ${soldBy ? `a ${soldBy.unit}` : 'an answer'}, on ${escapeHtml(payment.networkName)}${payment.test ? ', a test network: no real money' : ''}</p>
${availability ? `<p class="notice bad"><b>Cannot be bought now.</b> ${escapeHtml(availability.detail)}</p>` : ''}
<h2 id="buy"><span data-when="price paying">Your question</span><span data-when="answer">You asked</span></h2>
${questionHtml(readQuestion(operation, target))}
<div data-purchase="${id}" data-method="${method}" data-target="${escapeHtml(target)}"></div>
${pageTermsHtml(id, site)}
<div data-when="price paying">
<h2 id="about">What you get</h2>
<p>${inlineHtml(description)}</p>
<div class="card"><p class="over">An invented example, not this answer</p>${exampleHtml(site, operation)}</div>
${freshness ? freshnessHtml(freshness) : ''}</div>
<h2 id="program">Buy it by a program</h2>
<p>You opened a paid address, <code>${method} ${breakable(path)}</code>. A program or an agent pays for it too, without an account: any x402 client does, as <a href="/docs">Quickstart</a> shows. The terms are in the header <code>PAYMENT-REQUIRED</code> and, for programs, in the JSON of this address:</p>
${codeBlock(`curl -i '${publicUrl}${target.replaceAll("'", '%27')}'`, 'Asking for the price', 'sh')}
<p class="actions"><a class="button quiet" href="/docs">Quickstart</a><a class="button quiet" href="/docs/api/${id}">API reference</a><a class="button quiet" href="/sample/company">Free sample</a></p>`,
  })
}

const TONES: Readonly<Record<Freshness['sources'][number]['state'], Tone>> = {
  fresh: 'good',
  stale: 'warn',
  failed: 'bad',
}

function freshnessHtml({ sources, matches }: Freshness): string {
  const rows = sources.map(({ name, as_of, state }) => [
    escapeHtml(name),
    `<span class="badge ${TONES[state]}">${state}</span>`,
    as_of === null ? 'never' : `<time datetime="${as_of}">${timeInWords(as_of)}</time>`,
  ])
  const found =
    matches === undefined
      ? ''
      : `<p>${matches === 1 ? '1 match' : `${matches} matches`} now, before you pay.</p>\n`
  return `<h2 id="freshness">What the answer rests on now</h2>
${found}${tableHtml({ kind: 'states', caption: 'The data behind this answer', label: 'Sources', head: ['Source', 'State', 'Fetched'], rows })}
`
}
