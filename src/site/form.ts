/** The form of an operation, made from its schemas. It is shown where its script runs. */
import type { Bound } from '../api/registry.ts'
import { type InputField, inputFields, type JsonSchema } from '../contract/json-schema.ts'
import { priceFor, priceInWords } from '../contract/price.ts'
import { escapeHtml } from './escape.ts'
import { codeBlock, inlineHtml, tabs } from './html.ts'
import { label, scalarText } from './pictures/facts.ts'
import { pageTermsHtml } from './purchase-terms.ts'
import type { Site } from './site.ts'
import { buildSnippets, type CallSpec, type FieldValue } from './snippets.ts'

/**
 * How the text of a control becomes a value: `lines` a list of texts, `choices` a list of the boxes
 * that are ticked, `json` any JSON.
 */
type Kind = 'text' | 'integer' | 'boolean' | 'lines' | 'choices' | 'json'

interface Field extends InputField {
  kind: Kind
  /** Shown value; `undefined` for none. */
  value: unknown
}

/** @param values shown in place of those of the example */
export function formHtml(
  bound: Bound,
  site: Site,
  values?: Readonly<Record<string, unknown>>,
): string {
  const { operation } = bound
  // A report to the operator is never sent with invented words.
  const isReport = bound.kind === 'free' && bound.operation.limit === 'feedback'
  const fields = buildFields(bound, values ?? (isReport ? {} : operation.example.input))
  const spec = buildCallSpec(bound, site)
  const isFirst = ({ required, value }: Field) => required || value !== undefined
  const first = fields.filter(isFirst)
  const more = fields.filter((field) => !isFirst(field))
  const shown = first.length === 0 ? more : first
  const rest = first.length === 0 ? [] : more
  const snippets = buildSnippets(spec, listValues(fields)).map(([title, text, language]) => ({
    title,
    html: codeBlock(text, `This call: ${title}`, language),
  }))
  return `<form class="ask" novalidate data-call="${escapeHtml(JSON.stringify(spec))}" aria-label="${escapeHtml(operation.title)}">
${shown.map(fieldHtml).join('\n')}
${rest.length === 0 ? '' : `<details class="more-fields"><summary>More fields (${rest.length})</summary>\n${rest.map(fieldHtml).join('\n')}\n</details>`}
<p class="actions"><button type="submit" disabled>${bound.kind === 'paid' ? `Buy this answer: ${priceInWords(site.catalogue.termsOf(operation.id))}` : 'Send'}</button></p>
<div class="outcome"></div>
<details class="snippets"><summary>This call as curl, TypeScript, Python or MCP</summary>
${tabs('call', 'Choose a language of the call', snippets)}
</details>
</form>
${pageTermsHtml(operation.id, site)}`
}

function buildCallSpec(bound: Bound, { catalogue }: Site): CallSpec {
  const { id, method, path } = bound.operation
  const { publicUrl, payment } = catalogue
  return {
    operationId: id,
    method,
    path,
    publicUrl,
    network: payment.network,
    maxUsd:
      bound.kind === 'paid' ? priceFor(bound.operation, bound.operation.soldBy?.most ?? 1) : null,
  }
}

/** Returns the example of an operation as a call of curl. */
export function exampleCurl(bound: Bound, site: Site): string {
  const values = listValues(buildFields(bound, bound.operation.example.input))
  return buildSnippets(buildCallSpec(bound, site), values)[0]![1]
}

const listValues = (fields: readonly Field[]): FieldValue[] =>
  fields.flatMap(({ name, in: place, value }) =>
    value === undefined ? [] : [{ name, in: place, value }],
  )

function buildFields(bound: Bound, values: Readonly<Record<string, unknown>>): Field[] {
  return inputFields(bound.operation).map((field) => {
    const schema = withoutNull(field.schema)
    return { ...field, schema, kind: detectKind(schema), value: values[field.name] ?? undefined }
  })
}

/**
 * Returns the schema of a value that is given; a form leaves a field out instead of sending null.
 */
function withoutNull(schema: JsonSchema): JsonSchema {
  const { anyOf, type, enum: options, ...rest } = schema
  const given = (anyOf as JsonSchema[] | undefined)?.filter((each) => each.type !== 'null')
  if (given?.length === 1) return { ...given[0], ...rest }
  return {
    ...schema,
    ...(Array.isArray(type) ? { type: type.find((each) => each !== 'null') } : {}),
    ...(Array.isArray(options) ? { enum: options.filter((each) => each !== null) } : {}),
  }
}

function detectKind({ type, items }: JsonSchema): Kind {
  if (type === 'integer' || type === 'number') return 'integer'
  if (type === 'boolean') return 'boolean'
  if (type === 'array') {
    const { type: each, enum: options } = items as JsonSchema
    return each !== 'string' ? 'json' : options ? 'choices' : 'lines'
  }
  return type === 'object' ? 'json' : 'text'
}

function fieldHtml(field: Field): string {
  const { name, in: place, required, kind } = field
  const id = `field-${name}`
  const must = required ? ' <span class="must">required</span>' : ''
  const named = `${escapeHtml(label(name))} <code>${name}</code>${must}`
  const hint = `<p class="hint" id="${id}-hint">${inlineHtml(buildHint(field))}</p>`
  const error = `<p class="error" id="${id}-error" hidden></p>`
  const open = `<${kind === 'choices' ? 'fieldset' : 'div'} class="field" data-name="${name}" data-in="${place}" data-kind="${kind}"${required ? ' data-required' : ''}>`
  if (kind === 'choices')
    return `${open}<legend>${named}</legend>${hint}<div class="choices">${choices(field, id)}</div>${error}</fieldset>`
  return `${open}<label for="${id}">${named}</label>${hint}${control(field, id)}${error}</div>`
}

/** Says what a field means. The table of fields has its exact form. */
function buildHint({ schema, kind }: Field): string {
  const { description, default: fallback } = schema
  const isShown = fallback !== undefined && fallback !== null && typeof fallback !== 'object'
  const parts = [
    description,
    kind === 'lines' && 'One per line',
    kind === 'json' && 'As JSON',
    isShown && `Default: ${fallback}`,
  ]
  return parts
    .filter((part) => part)
    .map((part) => String(part).replace(/\.$/, ''))
    .join('. ')
}

function choices({ name, schema, value }: Field, id: string): string {
  const options = (schema.items as JsonSchema).enum as string[]
  const ticked = Array.isArray(value) ? value : []
  return options
    .map(
      (option, index) =>
        `<label><input type="checkbox" id="${id}-${index}" value="${escapeHtml(option)}"${ticked.includes(option) ? ' checked' : ''}> ${escapeHtml(scalarText(name, option))}</label>`,
    )
    .join('')
}

function control({ name, schema, kind, value, required }: Field, id: string): string {
  const {
    type: _,
    enum: listed,
    const: only,
    format,
    maxLength,
    minimum,
    maximum,
    examples,
  } = schema
  const common = `id="${id}" aria-describedby="${id}-hint ${id}-error"${required ? ' aria-required="true"' : ''}`
  const options = kind === 'boolean' ? [true, false] : only === undefined ? listed : [only]
  if (Array.isArray(options)) {
    const rows = options.map(
      (each) =>
        `<option value="${escapeHtml(String(each))}"${each === value ? ' selected' : ''}>${escapeHtml(typeof each === 'boolean' ? (each ? 'yes' : 'no') : scalarText(name, String(each)))}</option>`,
    )
    return `<select ${common}>${required ? '' : '<option value="">not given</option>'}${rows.join('')}</select>`
  }
  const text = toText(kind, value)
  const isLong = typeof maxLength === 'number' && maxLength >= 1000
  if (kind === 'lines' || kind === 'json' || isLong)
    return `<textarea ${common} rows="${kind === 'json' ? 5 : 3}"${kind === 'json' ? ' spellcheck="false"' : ''}>${escapeHtml(text)}</textarea>`
  const bounds = [
    ['min', minimum],
    ['max', maximum],
  ]
    .filter(([, bound]) => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER)
    .map(([which, bound]) => ` ${which}="${bound}"`)
    .join('')
  const input =
    kind === 'integer' ? `number" step="1"${bounds}` : format === 'date' ? 'date"' : 'text"'
  const list = Array.isArray(examples)
    ? `<datalist id="${id}-list">${examples.map((each) => `<option value="${escapeHtml(String(each))}"></option>`).join('')}</datalist>`
    : ''
  return `<input type="${input} ${common} value="${escapeHtml(text)}"${list === '' ? '' : ` list="${id}-list"`} autocomplete="off">${list}`
}

function toText(kind: Kind, value: unknown): string {
  if (value === undefined) return ''
  if (kind === 'lines' && Array.isArray(value)) return value.join('\n')
  return typeof value === 'object'
    ? JSON.stringify(value, null, kind === 'json' ? 2 : 0)
    : String(value)
}
