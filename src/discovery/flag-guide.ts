/**
 * Every flag that is in no rules table: the text of `docs/callers/flags.md`, together with the
 * tables.
 */
import type { PublishedRules } from '../contract/rules.ts'

const ON_SOURCES = [
  [
    'SOURCE_STALE',
    'A source is past its window and its refresh is still running, or watched companies were not read yet. The detail names the copy that was used. Confidence is medium at most.',
  ],
  [
    'SOURCE_FAILED',
    'A source failed. The answer uses an older copy of it, or none. Confidence is low.',
  ],
  [
    'INDEX_PARTIAL',
    'The first fill is still running, or a portal did not answer for a part of it. The detail names the first stored day of each portal. Confidence is medium at most.',
  ],
  [
    'OFFICERS_UNAVAILABLE',
    'The officer list could not be fetched; the rules about officers were not judged. Confidence is low.',
  ],
] as const

const ON_SUBJECTS = [
  [
    'DATES_SET_ASIDE',
    'A source states days later than its own publication, such as a period that ends in the year 3025. They are set aside, and none makes anything the newest.',
  ],
  ['NO_MATCH', 'Nothing fits all criteria of the request; the detail says which to leave out.'],
  [
    'COVERAGE',
    'Search of contracts: the day of the first stored notice of each portal. Contracts of earlier notices are not found.',
  ],
  [
    'SAME_NAME_WITHOUT_NUMBER',
    'More contracts name a supplier of the same name without a company number. They are not in the answer.',
  ],
  ['TENDER_CLOSED', 'The tender is no longer open: closed, cancelled or awarded.'],
  [
    'READVERTISED',
    'The slug belonged to an earlier round. The answer is about the newest advert of the same scheme.',
  ],
  [
    'WINDOW_ROLLING',
    'The grant names no closing date and takes applications until its money is spent.',
  ],
  ['WINDOW_NOT_STATED', 'The grant does not say when it opens or closes.'],
  [
    'LISTING_VALUE_UNKNOWN',
    'A value of the listing is unknown. It was left out instead of guessed.',
  ],
  [
    'CALLER_READINGS',
    'Some criteria are readings of the caller. Their quotes are in the text; what they say was not checked.',
  ],
  [
    'SHARE_ALIKE_ONLY',
    'All awards of the funder that could be counted have share-alike licences, so no figure is given.',
  ],
  [
    'NO_GBP_AWARDS',
    'None of the awards of the funder that could be counted is a positive sum in pounds, so no figure is given.',
  ],
] as const

/**
 * Returns the page as Markdown: flags about sources, about the subject, and of the current rules.
 */
export function flagsMarkdown(rules: readonly PublishedRules[]): string {
  const table = (rows: readonly (readonly [string, string])[]) =>
    [
      '| Flag | Meaning |',
      '| --- | --- |',
      ...rows.map(([code, meaning]) => `| \`${code}\` | ${meaning.replaceAll('|', '\\|')} |`),
    ].join('\n')
  const judged = rules.map(({ subject, current }) => {
    const documented = current.table.rules
      .filter(({ code }) => code === code.toUpperCase())
      .map(({ code, fires }) => [code, fires] as const)
    const once = documented
      .map(([code]) => code)
      .filter((code, index, all) => all.indexOf(code) === index)
    const rows = once.map(
      (code) =>
        [
          code,
          documented
            .filter(([other]) => other === code)
            .map(([, fires]) => fires)
            .join(' Or: '),
        ] as const,
    )
    const what = subject === 'eligibility' ? 'Criteria and flags' : 'Flags'
    return `## ${what} of ${NAMES[subject]}\n\nBy rules ${current.version}: [what each does to the score](../rules/${subject}-${current.version}.md).\n\n${table(rows)}\n`
  })
  return `# Flags

Every answer carries \`verdict.flags\`: a list of \`{ code, detail }\`. A flag names what moved a score, or what a reader also has to know. Its \`detail\` names the value that fired it. Codes never change their meaning.

## Flags about sources

${table(ON_SOURCES)}

## Flags about the subject

${table(ON_SUBJECTS)}

${judged.join('\n')}`
}

const NAMES: Readonly<Record<PublishedRules['subject'], string>> = {
  verdict: 'a company verdict',
  fit: 'a tender fit',
  eligibility: 'a grant eligibility',
  accounts: 'filed accounts',
}
