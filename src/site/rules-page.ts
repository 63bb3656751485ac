/** `/docs/rules`: every published version of the rules, and where each is read. */
import { listPublishedVersions, rulesPath } from '../discovery/rules.ts'
import { escapeHtml } from './escape.ts'
import { renderPage } from './html.ts'
import { tableHtml } from './pictures/table.ts'
import type { Site } from './site.ts'

export function rulesPage({ catalogue }: Site): string {
  const rows = listPublishedVersions(catalogue).map((published) => {
    const { subject, current, rules } = published
    const { version, table } = rules
    return [
      `<a href="/docs/rules/${subject}-${version}">${escapeHtml(table.title)} ${version}</a>${current ? ' <span class="badge good">current</span>' : ''}`,
      table.applies_to.map((id) => `<a href="/docs/api/${id}"><code>${id}</code></a>`).join(', '),
      `<a href="${rulesPath(published)}">JSON<span class="unseen"> of ${escapeHtml(table.title)} ${version}</span></a>`,
    ]
  })
  return renderPage({
    title: 'Rules',
    description: 'The published, versioned rules by which every score is computed.',
    here: '/docs/rules',
    main: `<h1>Rules</h1>
<p class="lead">Scores are computed by these rules alone, never by a language model. The same facts on the same day give the same verdict. A published version never changes; a change is a new version, and the old one stays.</p>
${tableHtml({ label: 'Published versions', head: ['Rules', 'Used by', 'For machines'], rows })}
<p>An answer names its version in <code>rules_version</code>; some operations take one as input. The same as data: <a href="/v1/rules"><code>/v1/rules</code></a>.</p>`,
  })
}
