/**
 * Example of a rules version on an invented subject. The rules judge it when the page is written,
 * so it cannot differ from them.
 */
import type { PublishedRules, RulesVersion } from '../contract/rules.ts'

interface Version {
  subject: PublishedRules['subject']
  rules: RulesVersion
  of: PublishedRules
}

export function buildWorkedExample({ subject, rules, of }: Version): string[] {
  const { about, date, facts } = of.example
  const { result } = of.replay(rules, facts, date)
  const request = { rules_version: rules.version, date, facts }
  return [
    '## A worked example',
    '',
    `${about} All of it is invented. \`POST /v1/rules/${subject}/replay\` takes it, free of charge:`,
    ...fence(request),
    'These rules judge:',
    ...fence(result),
  ]
}

const fence = (value: object) => ['', '```json', laidOut(value), '```', '']

const LINE_CHARS = 110

/** Returns JSON as people write it: a short value is on one line. */
function laidOut(value: unknown, indent = ''): string {
  const flat = JSON.stringify(value)
  if (flat.length + indent.length <= LINE_CHARS || typeof value !== 'object' || value === null)
    return space(flat)
  const inner = `${indent}  `
  if (Array.isArray(value))
    return `[\n${value.map((item) => `${inner}${laidOut(item, inner)}`).join(',\n')}\n${indent}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${laidOut(member, inner)}`,
  )
  return `{\n${members.join(',\n')}\n${indent}}`
}

/** With a space after each colon and comma that is not within a text. */
function space(flat: string): string {
  return flat.replace(/"(?:[^"\\]|\\.)*"?|[:,]/g, (found) =>
    found.length === 1 ? `${found} ` : found,
  )
}
