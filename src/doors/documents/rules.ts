/** Published rules: `/v1/rules` as JSON, one Markdown page a version. */
import type { RuleBook, RuleEffect } from '../../contract/rules.ts'
import type { Catalogue } from './catalogue.ts'

export function rulesDocument({ rules, publicUrl }: Catalogue): object {
  return {
    notice: 'Scores are computed by these rules alone. A landed version never changes; a change is a new version.',
    rules: rules.map((book) => ({ ...book, documentation: `${publicUrl}${rulesPagePath(book)}` })),
  }
}

export function rulesPagePath({ id }: RuleBook): string {
  return `/docs/rules/${id}.md`
}

export function rulesMarkdown({ title, version, applies_to, procedure, rules, bands, readings = [] }: RuleBook): string {
  const bandRows = bands.map(
    ({ band, from, to }) => `| \`${band}\` | ${from === null ? 'not by score' : from === to ? from : `${from}-${to}`} |`,
  )
  return [
    `# ${title}, rules ${version}`,
    '',
    `Applies to ${applies_to.map((id) => `\`${id}\``).join(', ')}. Deterministic: the same facts on the same day give the same verdict.`,
    '',
    '## Procedure',
    '',
    ...procedure.map((step, index) => `${index + 1}. ${step}`),
    '',
    '## Rules',
    '',
    '| Code | Effect | When |',
    '| --- | --- | --- |',
    ...rules.map(({ code, effect, fires }) => `| \`${code}\` | ${effectOf(effect)} | ${fires.replaceAll('|', '\\|')} |`),
    '',
    '## Bands',
    '',
    '| Band | Score |',
    '| --- | --- |',
    ...bandRows,
    '',
    ...(readings.length > 0 ? ['## How it is read', '', '| Question | Answer |', '| --- | --- |', ...readings.map(readingRow), ''] : []),
  ].join('\n')
}

function effectOf(effect: RuleEffect): string {
  if (effect === null) return 'decides'
  if ('cap' in effect) return `at most ${effect.cap}`
  if ('of' in effect) return `up to ${effect.of}`
  if ('band' in effect) return `\`${effect.band}\``
  return effect.points === 0 ? 'informs' : String(effect.points)
}

function readingRow({ question, answer }: { question: string; answer: string }): string {
  return `| ${question} | ${answer} |`
}
