/** The tables decide for every situation, never against the buyer, and docs/payments.md shows them as they are. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type Before,
  decideBy,
  ON_FORMER,
  ON_REPETITION,
  ON_REPLY,
  ON_WORD,
  type Row,
  type SettleReply,
  type Word,
} from './decisions.ts'

const WORDS = Object.keys(ON_WORD) as Word[]
const REPLIES = Object.keys(ON_REPLY) as SettleReply[]
const BEFORE: Before[] = ['nothing_sent', 'failed', 'undecided']
const NOT_CHARGED = ['fail', 'withdraw', 'fail_unsent']
const settlements = REPLIES.flatMap((reply) =>
  WORDS.flatMap((word) =>
    BEFORE.map((before) => ({ reply, word, before, action: ON_REPLY[reply][word][before] })),
  ),
)

function situations<Situation>(
  values: { [Name in keyof Situation]: Situation[Name][] },
): Situation[] {
  return Object.entries(values).reduce(
    (made, [name, each]) =>
      made.flatMap((situation) =>
        (each as unknown[]).map((value) => ({ ...situation, [name]: value })),
      ),
    [{}] as Situation[],
  )
}

describe('a settlement', () => {
  it('whose money moved is always written down', () => {
    for (const { word, reply, action } of settlements)
      if (word === 'settled' || reply === 'settled') expect(action).toBe('record')
  })

  it('is called uncharged only when the facilitator and the chain that is configured leave no doubt', () => {
    for (const { reply, word, before, action } of settlements) {
      if (!NOT_CHARGED.includes(action) || word === 'unpaid' || word === 'expired') continue
      expect({ reply, word, before }).toEqual({
        reply: expect.stringMatching(/refused|not_sent/),
        word: expect.stringMatching(/unused|no_chain/),
        before: expect.not.stringMatching('undecided'),
      })
    }
  })

  it('is forgotten only when nothing was ever sent', () => {
    for (const { before, action } of settlements)
      if (action === 'withdraw') expect(before).toBe('nothing_sent')
  })

  it('is never sent again out of an answer to one', () => {
    expect(settlements.map(({ action }) => action)).not.toContain('send')
  })
})

it('every repetition and every former payment is decided', () => {
  const lease = ['running', 'over'] as const
  const all = situations<
    Parameters<typeof decideBy<(typeof ON_REPETITION)[number]['when'], string>>[1]
  >({
    state: ['claimed', 'settling', 'settled', 'failed'],
    lease: [...lease],
    signature: ['same', 'own', 'foreign'],
    question: ['same', 'other'],
    identifier: ['same', 'other'],
  } as never)
  expect(all).toHaveLength(96)
  for (const situation of all) expect(decideBy(ON_REPETITION, situation as never)).toBeTruthy()
  const former = situations({
    state: ['gone', 'claimed', 'settling', 'settled', 'failed'],
    lease: [...lease],
    question: ['same', 'other'],
  })
  for (const situation of former) expect(decideBy(ON_FORMER, situation as never)).toBeTruthy()
})

describe('docs/payments.md', () => {
  const page = readFileSync(new URL('../../docs/payments.md', import.meta.url), 'utf8')
  const table = (heads: string[], rows: string[][]) =>
    [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const inRows = (names: string[], rows: readonly Row<object, string>[]) =>
    table(
      [...names, 'action', 'because'],
      rows.map(({ when, action, why }) => [
        ...names.map((name) =>
          ((when as Record<string, string[] | undefined>)[name] ?? ['any']).join(', '),
        ),
        `\`${action}\``,
        why,
      ]),
    )

  it('shows what follows from the word of the chain', () => {
    expect(page).toContain(
      table(
        ['the chain says', 'action'],
        WORDS.map((word) => [word, `\`${ON_WORD[word]}\``]),
      ),
    )
  })

  it('shows what follows from a reply of the facilitator', () => {
    const rows = REPLIES.flatMap((reply) =>
      WORDS.map((word) => [
        reply,
        word,
        ...BEFORE.map((before) => `\`${ON_REPLY[reply][word][before]}\``),
      ]),
    )
    expect(page).toContain(
      table(['facilitator', 'chain', ...BEFORE.map((before) => before.replace('_', ' '))], rows),
    )
  })

  it('shows what follows from a repetition', () => {
    expect(page).toContain(
      inRows(['state', 'lease', 'signature', 'question', 'identifier'], ON_REPETITION),
    )
  })

  it('shows what follows from the former payment of an identifier', () => {
    expect(page).toContain(inRows(['state', 'lease', 'question'], ON_FORMER))
  })
})
