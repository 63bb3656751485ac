/** `/`: the service for people. What it does, what it costs, a free sample, health, how to connect. */
import { type Catalogue, FAMILIES, paymentMode, SERVICE_SUMMARY } from './catalogue.ts'
import { codeBlock, escapeHtml, inlineHtml, renderPage } from './html.ts'

export function homePage(catalogue: Catalogue): string {
  return renderPage({
    title: 'UK Intelligence: companies, tenders and grants, paid per call',
    description: SERVICE_SUMMARY,
    here: '/',
    scripts: ['/assets/page.js'],
    main: [hero(catalogue), sample(), prices(catalogue), payment(catalogue), health(), connect(catalogue)].join('\n'),
  })
}

function hero(catalogue: Catalogue): string {
  return `<h1>UK companies, tenders and grants, one paid answer at a time</h1>
<p class="lead">${escapeHtml(SERVICE_SUMMARY)} Scores come from published, versioned rules, never from a language model.</p>
<p class="notice">${escapeHtml(paymentMode(catalogue))}</p>`
}

const WINGS = [
  ['company', 'Company verdict'],
  ['tenders', 'Tender dossier'],
  ['grants', 'Grant eligibility'],
] as const

function sample(): string {
  const choices = WINGS.map(
    ([wing, name], index) => `<label><input type="radio" name="wing" value="${wing}"${index === 0 ? ' checked' : ''}> ${name}</label>`,
  ).join('\n')
  return `<section aria-labelledby="sample-title">
<h2 id="sample-title">Try it for nothing</h2>
<p>A real answer about today’s subject, computed now, in the same envelope that paid calls return.</p>
<form id="sample" class="panel">
<fieldset><legend>Sample of</legend>
${choices}
<button type="submit">Run the sample</button>
</fieldset>
<p id="sample-status" class="status" role="status"></p>
<pre id="sample-json" tabindex="0" role="region" aria-label="The sample as JSON" hidden></pre>
</form>
</section>`
}

function prices(catalogue: Catalogue): string {
  const { operations, termsOf, payment } = catalogue
  const groups = Object.entries(FAMILIES).map(([family, about]) => {
    const rows = operations
      .filter((bound) => bound.operation.family === family)
      .map((bound) => {
        const { id, method, path, title } = bound.operation
        const price = bound.kind === 'paid' ? `<td class="amount">${termsOf(id).priceUsdc}</td>` : '<td class="amount">free</td>'
        return `<tr><th scope="row"><code>${method} ${escapeHtml(path)}</code></th><td>${escapeHtml(title)}</td>${price}</tr>`
      })
    return rows.length === 0 ? '' : `<tbody><tr><th colspan="3" scope="rowgroup">${escapeHtml(about)}</th></tr>\n${rows.join('\n')}</tbody>`
  })
  return `<section aria-labelledby="prices-title">
<h2 id="prices-title">Prices</h2>
<div class="scroll" tabindex="0" role="region" aria-label="Price table">
<table>
<caption>Per answer, in USDC${payment.test ? ' of the test network' : ''}. Failures and repetitions cost nothing.</caption>
<thead><tr><th scope="col">Method and path</th><th scope="col">Answers</th><th scope="col" class="amount">USDC</th></tr></thead>
${groups.join('\n')}
</table>
</div>
<p>Paid to <code>${payment.payTo}</code> on ${escapeHtml(payment.networkName)} (<code>${payment.network}</code>).</p>
</section>`
}

function payment(catalogue: Catalogue): string {
  const first = catalogue.operations.find((bound) => bound.kind === 'paid')
  const path = first ? `${first.operation.path}${exampleQuery(first.operation.example.input, first.operation.path)}` : '/v1/health'
  const steps = [
    'Call an operation. The answer is 402 with the price in the `PAYMENT-REQUIRED` header.',
    'Your x402 client signs a transfer of exactly that amount. Nothing moves yet, and no gas is needed.',
    'Repeat the identical request with the `PAYMENT-SIGNATURE` header.',
    'The answer is made, then paid for, then delivered with a receipt in `PAYMENT-RESPONSE`. Repeating the request with the same payment returns the same answer for at least 24 hours and is never charged again.',
  ]
  return `<section aria-labelledby="payment-title">
<h2 id="payment-title">How a call is paid</h2>
<ol class="steps">${steps.map((step) => `<li>${inlineHtml(step)}</li>`).join('\n')}</ol>
${codeBlock(`curl -i "${catalogue.publicUrl}${path}"`, 'Asking for a price')}
</section>`
}

function exampleQuery(input: Readonly<Record<string, unknown>>, path: string): string {
  const pairs = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`))
  return pairs.length > 0 ? `?${new URLSearchParams(pairs.map(([name, value]) => [name, String(value)]))}` : ''
}

function health(): string {
  return `<section aria-labelledby="health-title">
<h2 id="health-title">Health</h2>
<p id="health-line" role="status">Reading…</p>
<div id="health-table" class="scroll" tabindex="0" role="region" aria-label="Table of sources" hidden>
<table><caption>The sources behind the answers</caption>
<thead><tr><th scope="col">Source</th><th scope="col">State</th><th scope="col">Last read</th></tr></thead>
<tbody id="health-rows"></tbody></table>
</div>
<ul id="health-warnings"></ul>
</section>`
}

function connect({ publicUrl }: Catalogue): string {
  const links = [
    ['/docs/api', 'API reference', 'every operation with schemas and examples'],
    ['/openapi.json', 'OpenAPI 3.1', 'the same for machines'],
    ['/llms.txt', 'llms.txt', 'the service told to a language model'],
    ['/.well-known/agent-card.json', 'Agent card', 'for agent-to-agent clients'],
    ['/.well-known/x402.json', 'x402 manifest', 'terms of every paid operation'],
    ['/v1/rules', 'Published rules', 'how every score comes about'],
  ] as const
  return `<section aria-labelledby="connect-title">
<h2 id="connect-title">Connect an agent</h2>
<p>As tools over the Model Context Protocol, without a session or a key:</p>
${codeBlock(JSON.stringify({ mcpServers: { ukintel: { url: `${publicUrl}/mcp` } } }, null, 2), 'Configuration of an MCP client')}
<p>With a wallet of its own and a spending limit, on your machine:</p>
${codeBlock(`BUYER_PRIVATE_KEY=0x… BUYER_MAX_USD=0.25 npx ukintel mcp --url ${publicUrl}`, 'Starting the paying MCP server')}
<ul>${links.map(([path, name, what]) => `<li><a href="${path}">${name}</a>: ${what}</li>`).join('\n')}</ul>
</section>`
}
