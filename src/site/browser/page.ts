/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
/**
 * Offers the purchase in each element that names a request, and remembers the names of a free
 * sample.
 */
import { rememberNames } from './names.ts'
import { offerPurchase } from './purchase.ts'

for (const container of document.querySelectorAll<HTMLElement>('[data-purchase]')) {
  const { method, target, body, purchase } = container.dataset
  offerPurchase(container, {
    method: method!,
    target: target!,
    body: body ?? null,
    operationId: purchase!,
  })
}

for (const sample of document.querySelectorAll('[data-sample] code'))
  rememberNames(JSON.parse(sample.textContent!))
