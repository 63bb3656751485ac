/** `/docs/api`: every operation with its fields, price and examples, rendered here from the registry. */
import { rawFromFields } from '../../api/fields.ts'
import type { Bound } from '../../api/registry.ts'
import { inputJsonSchema, type JsonSchema } from '../../contract/json-schema.ts'
import type { InputShape } from '../../contract/operation.ts'
import { answerFields } from './answer-fields.ts'
import { type Catalogue, FAMILIES } from './catalogue.ts'
import { codeBlock, escapeHtml, inlineHtml, renderPage } from './html.ts'
import { formOf } from './schema-words.ts'

export function referencePage(catalogue: Catalogue): string {
  const families = Object.entries(FAMILIES).map(([family, about]) => {
    const members = catalogue.operations.filter((bound) => bound.operation.family === family)
    return members.length === 0
      ? ''
      : `<h2>${escapeHtml(about)}</h2>\n${members.map((bound) => operationSection(bound, catalogue)).join('\n')}`
  })
  return renderPage({
    title: 'API reference · UK Intelligence',
    description: 'Every operation with its fields, price and examples.',
    here: '/docs/api',
    scripts: ['/assets/reference.js'],
    main: `<h1>API reference</h1>
<p>The same for machines: <a href="/openapi.json">OpenAPI 3.1</a>. Failures are <a href="/docs/errors">problem documents</a> and never charged. A paid operation sent from this page answers with its price.</p>
${contents(catalogue)}
${families.join('\n')}`,
  })
}

function contents({ operations }: Catalogue): string {
  const entries = operations.map(
    ({ operation }) => `<li><a href="#${operation.id}"><code>${operation.method} ${escapeHtml(operation.path)}</code></a></li>`,
  )
  return `<nav aria-label="Operations"><ul class="contents">${entries.join('\n')}</ul></nav>`
}

function operationSection(bound: Bound, catalogue: Catalogue): string {
  const { operation } = bound
  const { id, method, path, title, example } = operation
  const paid = bound.kind === 'paid'
  const description = paid ? catalogue.termsOf(id).description : operation.summary
  const fields = [
    ...fieldRows(operation.params, 'path'),
    ...fieldRows(operation.query, 'query'),
    ...(operation.body ? fieldRows(operation.body, 'body') : []),
  ]
  const answer = { result: example.result, ...(example.verdict ? { verdict: example.verdict } : {}) }
  return `<section id="${id}" class="entry" aria-labelledby="${id}-title">
<h3 id="${id}-title">${escapeHtml(title)}</h3>
<p class="facts"><code>${method} ${escapeHtml(path)}</code><span>${paid ? `${catalogue.termsOf(id).priceUsdc} USDC${catalogue.payment.test ? ' (test mode)' : ''}` : 'free'}</span></p>
<p>${inlineHtml(description)}</p>
${fields.length > 0 ? fieldTable(id, fields) : '<p>Takes no fields.</p>'}
${codeBlock(curlOf(bound, catalogue.publicUrl), `Request: ${title}`)}
${requestButton(bound)}
<details class="example"><summary>Fields of the answer</summary>
${answerTable(bound)}
</details>
<details class="example"><summary>Example: ${escapeHtml(example.summary)}</summary>
${codeBlock(JSON.stringify(bound.kind === 'paid' ? answer : example.result, null, 2), `Answer: ${title}`)}
</details>
</section>`
}

function fieldTable(id: string, rows: readonly string[]): string {
  return `<div class="scroll" tabindex="0" role="region" aria-label="Fields of ${id}">
<table><thead><tr><th scope="col">Field</th><th scope="col">In</th><th scope="col">Form</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
</div>`
}

function answerTable(bound: Bound): string {
  const rows = answerFields(bound).map(
    ({ name, form, meaning }) =>
      `<tr><th scope="row"><code>${escapeHtml(name)}</code></th><td>${escapeHtml(form)}</td><td>${inlineHtml(meaning)}</td></tr>`,
  )
  return `<div class="scroll" tabindex="0" role="region" aria-label="Fields of the answer of ${bound.operation.id}">
<table><thead><tr><th scope="col">Field</th><th scope="col">Form</th><th scope="col">Meaning</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
</div>`
}

function fieldRows(shape: InputShape, place: string): string[] {
  const { properties = {}, required = [] } = inputJsonSchema(shape) as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => {
    const must = place === 'path' || required.includes(name) ? ' (required)' : ''
    return `<tr><th scope="row"><code>${name}</code>${must}</th><td>${place}</td><td>${escapeHtml(formOf(schema))}</td><td>${inlineHtml(String(schema.description ?? ''))}</td></tr>`
  })
}

interface ExampleRequest {
  method: string
  target: string
  body: string | null
}

function exampleRequest({ operation }: Bound): ExampleRequest {
  const { params, query, body } = rawFromFields(operation, operation.example.input)
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query.length > 0 ? `?${new URLSearchParams(query.map(([name, value]) => [name, value]))}` : ''
  return { method: operation.method, target: `${path}${search}`, body: body === undefined ? null : JSON.stringify(body) }
}

function curlOf(bound: Bound, publicUrl: string): string {
  const { target, body } = exampleRequest(bound)
  return body === null
    ? `curl -i '${publicUrl}${target}'`
    : `curl -i '${publicUrl}${target}' -H 'content-type: application/json' \\\n  -d '${body.replaceAll("'", "'\\''")}'`
}

/** Only what changes nothing may be sent by a click. */
function requestButton(bound: Bound): string {
  const { id } = bound.operation
  if (bound.kind === 'free' && bound.operation.method !== 'GET') return ''
  const { method, target, body } = exampleRequest(bound)
  const label = bound.kind === 'paid' ? 'Ask for the price' : 'Send'
  return `<div class="ask"><button type="button" data-method="${method}" data-target="${escapeHtml(target)}"${body === null ? '' : ` data-body="${escapeHtml(body)}"`} aria-describedby="${id}-title">${label}</button>
<p class="status" role="status"></p>
<pre tabindex="0" role="region" aria-label="What ${id} answered" hidden></pre></div>`
}
