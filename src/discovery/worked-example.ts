/**
 * Example of a rules version on an invented subject, line by line. The rules judge it at display
 * time, so it cannot differ from them.
 */
import type { PublishedRules, RuleEffect, RulesVersion, RuleTable } from '../contract/rules.ts'
import { regionText } from '../tenders/model/regions.ts'
import type { JudgedFacts } from '../tenders/rules/version.ts'

interface Version {
  subject: PublishedRules['subject']
  rules: RulesVersion
  of: PublishedRules
}

interface Flag {
  code: string
  detail: string
}

interface Worked {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** How the rows become the score. */
  sum: string
}

export function buildWorkedExample({ subject, rules, of }: Version): string[] {
  const { about, date, facts } = of.example
  const { result } = of.replay(rules, facts, date)
  const { head, rows, sum } = WORKED[subject](result as never, rules, facts as never)
  return [
    '## A worked example',
    '',
    `${about} All of it is invented. These rules, run on ${DAY.format(new Date(date))}, say:`,
    '',
    row(head),
    row(head.map(() => '---')),
    ...rows.map(row),
    '',
    sum,
    '',
    `The same facts, as \`POST /v1/rules/${subject}/replay\` takes them, free of charge:`,
    '',
    '```json',
    laidOut({ rules_version: rules.version, date, facts }),
    '```',
    '',
  ]
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})

const row = (cells: readonly string[]) =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const code = (text: string) => `\`${text}\``

const WORKED: Readonly<
  Record<Version['subject'], (result: never, rules: RulesVersion, facts: never) => Worked>
> = {
  verdict: buildWorkedVerdict,
  fit: buildWorkedFit,
  eligibility: buildWorkedEligibility,
  accounts: buildWorkedVerdict,
}

interface Verdict {
  score: number
  band: string
  flags: readonly Flag[]
  evaluation: { rules: readonly { code: string; outcome: string }[] }
}

function buildWorkedVerdict(
  { score, band, flags, evaluation }: Verdict,
  { table }: RulesVersion,
): Worked {
  const effects = flags.map((flag) => effectIn(table, flag.code))
  const points = effects.flatMap((effect) =>
    effect && 'points' in effect && effect.points !== 0 ? [effect.points] : [],
  )
  const caps = effects.flatMap((effect) => (effect && 'cap' in effect ? [effect.cap] : []))
  const sum = points.reduce((total, each) => total + each, 100)
  const sentence = (outcome: string) =>
    evaluation.rules
      .filter((each) => each.outcome === outcome)
      .map((each) => code(each.code))
      .join(', ')
  const others = [
    [sentence('clear'), 'Looked at and not met: '],
    [sentence('not_applicable'), 'Not applicable: '],
    [sentence('unavailable'), 'Not to be judged, for want of data: '],
  ].flatMap(([codes, words]) => (codes ? [`${words}${codes}.`] : []))
  return {
    head: ['What fires', 'Effect', 'Because'],
    rows: flags.map((flag, index) => [code(flag.code), effectWords(effects[index]!), flag.detail]),
    sum: `100${points.map((each) => ` − ${-each}`).join('')} = ${sum}${caps.length > 0 ? `, at most ${Math.min(...caps)}` : ''}: **${score} of 100, ${code(band)}**. ${others.join(' ')}`,
  }
}

interface Fit {
  score: number
  band: string
  factors: Readonly<Record<string, number>>
  flags: readonly Flag[]
}

/** Each factor: its denominator in answers, and what of the facts it looks at. */
const FACTORS: readonly [name: string, of: string, seen: (facts: JudgedFacts) => string][] = [
  ['relevance', 'of', describeSubject],
  ['value_fit', 'of_v', describeValue],
  [
    'geography',
    'of_g',
    ({ notice, profile }) =>
      `work in ${place(notice.regions)}; the profile works in ${place(profile.regions)}`,
  ],
  [
    'timeline',
    'of_t',
    ({ notice, profile }) =>
      `${notice.workingDaysLeft} working days left, ${profile.minWorkingDays} wanted`,
  ],
  ['buyer_history', 'of_b', describeHistory],
]

function describeSubject({ notice, profile }: JudgedFacts): string {
  const where = notice.keywordInTitle ? 'in title or text' : 'in the text alone'
  return `CPV ${notice.cpv.join(', ')} against ${profile.cpv.join(', ')}; keywords ${where}, together ${notice.keywordSum}`
}

function describeValue({ notice, profile }: JudgedFacts): string {
  return `${pounds(notice.valueGbp)}${notice.framework ? ', a ceiling' : ''}; the profile takes ${pounds(profile.valueMin)} to ${pounds(profile.valueMax)}`
}

function describeHistory({ history, notice, profile }: JudgedFacts): string {
  if (history === null) return 'no award known'
  const { awards, sizeStated, smeAwards, divisions } = history
  const alike = divisions[notice.division ?? '']
  const sizes = profile.sme ? `; ${smeAwards} of ${sizeStated} with a size went to SMEs` : ''
  return `${awards} awards, ${alike?.awards ?? 0} in division ${notice.division}${alike ? `, concentration ${alike.concentration}` : ''}${sizes}`
}

const place = (mask: number) => (regionText(mask) ?? 'anywhere').replaceAll(',', ', ')
const pounds = (amount: number | null) =>
  amount === null ? 'no bound' : `£${amount.toLocaleString('en-GB')}`

function buildWorkedFit(
  { score, band, factors, flags }: Fit,
  _rules: RulesVersion,
  facts: JudgedFacts,
): Worked {
  const points = FACTORS.map(([name]) => factors[name]!)
  const sum = points.reduce((total, each) => total + each, 0)
  const caps = flags.flatMap((flag) => (flag.code.startsWith('CAP_') ? [code(flag.code)] : []))
  return {
    head: ['Factor or flag', 'Points', 'Because'],
    rows: [
      ...FACTORS.map(([name, of, seen]) => [
        code(name),
        `${factors[name]}/${factors[of]}`,
        seen(facts),
      ]),
      ...flags.map((flag) => [code(flag.code), 'flag', flag.detail]),
    ],
    sum: `${points.join(' + ')} = ${sum}${caps.length > 0 ? `, less by ${caps.join(' and ')}` : ', and no cap applies'}: **${score} of 100, ${code(band)}**.`,
  }
}

interface Eligibility {
  score: number | null
  band: string
  criteria: readonly { requirement: string; pass: string; detail: string; code: string }[]
  missing: readonly { parameter: string }[]
  flags: readonly Flag[]
}

function buildWorkedEligibility({ score, band, criteria, missing, flags }: Eligibility): Worked {
  const count = (outcome: string) => criteria.filter(({ pass }) => pass === outcome).length
  const passed = count('pass')
  const questions = missing.map(({ parameter }) => code(parameter)).join(', ')
  return {
    head: ['Criterion, in the words of the grant', 'Outcome', 'Because'],
    rows: [
      ...criteria.map((each) => [
        `“${each.requirement}” (${code(each.code)})`,
        each.pass,
        each.detail,
      ]),
      ...flags.map((flag) => [code(flag.code), 'flag', flag.detail]),
    ],
    sum: `${passed} of ${criteria.length} pass, ${count('fail')} fail, ${count('undeclared')} undeclared: 100 × ${passed}/${criteria.length}, **${score} of 100, ${code(band)}**.${questions ? ` \`missing\` names ${questions}.` : ''}`,
  }
}

function effectIn({ rules }: RuleTable, wanted: string): RuleEffect {
  return rules.find((rule) => rule.code === wanted)?.effect ?? null
}

function effectWords(effect: RuleEffect): string {
  if (effect === null) return 'tells'
  if ('cap' in effect) return `at most ${effect.cap}`
  if ('points' in effect) return effect.points === 0 ? 'informs' : `−${-effect.points}`
  return ''
}

const LINE_CHARS = 110

/** JSON as people would write it: what is short on one line. */
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
