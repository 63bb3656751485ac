/**
 * Published rules: `/v1/rules` lists every version of every subject,
 * `/v1/rules/{subject}/{version}` is one of them with the schema of its facts,
 * `/docs/rules/{subject}-{version}.md` the same to read. Free, and there for ever: an answer of
 * last year names its version.
 */

import type { Catalogue } from '../api/catalogue.ts'
import { outputJsonSchema } from '../contract/json-schema.ts'
import type { PublishedRules, RuleEffect, RulesVersion } from '../contract/rules.ts'
import { buildWorkedExample } from './worked-example.ts'

export interface PublishedVersion {
  subject: PublishedRules['subject']
  current: boolean
  rules: RulesVersion
  of: PublishedRules
}

export function listPublishedVersions({ rules }: Pick<Catalogue, 'rules'>): PublishedVersion[] {
  return rules.flatMap((of) =>
    of.versions.map((rules) => ({ subject: of.subject, current: rules === of.current, rules, of })),
  )
}

export function rulesDocument(catalogue: Catalogue): object {
  return {
    notice:
      'Scores are computed by these rules alone. A published version never changes; a change is a new version.',
    rules: listPublishedVersions(catalogue).map((each) => ({
      ...describeRules(each, catalogue),
      ...each.rules.table,
    })),
  }
}

/** One version whole. */
export function rulesVersionDocument(published: PublishedVersion, catalogue: Catalogue): object {
  const { rules } = published
  return {
    ...describeRules(published, catalogue),
    ...rules.table,
    facts: outputJsonSchema(rules.facts),
  }
}

function describeRules(
  { subject, current, rules }: PublishedVersion,
  { publicUrl }: Catalogue,
): object {
  return {
    id: `${subject}-${rules.version}`,
    subject,
    version: rules.version,
    rules_version: rules.version,
    current,
    url: `${publicUrl}${rulesPath({ subject, rules })}`,
    documentation: `${publicUrl}${rulesPagePath({ subject, rules })}`,
  }
}

export function rulesPath({ subject, rules }: Pick<PublishedVersion, 'subject' | 'rules'>): string {
  return `/v1/rules/${subject}/${rules.version}`
}

export function rulesPagePath({
  subject,
  rules,
}: Pick<PublishedVersion, 'subject' | 'rules'>): string {
  return `/docs/rules/${subject}-${rules.version}.md`
}

export function rulesMarkdown(published: PublishedVersion): string {
  const { version, table } = published.rules
  const { title, applies_to, procedure, rules, bands, readings = [] } = table
  const bandRows = bands.map(
    ({ band, from, to }) =>
      `| \`${band}\` | ${from === null ? 'not by score' : from === to ? from : `${from}-${to}`} |`,
  )
  return [
    `# ${title}, rules ${version}`,
    '',
    `Applies to ${applies_to.map((id) => `\`${id}\``).join(', ')}; answers say \`rules_version\` \`${version}\`. Deterministic: the same facts on the same day give the same verdict.`,
    '',
    '## Procedure',
    '',
    ...procedure.map((step, index) => `${index + 1}. ${step}`),
    '',
    '## Rules',
    '',
    '| Code | Effect | When |',
    '| --- | --- | --- |',
    ...rules.map(
      ({ code, effect, fires }) =>
        `| \`${code}\` | ${describeEffect(effect)} | ${fires.replaceAll('|', '\\|')} |`,
    ),
    '',
    '## Bands',
    '',
    '| Band | Score |',
    '| --- | --- |',
    ...bandRows,
    '',
    ...(readings.length > 0
      ? [
          '## How it is read',
          '',
          '| Question | Answer |',
          '| --- | --- |',
          ...readings.map(writeReadingRow),
          '',
        ]
      : []),
    ...buildWorkedExample(published),
  ].join('\n')
}

function describeEffect(effect: RuleEffect): string {
  if (effect === null) return 'decides'
  if ('cap' in effect) return `at most ${effect.cap}`
  if ('of' in effect) return `up to ${effect.of}`
  if ('band' in effect) return `\`${effect.band}\``
  return effect.points === 0 ? 'informs' : String(effect.points)
}

function writeReadingRow({ question, answer }: { question: string; answer: string }): string {
  return `| ${question} | ${answer} |`
}
