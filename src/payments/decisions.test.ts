/**
 * The tables decide for every situation, never against the buyer, and
 * docs/contributors/payment-decisions.md shows them as they are.
 */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  type Before,
  BY_CHAIN_STATUS,
  BY_SETTLE_REPLY,
  type ChainWord,
  type DecisionRow,
  FOR_KNOWN_PAYMENT,
  FOR_REBOUND_IDENTIFIER,
  firstMatch,
  type SettleReply,
} from './decisions.ts'

const WORDS = Object.keys(BY_CHAIN_STATUS) as ChainWord[]
const REPLIES = Object.keys(BY_SETTLE_REPLY) as SettleReply[]
const BEFORE: Before[] = ['nothing_sent', 'failed', 'undecided']
const NOT_CHARGED = ['fail', 'withdraw', 'fail_unsent']
const settlements = REPLIES.flatMap((reply) =>
  WORDS.flatMap((word) =>
    BEFORE.map((before) => ({ reply, word, before, action: BY_SETTLE_REPLY[reply][word][before] })),
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
    Parameters<typeof firstMatch<(typeof FOR_KNOWN_PAYMENT)[number]['when'], string>>[1]
  >({
    state: ['claimed', 'settling', 'settled', 'failed'],
    lease: [...lease],
    signature: ['same', 'own', 'foreign'],
    question: ['same', 'other'],
    identifier: ['same', 'other'],
  } as never)
  expect(all).toHaveLength(96)
  for (const situation of all)
    expect(firstMatch(FOR_KNOWN_PAYMENT, situation as never)).toBeTruthy()
  const former = situations({
    state: ['gone', 'claimed', 'settling', 'settled', 'failed'],
    lease: [...lease],
    question: ['same', 'other'],
  })
  for (const situation of former)
    expect(firstMatch(FOR_REBOUND_IDENTIFIER, situation as never)).toBeTruthy()
})

describe('docs/contributors/payment-decisions.md', () => {
  const page = readFileSync(
    new URL('../../docs/contributors/payment-decisions.md', import.meta.url),
    'utf8',
  )
  const table = (heads: string[], rows: string[][]) =>
    [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
  const inRows = (names: string[], rows: readonly DecisionRow<object, string>[]) =>
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
        WORDS.map((word) => [word, `\`${BY_CHAIN_STATUS[word]}\``]),
      ),
    )
  })

  it('shows what follows from a reply of the facilitator', () => {
    const rows = REPLIES.flatMap((reply) =>
      WORDS.map((word) => [
        reply,
        word,
        ...BEFORE.map((before) => `\`${BY_SETTLE_REPLY[reply][word][before]}\``),
      ]),
    )
    expect(page).toContain(
      table(['facilitator', 'chain', ...BEFORE.map((before) => before.replace('_', ' '))], rows),
    )
  })

  it('shows what follows from a repetition', () => {
    expect(page).toContain(
      inRows(['state', 'lease', 'signature', 'question', 'identifier'], FOR_KNOWN_PAYMENT),
    )
  })

  it('shows what follows from the former payment of an identifier', () => {
    expect(page).toContain(inRows(['state', 'lease', 'question'], FOR_REBOUND_IDENTIFIER))
  })
})
