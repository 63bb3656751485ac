/**
 * A field to type a question into, with the price of each kind. Its script leads to the paid
 * address.
 */
import { priceInWords } from '../contract/price.ts'
import { escapeHtml } from './escape.ts'
import type { Site } from './site.ts'

const KINDS = [
  ['company_search', 'Company', 'name or number'],
  ['tenders_search', 'Tender', 'what you sell'],
  ['grants_search', 'Grant', 'what it is for'],
] as const

export function startHtml({ catalogue }: Site): string {
  const kinds = KINDS.flatMap(([id, name, what]) => {
    const bound = catalogue.operations.find(({ operation }) => operation.id === id)
    if (bound?.kind !== 'paid') return []
    const price = priceInWords(catalogue.termsOf(id))
    return [{ id, name, what, price, path: bound.operation.path }]
  })
  if (kinds.length === 0) return ''
  const choices = kinds.map(
    ({ name, price, path, what }, index) =>
      `<label><input type="radio" name="kind" value="${path}?q="${index === 0 ? ' checked' : ''}> ${name} <span class="soft">${what}</span> <span class="price">${price}</span></label>`,
  )
  const links = kinds.map(
    ({ id, name, price }) => `<li><a href="/docs/api/${id}">${name}</a>, ${escapeHtml(price)}</li>`,
  )
  return `<form class="ask start" data-start>
<fieldset class="kinds"><legend>What do you want to know?</legend>
${choices.join('\n')}</fieldset>
<p><label class="unseen" for="start">Your question</label><input id="start" type="text" maxlength="160" required autocomplete="off" placeholder="Type a company, a trade or a project"> <button type="submit">See the price</button></p>
<p class="soft">You see your question and its price before anything is paid. A company’s number leads to its verdict.</p>
</form>
<ul class="unscripted">${links.join('')}</ul>`
}
