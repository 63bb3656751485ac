/** Our operations that answer more about what an answer names. */
import { escapeHtml } from '../escape.ts'
import { isText } from './parts.ts'

/** Kind, identifier, and its name where it is not that of the item. */
export type Subject = readonly [
  kind: 'company' | 'tender' | 'grant' | 'funder',
  id: unknown,
  name?: string,
]

type Next = readonly [operationId: string, field: string, label: string]

const NEXT: Readonly<Record<Subject[0], readonly Next[]>> = {
  company: [
    ['company_verdict', 'number', 'Verdict'],
    ['company_accounts', 'number', 'Accounts in figures'],
    ['contracts_search', 'supplier', 'Public contracts held'],
  ],
  tender: [
    ['tender_brief', 'ocid', 'Dossier'],
    ['tender_buyer', 'ocid', 'Who buys'],
  ],
  grant: [
    ['grant_eligibility', 'id', 'Eligibility'],
    ['grant_eligibility_reading', 'id', 'By your own reading'],
    ['grant_text', 'id', 'Full text (free)'],
  ],
  funder: [['funder_dossier', 'name', 'Giving history']],
}

/**
 * Links to filled forms. An operation that this deployment lacks, or that was just bought, has
 * none.
 */
export function nextLinks(
  [kind, id, name]: Subject,
  { operationId, offered }: { operationId: string; offered: readonly string[] },
  about: string,
): string {
  if (!isText(id)) return ''
  const links = NEXT[kind]
    .filter(([next]) => offered.includes(next) && next !== operationId)
    .slice(0, name === undefined ? undefined : 1)
  return links
    .map(([next, field, label]) => {
      const target = `/docs/api/${next}?${new URLSearchParams({ [field]: id })}#ask`
      return ` <a class="next" href="${escapeHtml(target)}">${label}${name === undefined ? `<span class="unseen">: ${escapeHtml(about)}</span>` : `: ${escapeHtml(name)}`}</a>`
    })
    .join('')
}
