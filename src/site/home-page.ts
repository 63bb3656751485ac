/**
 * `/`: the service for people. What it does, how it is bought, what answers look like, what they
 * cost, how it is.
 */

import { FAMILIES, paymentMode, SERVICE_SUMMARY } from '../api/catalogue.ts'
import type { Bound } from '../api/registry.ts'
import { priceInWords } from '../contract/price.ts'
import type { Health } from '../meta/deps.ts'
import { escapeHtml } from './escape.ts'
import { healthSection } from './health-section.ts'
import { codeBlock, renderPage, tabs } from './html.ts'
import { drawAnswer } from './pictures/draw-answer.ts'
import { tableHtml } from './pictures/table.ts'
import { languageTabs } from './quickstart.ts'
import { isSampleReady, SAMPLES } from './samples.ts'
import { exampleHtml, type Site } from './site.ts'
import { startHtml } from './start.ts'

export function homePage(site: Site, health: Health | null): string {
  return renderPage({
    title: 'UK companies, tenders and grants, paid per call',
    description: SERVICE_SUMMARY,
    here: '/',
    layout: 'broad',
    main: [
      hero(site, health),
      prices(site),
      connect(site),
      path(site),
      looks(site, health),
      healthSection(health, site),
    ].join('\n'),
  })
}

function hero(site: Site, health: Health | null): string {
  const ready = SAMPLES.find((sample) => isSampleReady(site, sample, health))
  const sample = ready ? `<a href="/sample/${ready.domain}">Free samples</a> · ` : ''
  return `<div class="hero"><div>
<h1>Know a UK company, tender or grant before you act on it</h1>
${startHtml(site)}
<p class="soft">${sample}<a href="#prices">All prices</a> · <a href="#connect">Add it to Claude, Cursor or VS Code</a></p>
<p class="lead">${escapeHtml(SERVICE_SUMMARY)}</p>
<ul class="points"><li>Scores come from published, versioned rules, never from a language model.</li>
<li>Only a delivered answer is charged; sending a payment twice never pays twice.</li>
<li>Every answer names its sources, their age and their licence.</li></ul>
<p class="notice">${escapeHtml(paymentMode(site.catalogue))}</p>
</div>
${firstAnswer(site)}
</div>`
}

/** A real answer, or the example until one was read. */
function firstAnswer(site: Site): string {
  const sample = site.sample?.() ?? null
  const drawn =
    sample === null
      ? drawExample(site, 'company_verdict')
      : drawAnswer('preview', sample, { ...site.drawing, isBrief: true })
  if (drawn === '') return ''
  const price = `<code>${findPrice(site, 'company_verdict')} USDC</code>`
  const about =
    sample === null ? 'An invented answer' : 'A free sample of today, drawn as you would get it'
  return `<div class="card"><p class="over">${about}; another company: ${price}</p>${drawn}</div>`
}

/** The operation's own example, drawn; empty where this deployment does not sell it. */
function drawExample(site: Site, id: string): string {
  const bound = find(site.catalogue.operations, id)
  return bound ? exampleHtml(site, bound.operation, true) : ''
}

const find = (operations: readonly Bound[], id: string) =>
  operations.find(({ operation }) => operation.id === id)

function findPrice({ catalogue }: Site, id: string): string {
  return find(catalogue.operations, id)?.kind === 'paid' ? catalogue.termsOf(id).priceUsdc : '0'
}

function path({ render }: Site): string {
  const steps = [
    ['Ask', 'Call any operation. The answer is 402 with the exact price.'],
    ['Sign', 'Your wallet signs that amount. Nothing moves yet, and no gas is needed.'],
    [
      'Get',
      'Repeat the request with the signature. The answer is made, then paid for, then delivered.',
    ],
  ]
  return `<section aria-labelledby="path-title">
<h2 id="path-title">A paid call in three steps</h2>
<ol class="path">${steps.map(([name, what]) => `<li><b>${name}</b> ${what}</li>`).join('\n')}</ol>
${languageTabs(render)}
</section>`
}

const SHOWN = [
  ['tenders_fit_score', 'How well a tender fits'],
  ['grant_eligibility', 'Whether a grant is open to you'],
  ['funder_dossier', 'What a funder gives'],
] as const

function looks(site: Site, health: Health | null): string {
  const cards = SHOWN.flatMap(([id, title]) => {
    const picture = drawExample(site, id)
    if (picture === '') return []
    return [
      `<div class="card"><h3>${title}</h3>${picture}<p class="more"><a href="/docs/api/${id}">Fields, price (${findPrice(site, id)} USDC) and JSON<span class="unseen"> of: ${title}</span></a></p></div>`,
    ]
  })
  const ready = SAMPLES.filter((sample) => isSampleReady(site, sample, health))
  const samples = ready.map(({ domain, title }) => `<a href="/sample/${domain}">${title}</a>`)
  return `<section aria-labelledby="looks-title">
<h2 id="looks-title">What answers look like</h2>
<p>Drawn here for people; agents get the JSON behind it. These are examples.${samples.length === 0 ? '' : ` Real ones, computed now and free: ${samples.join(', ')}.`}</p>
<div class="cards">${cards.join('\n')}</div>
</section>`
}

function prices({ catalogue }: Site): string {
  const { operations, termsOf, payment } = catalogue
  const rows = Object.entries(FAMILIES).flatMap(([family, about]) => {
    const members = operations.filter((bound) => bound.operation.family === family)
    if (members.length === 0) return []
    const each = members.map((bound) => {
      const { id, method, path: route, title } = bound.operation
      const price = bound.kind === 'paid' ? priceInWords(termsOf(id), null) : 'free'
      return [
        `<a href="/docs/api/${id}">${escapeHtml(title)}</a>`,
        `<code>${method} ${breakable(route)}</code>`,
        `<span class="amount">${price}</span>`,
      ]
    })
    return [{ heading: escapeHtml(about) }, ...each]
  })
  return `<section id="prices" aria-labelledby="prices-title">
<h2 id="prices-title">Pricing</h2>
${tableHtml({
  kind: 'prices',
  caption: `Per answer, in USDC${payment.test ? ' of the test network' : ''}. Failures and repetitions cost nothing.`,
  label: 'Prices',
  head: ['Answer', 'Method and path', 'USDC'],
  rows,
})}
<p>Paid to <code>${payment.payTo}</code> on ${escapeHtml(payment.networkName)} (<code>${payment.network}</code>).</p>
</section>`
}

/** A path that may be broken at its slashes. */
export function breakable(route: string): string {
  return escapeHtml(route).replaceAll('/', '/<wbr>')
}

/**
 * Formats of each host by its documentation, read on 28 November 2026: code.claude.com/docs/en/mcp,
 * cursor.com/docs/mcp, code.visualstudio.com/docs/agents/reference/mcp-configuration.
 */
function hosts(url: string, bridge: string | null): { title: string; html: string }[] {
  const json = (label: string, value: object) =>
    codeBlock(JSON.stringify(value, null, 2), label, 'json')
  const remote = { ukintel: { url } }
  return [
    {
      title: 'Claude',
      html: `<p>Claude Code, in a terminal. In Claude’s apps: Settings, Connectors, “Add custom connector”, with the address alone.</p>
${codeBlock(`claude mcp add --transport http ukintel ${url}`, 'Claude Code', 'sh')}`,
    },
    {
      title: 'Cursor',
      html: `<p>In <code>~/.cursor/mcp.json</code>:</p>\n${json('Cursor', { mcpServers: remote })}`,
    },
    {
      title: 'VS Code',
      html: `<p>In <code>.vscode/mcp.json</code>:</p>
${json('VS Code', { servers: { ukintel: { type: 'http', url } } })}`,
    },
    ...(bridge === null
      ? []
      : [
          {
            title: 'With a wallet',
            html: `<p>The bridge pays for a host that has no wallet, within limits. Give it a key of a wallet with little in it:</p>
${json('Bridge', {
  mcpServers: {
    ukintel: {
      command: 'npx',
      args: ['-y', bridge, '--url', new URL(url).origin, '--budget-usd', '5'],
      env: { BUYER_PRIVATE_KEY: '0x…', BUYER_MAX_USD: '0.25' },
    },
  },
})}`,
          },
        ]),
  ]
}

function connect({ catalogue: { publicUrl, packages } }: Site): string {
  const links = [
    ['/docs/api', 'API reference', 'every operation with schemas and examples'],
    ['/openapi.json', 'OpenAPI 3.1', 'the same for machines'],
    ['/llms.txt', 'llms.txt', 'the service described for a language model'],
    ['/.well-known/agent-card.json', 'Agent card', 'for agent-to-agent clients'],
    ['/.well-known/x402.json', 'x402 manifest', 'terms of every paid operation'],
    ['/docs/rules', 'Published rules', 'how every score comes about'],
  ] as const
  return `<section id="connect" aria-labelledby="connect-title">
<h2 id="connect-title">Add it to Claude, Cursor or VS Code</h2>
<p>As tools over the Model Context Protocol, without an account or a key. Free tools work at once; <b>paid tools need a wallet in the host</b>, and say their price where there is none.</p>
${tabs('host', 'Choose a host', hosts(`${publicUrl}/mcp`, packages.bridge))}
<ul class="links">${links.map(([href, name, what]) => `<li><a href="${href}">${name}</a><br>${what}</li>`).join('\n')}</ul>
</section>`
}
