/**
 * `/docs/api` lists the operations; `/docs/api/{id}` is one of them: price, fields, a request, and
 * its answer drawn and as JSON.
 */

import { FAMILIES } from '../api/catalogue.ts'
import type { Bound } from '../api/registry.ts'
import { type InputField, inputFields } from '../contract/json-schema.ts'
import { priceInWords } from '../contract/price.ts'
import { answerFields } from '../discovery/answer-fields.ts'
import { describeForm } from '../discovery/schema-words.ts'
import { escapeHtml } from './escape.ts'
import { exampleCurl, formHtml } from './form.ts'
import { breakable } from './home-page.ts'
import { codeBlock, inlineHtml, renderPage } from './html.ts'
import { tableHtml } from './pictures/table.ts'
import { exampleHtml, type Site } from './site.ts'

export function referencePage({ catalogue }: Site): string {
  const families = Object.entries(FAMILIES).map(([family, about]) => {
    const members = catalogue.operations.filter((bound) => bound.operation.family === family)
    if (members.length === 0) return ''
    const entries = members.map((bound) => {
      const { id, method, path, title, summary } = bound.operation
      return `<li id="${id}"><h3><a href="/docs/api/${id}">${escapeHtml(title)}</a> <span class="price">${formatPrice(bound, catalogue)}</span></h3>
<p><code>${method} ${breakable(path)}</code></p><p>${inlineHtml(summary)}</p></li>`
    })
    return `<h2>${escapeHtml(about)}</h2>\n<ul class="operations">${entries.join('\n')}</ul>`
  })
  return renderPage({
    title: 'API reference',
    description: 'Every operation with its fields, price and examples.',
    here: '/docs/api',
    main: `<h1>API reference</h1>
<p class="lead">Every operation answers over HTTP, as an MCP tool and as an agent’s skill. The same for machines: <a href="/openapi.json">OpenAPI 3.1</a>. All share <a href="/docs/envelope">one envelope</a>; failures are <a href="/docs/errors">problem documents</a> and never charged.</p>
${families.join('\n')}`,
  })
}

function formatPrice(bound: Bound, { termsOf, payment }: Site['catalogue']): string {
  return bound.kind === 'paid'
    ? `${priceInWords(termsOf(bound.operation.id))}${payment.test ? ' (test)' : ''}`
    : 'free'
}

const MOST_ON_A_LINE = 170

/** Returns JSON in which a short object or list is one line. */
function readableJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || line.length <= MOST_ON_A_LINE) return line
  const deeper = `${indent}  `
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const members = Object.entries(value).map(
    ([key, each]) =>
      `${deeper}${Array.isArray(value) ? '' : `${JSON.stringify(key)}: `}${readableJson(each, deeper)}`,
  )
  return `${open}\n${members.join(',\n')}\n${indent}${close}`
}

/** Colours would double the size of a longer answer. */
const MOST_COLOURED = 8000

export function operationPage(bound: Bound, site: Site): string {
  const { catalogue } = site
  const { operation } = bound
  const { id, method, path, title, example } = operation
  const paid = bound.kind === 'paid'
  const description = paid ? catalogue.termsOf(id).description : operation.summary
  const fields = inputFields(operation).map(fieldRow)
  const answer = paid
    ? { result: example.result, ...(example.verdict ? { verdict: example.verdict } : {}) }
    : example.result
  const json = readableJson(answer)
  return renderPage({
    title,
    description: operation.summary,
    here: '/docs/api',
    module: 'src/site/browser/form',
    main: `<p class="crumb"><a href="/docs/api">API reference</a></p>
<h1>${escapeHtml(title)}</h1>
<p class="facts"><code>${method} ${breakable(path)}</code> <span class="price">${formatPrice(bound, catalogue)}</span></p>
<p class="lead">${inlineHtml(description)}</p>
<h2 id="ask">Ask</h2>
${formHtml(bound, site)}
${fields.length > 0 ? tableHtml({ kind: 'fields', label: `Fields of ${title}`, head: ['Field', 'In', 'Form', 'Meaning'], rows: fields }) : '<p>Takes no fields.</p>'}
<div class="unscripted">${codeBlock(exampleCurl(bound, site), `Request: ${title}`, 'sh')}</div>
<div data-when="price paying"><h2 id="answer">Answer</h2>
<div class="card"><p class="over">An invented example: ${escapeHtml(example.summary)}</p>${exampleHtml(site, operation)}</div>
<details class="example"><summary>The same as JSON</summary>
${codeBlock(json, `Answer: ${title}`, json.length > MOST_COLOURED ? '' : 'json')}
</details></div>
${answerTable(bound)}`,
  })
}

function answerTable(bound: Bound): string {
  const rows = answerFields(bound).map(({ name, form, meaning }) => [
    `<code>${breakableName(escapeHtml(name))}</code>`,
    escapeHtml(form),
    inlineHtml(meaning),
  ])
  if (rows.length === 0) return ''
  const envelope =
    bound.kind === 'paid'
      ? '<p>Inside <a href="/docs/envelope">the envelope</a>, which is the same for every operation:</p>\n'
      : ''
  return `<h2 id="members">What it says</h2>\n${envelope}${tableHtml({ kind: 'fields', label: 'Fields of the answer', head: ['Field', 'Form', 'Meaning'], rows })}`
}

/** At its dots, and within a part that no column holds. */
const breakableName = (name: string) =>
  name.replaceAll('.', '.<wbr>').replace(/\w{24,}/g, (part) => part.replaceAll('_', '_<wbr>'))

function fieldRow({ name, in: place, required, schema }: InputField): string[] {
  return [
    `<code>${name}</code>${required ? ' <span class="must">required</span>' : ''}`,
    place,
    escapeHtml(describeForm(schema)),
    inlineHtml(String(schema.description ?? '')),
  ]
}
