/** The verdict rules as the public reads them, from the same table that judges. */
import { VERDICT_BANDS, VERDICT_RULES } from './verdict-1.0.0.ts'

/** A Markdown table of every rule and one of the bands. */
export function verdictRulesMarkdown(): string {
  const rules = VERDICT_RULES.map(({ code, effect, fires }) => `| \`${code}\` | ${fires} | ${effectInWords(effect)} |`)
  const bands = VERDICT_BANDS.map(({ band, from, to }) => `| \`${band}\` | ${from}-${to} |`)
  return ['| Flag | Fires when | Effect |', '|---|---|---|', ...rules, '', '| Band | Score |', '|---|---|', ...bands].join('\n')
}

function effectInWords(effect: (typeof VERDICT_RULES)[number]['effect']): string {
  if ('cap' in effect) return `Cap at ${effect.cap}`
  return effect.points === 0 ? 'Informational, 0' : String(effect.points)
}
