/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { escapeHtml } from '../escape.ts'
import { drawAnswer } from '../pictures/draw-answer.ts'
import { PAGE_TERMS_ID, type PageTerms } from './page-terms.ts'

export interface PurchaseRequest {
  method: string
  /** Path and query. */
  target: string
  /** JSON text. */
  body: string | null
  operationId: string
}

/** Asks, shows the price, buys and shows the answer inside `container`. */
export function offerPurchase(container: HTMLElement, request: PurchaseRequest): void {
  const { method, target, body, operationId } = request
  const terms = JSON.parse(document.getElementById(PAGE_TERMS_ID)!.textContent) as PageTerms
  container.innerHTML = '<p class="status" role="status">Asking for the price…</p>'
  const show = (html: string) => {
    container.innerHTML = html
  }
  fetch(target, {
    method,
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    body,
  })
    .then(async (response) => {
      const answer = await response.json()
      if (response.ok) show(drawAnswer(operationId, answer, terms.drawing))
      else if (response.status === 402)
        show(
          `<p class="status">${Number(answer.accepts[0].amount) / 1_000_000} USDC on ${escapeHtml(terms.networkName)}</p>`,
        )
      else show(`<p class="status bad">${escapeHtml(String(answer.detail ?? response.status))}</p>`)
    })
    .catch(() => show('<p class="status bad">No answer: you may be offline.</p>'))
}
