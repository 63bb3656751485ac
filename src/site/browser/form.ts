/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * Runs the form of an operation: sends it, shows errors at their fields, and shows the call as
 * text.
 */
import { highlight } from '../highlight.ts'
import { buildRequest, buildSnippets, type CallSpec, type FieldValue } from '../snippets.ts'
import { offerPurchase } from './purchase.ts'

interface Fault {
  field: string
  message: string
}

function start(form: HTMLFormElement): void {
  const spec = JSON.parse(form.dataset.call!) as CallSpec
  const fields = [...form.querySelectorAll<HTMLElement>('.field')]
  const outcome = form.querySelector<HTMLElement>('.outcome')!

  fillFrom(new URLSearchParams(location.search), fields)
  form.addEventListener('input', () => showSnippets(form, spec, fields))
  showSnippets(form, spec, fields)

  form.querySelector<HTMLButtonElement>('[type=submit]')!.disabled = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const faults = fields.flatMap((field) => findFault(field) ?? [])
    outcome.replaceChildren()
    showFaults(fields, faults)
    if (faults.length > 0) return

    const container = document.createElement('div')
    container.addEventListener('problem', (problem) => {
      const { errors } = (problem as CustomEvent<{ errors?: readonly Fault[] }>).detail
      showFaults(fields, errors ?? [])
    })
    outcome.replaceChildren(container)
    const { operationId } = spec
    offerPurchase(container, { ...buildRequest(spec, readValues(fields)), operationId })
  })
}

const listControls = (field: HTMLElement) => [
  ...field.querySelectorAll<HTMLInputElement>('input, select, textarea'),
]

/** Fills in the fields that the address of the page names. */
function fillFrom(query: URLSearchParams, fields: readonly HTMLElement[]): void {
  if (query.size === 0) return
  for (const field of fields) {
    const given = query.get(field.dataset.name!)
    for (const control of listControls(field)) {
      if (control.type === 'checkbox')
        control.checked = given?.split(',').includes(control.value) ?? false
      else {
        control.value = given ?? ''
        // A value that is no option leaves the field open.
        if (control instanceof HTMLSelectElement && control.selectedIndex < 0)
          control.selectedIndex = 0
      }
    }
    const details = field.closest('details')
    if (given !== null && details) details.open = true
  }
}

/**
 * Returns what a field says; `undefined` if it is left out. Text that is no number or JSON stays
 * text, which the service explains.
 */
function fieldValue(field: HTMLElement): unknown {
  const controls = listControls(field)
  const { kind } = field.dataset
  if (kind === 'choices') {
    const ticked = controls.filter(({ checked }) => checked).map(({ value }) => value)
    return ticked.length === 0 ? undefined : ticked
  }
  const text = controls[0]!.value.trim()
  if (text === '') return undefined
  if (kind === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
  if (kind === 'integer') return Number.isFinite(Number(text)) ? Number(text) : text
  if (kind === 'boolean') return text === 'true'
  return kind === 'json' ? (parseOrUndefined(text) ?? text) : text
}

function parseOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readValues(fields: readonly HTMLElement[]): FieldValue[] {
  return fields.flatMap((field) => {
    const value = fieldValue(field)
    const { name, in: place } = field.dataset
    return value === undefined ? [] : [{ name: name!, in: place as FieldValue['in'], value }]
  })
}

/** Returns what the page itself can say of a field. */
function findFault(field: HTMLElement): Fault | null {
  const { name, kind, required } = field.dataset
  const control = listControls(field)[0]!
  // A browser has no text for a number or date that it cannot read.
  if (control.validity.badInput) return { field: name!, message: 'is not readable' }
  if (required !== undefined && fieldValue(field) === undefined)
    return { field: name!, message: 'is required' }
  const isJson = kind === 'json' && control.value.trim() !== ''
  return isJson && parseOrUndefined(control.value) === undefined
    ? { field: name!, message: 'is not JSON' }
    : null
}

/** Shows each fault at its field and moves the focus to the first. */
function showFaults(fields: readonly HTMLElement[], faults: readonly Fault[]): void {
  let first: HTMLElement | null = null
  for (const field of fields) {
    const { name } = field.dataset
    const own = faults.filter((fault) => fault.field.split('.')[0] === name)
    const error = field.querySelector<HTMLElement>('.error')!
    error.textContent = own
      .map((fault) => `${fault.field === name ? 'It' : fault.field} ${fault.message}.`)
      .join(' ')
    error.hidden = own.length === 0
    for (const control of listControls(field)) {
      control.toggleAttribute('aria-invalid', false)
      if (own.length > 0) control.setAttribute('aria-invalid', 'true')
    }
    if (own.length === 0) continue
    const details = field.closest('details')
    if (details) details.open = true
    first ??= listControls(field)[0]!
  }
  first?.focus()
}

function showSnippets(form: HTMLFormElement, spec: CallSpec, fields: readonly HTMLElement[]): void {
  const blocks = form.querySelectorAll<HTMLElement>('.snippets pre code')
  const snippets = buildSnippets(spec, readValues(fields))
  for (const [index, [, text, language]] of snippets.entries())
    blocks[index]!.innerHTML = highlight(text, language)
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-call]')) start(form)
