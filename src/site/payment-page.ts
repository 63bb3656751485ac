/**
 * Page of a paid address in a browser: what it is, its price, and how to buy it. Status and header
 * stay those of a 402.
 */
import type { BoundPaid } from '../api/registry.ts'
import type { Freshness } from '../contract/freshness.ts'
import { escapeHtml } from './escape.ts'
import { breakable } from './home-page.ts'
import { codeBlock, inlineHtml, renderPage } from './html.ts'
import type { Tone } from './pictures/picture.ts'
import { tableHtml } from './pictures/table.ts'
import { pageTermsHtml } from './purchase-terms.ts'
import { exampleHtml, type Site } from './site.ts'

/** Renders the page. `target` is path and query as requested; `freshness` is as in the terms. */
export function paymentPage(
  { operation }: BoundPaid,
  target: string,
  site: Site,
  freshness: Freshness | undefined,
): string {
  const { catalogue } = site
  const { id, title, path, method } = operation
  const { publicUrl, payment, termsOf } = catalogue
  const { priceUsdc, soldBy, description } = termsOf(id)
  return renderPage({
    title: `${title}: ${priceUsdc} USDC`,
    description: operation.summary,
    here: '/docs/api',
    module: 'src/site/browser/page',
    main: `<p class="crumb"><a href="/docs/api">API reference</a></p>
<p class="over">402 Payment required</p>
<h1>${escapeHtml(title)}</h1>
<p class="cost"><strong>${priceUsdc} USDC</strong> ${soldBy ? `a ${soldBy.unit}` : 'an answer'}, on ${escapeHtml(payment.networkName)}${payment.test ? ', a test network: no real money' : ''}</p>
<p class="lead">${inlineHtml(description)}</p>
<p>You opened a paid address, <code>${method} ${breakable(path)}</code>. A wallet in your browser pays for it here, and so does an agent or a program, without an account. Nothing was charged.</p>
${freshness ? freshnessHtml(freshness) : ''}<h2 id="buy">Buy this answer</h2>
<div data-purchase="${id}" data-method="${method}" data-target="${escapeHtml(target)}"></div>
${pageTermsHtml(id, site)}
<h2 id="program">Buy it by a program</h2>
<p>Any x402 client pays it. <a href="/docs">Quickstart</a> shows it in four languages; this is the address:</p>
${codeBlock(`${publicUrl}${target}`, 'Address')}
<p>The terms as machines read them stand in the header <code>PAYMENT-REQUIRED</code> of this page, and in the JSON that everybody else gets:</p>
${codeBlock(`curl -i '${publicUrl}${target.replaceAll("'", '%27')}'`, 'Asking for the price', 'sh')}
<p class="actions"><a class="button" href="/docs">Quickstart</a><a class="button quiet" href="/docs/api/${id}">API reference</a><a class="button quiet" href="/sample/company">Free sample</a></p>
<h2 id="example">What you get</h2>
<div class="card"><p class="over">An invented example, not this answer</p>${exampleHtml(site, operation)}</div>`,
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
    as_of === null
      ? 'never'
      : `<time datetime="${as_of}">${as_of.replace('T', ' ').replace('Z', ' UTC')}</time>`,
  ])
  const found =
    matches === undefined
      ? ''
      : `<p>${matches === 1 ? '1 match' : `${matches} matches`} now, before you pay.</p>\n`
  return `<h2 id="freshness">What the answer rests on now</h2>
${found}${tableHtml({ kind: 'states', caption: 'The data behind this answer', label: 'Sources', head: ['Source', 'State', 'Fetched'], rows })}
`
}
