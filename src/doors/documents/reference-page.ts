/** `/docs/api`: every operation with its fields, price and examples, rendered here from the registry. */
import { rawFromFields } from '../../api/fields.ts'
import type { Bound } from '../../api/registry.ts'
import { inputJsonSchema, type JsonSchema } from '../../contract/json-schema.ts'
import type { InputShape } from '../../contract/operation.ts'
import { type Catalogue, FAMILIES } from './catalogue.ts'
import { codeBlock, escapeHtml, inlineHtml, renderPage } from './html.ts'

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

function fieldRows(shape: InputShape, place: string): string[] {
  const { properties = {}, required = [] } = inputJsonSchema(shape) as { properties?: Record<string, JsonSchema>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => {
    const must = place === 'path' || required.includes(name) ? ' (required)' : ''
    return `<tr><th scope="row"><code>${name}</code>${must}</th><td>${place}</td><td>${escapeHtml(formOf(schema))}</td><td>${inlineHtml(String(schema.description ?? ''))}</td></tr>`
  })
}

/** A schema in a few words: `integer, 1 to 5, default 5`. */
function formOf(schema: JsonSchema): string {
  const {
    type,
    enum: values,
    const: only,
    pattern,
    format,
    minimum,
    maximum,
    minLength,
    maxLength,
    maxItems,
    items,
    default: fallback,
  } = schema
  const alternatives = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  const kind = Array.isArray(type) ? type.join(' or ') : (type as string | undefined)
  const words = [
    alternatives
      ? alternatives.map(formOf).join(' or ')
      : values
        ? `one of ${(values as unknown[]).join(', ')}`
        : only !== undefined
          ? String(only)
          : kind,
    items ? `of ${formOf(items as JsonSchema)}` : undefined,
    typeof maxItems === 'number' ? `at most ${maxItems}` : undefined,
    format as string | undefined,
    bounds(minimum, maximum, ''),
    bounds(minLength, maxLength, ' characters'),
    typeof pattern === 'string' ? `matching ${pattern}` : undefined,
    fallback === undefined ? undefined : `default ${JSON.stringify(fallback)}`,
  ]
  return words.filter((word) => word).join(', ')
}

function bounds(low: unknown, high: unknown, unit: string): string | undefined {
  const max = typeof high === 'number' && high < Number.MAX_SAFE_INTEGER ? high : undefined
  const min = typeof low === 'number' && low > Number.MIN_SAFE_INTEGER ? low : undefined
  if (min !== undefined && max !== undefined) return `${min} to ${max}${unit}`
  if (max !== undefined) return `at most ${max}${unit}`
  return min === undefined ? undefined : `at least ${min}${unit}`
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
