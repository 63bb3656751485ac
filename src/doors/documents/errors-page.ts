/** `/docs/errors`: where the `type` of every problem points. */
import { ERRORS_INTRODUCTION, errorEntries, REFUSAL_ENTRIES } from './error-guide.ts'
import { inlineHtml, renderPage } from './html.ts'

export function errorsPage(): string {
  const entries = errorEntries()
  const sections = entries.map(
    ({ code, anchor, status, title, retryable, when, act }) => `<section id="${anchor}" class="entry">
<h2><a href="#${anchor}"><code>${code}</code></a></h2>
<p class="facts"><span>${status}</span><span>${retryable ? 'retryable' : 'not retryable'}</span><span>${inlineHtml(title)}</span></p>
<p>${inlineHtml(when)}</p>
<p><strong>What to do.</strong> ${inlineHtml(act)}</p>
</section>`,
  )
  const refusals = REFUSAL_ENTRIES.map(
    ({ reason, field, repeatable, hint }) =>
      `<p><code>${reason}</code>${field === null ? '' : ` (<code>${field}</code>)`}: ${inlineHtml(hint)} The same payment again: ${repeatable ? 'yes' : 'no'}.</p>`,
  )
  return renderPage({
    title: 'Errors · UK Intelligence',
    description: 'Every error code of the service, when it occurs and what to do about it.',
    here: '/docs/errors',
    main: `<h1>Errors</h1>
${ERRORS_INTRODUCTION.map((paragraph) => `<p>${inlineHtml(paragraph)}</p>`).join('\n')}
${sections.join('\n')}
<section id="refused_payments" class="entry">
<h2><a href="#refused_payments">Refused payments</a></h2>
${refusals.join('\n')}
</section>`,
  })
}
