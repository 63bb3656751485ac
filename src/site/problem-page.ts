/**
 * Page of a problem in a browser: what happened, whether it was charged, what to do, and the form.
 */
import type { Bound } from '../api/registry.ts'
import type { Problem } from '../contract/problem.ts'
import { escapeHtml } from './escape.ts'
import { formHtml } from './form.ts'
import { inlineHtml, renderPage } from './html.ts'
import { label } from './pictures/facts.ts'
import { readQuestion } from './question.ts'
import type { Site } from './site.ts'
import { startHtml } from './start.ts'

const CHARGED = {
  true: 'This payment was charged. Repeat the request with the same payment to get its answer.',
  false: 'Nothing was charged.',
  null: 'It is not known yet whether the payment was charged. Repeat the request with the same payment, and do not sign another one.',
}

/** @param bound operation of the address; `null` if there is none */
export function problemPage(
  { title, status, detail, code, errors, hint, charged, retryable, request_id: id }: Problem,
  target: string,
  bound: Bound | null,
  site: Site,
): string {
  const faults = errors.map(
    ({ field, message }) =>
      `<li><b>${escapeHtml(label(field))}</b> (<code>${escapeHtml(field)}</code>): ${escapeHtml(message)}</li>`,
  )
  const steps = [
    hint === null ? '' : inlineHtml(hint),
    retryable ? 'The same request may succeed in a moment: reload this page.' : '',
  ].filter((step) => step !== '')
  const form = bound
    ? `<h2 id="ask">Ask again</h2>\n${formHtml(bound, site, readQuestion(bound.operation, target))}`
    : `<h2 id="ask">Ask something else</h2>\n${startHtml(site)}`
  return renderPage({
    title,
    description: `${title}. ${CHARGED[`${charged}`]}`,
    here: '',
    module: bound ? 'src/site/browser/form' : null,
    main: `<p class="over">${status} <a href="/docs/errors#${code.toLowerCase()}">${code}</a></p>
<h1>${escapeHtml(title)}</h1>
${faults.length === 0 ? `<p class="lead">${inlineHtml(detail)}</p>` : `<ul>${faults.join('\n')}</ul>`}
<p class="notice"><b>${CHARGED[`${charged}`]}</b></p>
<h2 id="next">What to do</h2>
${steps.length === 0 ? '<p>Nothing helps but another request.</p>' : `<ul>${steps.map((step) => `<li>${step}</li>`).join('\n')}</ul>`}
${form}
<p class="soft">Request <code>${escapeHtml(id)}</code>. <a href="/#health">Status</a> · <a href="/docs/api/feedback">Tell the operator</a> · <a href="/docs/api">All operations</a></p>`,
  })
}
