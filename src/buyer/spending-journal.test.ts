import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { usdcToAtomic } from '../platform/money.ts'
import { SpendLimitError } from './buyer.ts'
import type { Quote } from './quote.ts'
import {
  openSpendingJournal,
  type SentPayment,
  type SpendingJournalOptions,
} from './spending-journal.ts'

const directory = mkdtempSync(join(tmpdir(), 'ukintel-purse-'))
afterAll(() => rmSync(directory, { recursive: true }))

const NETWORK = 'eip155:84532'
const PAY_TO = '0x1111111111111111111111111111111111111111'
let count = 0
const payment = (amountUsd: string, change: Partial<SentPayment> = {}): SentPayment => ({
  nonce: `0x${(++count).toString(16)}`,
  request: 'a call',
  paymentSignature: 'signed',
  network: NETWORK,
  payTo: PAY_TO,
  amountAtomic: usdcToAtomic(amountUsd),
  signedMs: clock.ms,
  validBeforeMs: clock.ms + 60_000,
  ...change,
})
const quote = (amountUsd: string) =>
  ({
    terms: { accepts: [{ network: NETWORK, payTo: PAY_TO, amount: usdcToAtomic(amountUsd) }] },
  }) as unknown as Quote
const clock = { ms: Date.parse('2026-11-20T10:00:00Z') }
const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
const journal = (change: Partial<SpendingJournalOptions> = {}) =>
  openSpendingJournal({
    directory: null,
    wallet: 'mcp-0xabc',
    limits: { perCallUsd: '0.20', totalUsd: '0.30' },
    nowMs: () => clock.ms,
    ...change,
  })

describe('a purse', () => {
  it('refuses a call above its limit, and one above what is left', () => {
    const ours = journal()
    expect(() => ours.book(payment('0.21'))).toThrow(SpendLimitError)
    ours.book(payment('0.20'))
    expect(() => ours.book(payment('0.15'))).toThrow(
      '0.1 USD are left of 0.30 a day; nothing was paid',
    )
    expect([ours.spentUsd(), ours.leftUsd()]).toEqual(['0.2', '0.1'])
  })

  it('counts what was sent as spent, whatever the seller says, until the day is over', () => {
    const ours = journal()
    const sent = payment('0.20')
    ours.book(sent)
    for (const word of ['unpaid', 'void'] as const) {
      ours.mark(sent.nonce, word)
      expect(ours.leftUsd()).toBe('0.1')
    }
    clock.ms += 23 * 3_600_000
    expect(ours.leftUsd()).toBe('0.1')
    clock.ms += 3_600_001
    expect(ours.leftUsd()).toBe('0.3')
  })

  it('pays with the same authorization again where the seller took nothing, and counts it once', () => {
    const ours = journal()
    const sent = payment('0.20')
    ours.book(sent)
    ours.mark(sent.nonce, 'unpaid')
    expect(ours.reuse(quote('0.10'), 'other')).toBeNull()
    expect(ours.reuse(quote('0.20'), 'other')).toMatchObject({
      nonce: sent.nonce,
      request: 'other',
    })
    expect(ours.reuse(quote('0.20'), 'third')).toBeNull()
    expect(ours.open('other')?.nonce).toBe(sent.nonce)
    ours.mark(sent.nonce, 'answered')
    ours.mark(sent.nonce, 'unpaid')
    expect(ours.reuse(quote('0.20'), 'fourth')).toBeNull()
    expect(ours.spentUsd()).toBe('0.2')
  })

  it('does not send again what is about to expire', () => {
    const ours = journal()
    const sent = payment('0.20', { validBeforeMs: clock.ms + 24_000 })
    ours.book(sent)
    ours.mark(sent.nonce, 'unpaid')
    expect(ours.reuse(quote('0.20'), 'other')).toBeNull()
  })

  it('remembers over a restart, and shares a budget with another process of the same wallet', () => {
    const first = journal({ directory })
    const sent = payment('0.20')
    first.book(sent)
    expect(journal({ directory }).open('a call')).toEqual(sent)
    const second = journal({ directory })
    expect(() => second.book(payment('0.15'))).toThrow(SpendLimitError)
    second.book(payment('0.10'))
    expect([first.leftUsd(), second.leftUsd()]).toEqual(['0', '0'])
    expect(journal({ directory, wallet: 'mcp-0xdef' }).leftUsd()).toBe('0.3')
  })

  it('reads the journal of a release that wrote the state of a payment under another name', () => {
    const ours = journal({ directory, wallet: 'former' })
    const sent = payment('0.20')
    ours.book(sent)
    const [file] = readdirSync(directory).filter((name) => name.startsWith('former-'))
    appendFileSync(
      join(directory, file!),
      `\n${JSON.stringify({ event: 'marked', nonce: sent.nonce, standing: 'unpaid' })}\n`,
    )
    expect(ours.open('a call')).toBeNull()
    expect(ours.reuse(quote('0.20'), 'other')).toMatchObject({ nonce: sent.nonce })
  })

  it('keeps its journal from others, and reads past a line that a crash tore', () => {
    const [file] = readdirSync(directory)
      .filter((name) => name.startsWith('mcp-0xabc-'))
      .map((name) => join(directory, name))
    expect(statSync(file!).mode & 0o777).toBe(0o600)
    appendFileSync(file!, '\n{"event":"signed","payment":{"nonce":"0x')
    const ours = journal({ directory, limits: { perCallUsd: '1', totalUsd: '1' } })
    expect(ours.spentUsd()).toBe('0.3')
    ours.book(payment('0.01'))
    expect(ours.spentUsd()).toBe('0.31')
  })

  it('remembers an open payment over the turn of a month, for thirty days', () => {
    const ours = journal({ directory, wallet: 'turn' })
    const sent = payment('0.10')
    ours.book(sent)
    clock.ms += 29 * 86_400_000
    expect(ours.open('a call')?.nonce).toBe(sent.nonce)
    clock.ms += 2 * 86_400_000
    expect(ours.open('a call')).toBeNull()
  })

  it('remembers on every date around a leap year what it signed within a day, 15 and 30 days ago', () => {
    const started = clock.ms
    const first = Date.parse('2027-11-01T00:00:00Z')
    const ours = journal({ directory, wallet: 'dates', limits: null })
    const forgotten: string[] = []
    for (let date = 0; date < 520; date += 1) {
      clock.ms = first + date * 86_400_000 + 1_800_000
      for (const agoDays of [15, 30]) {
        if (date >= agoDays && ours.open(`of date ${date - agoDays}`) === null)
          forgotten.push(`${day(clock.ms)}: ${agoDays} days ago`)
      }
      if (date > 0 && ours.spentUsd() !== '0.2')
        forgotten.push(`${day(clock.ms)}: the budget of the day`)
      clock.ms += 1_800_000
      ours.book(payment('0.20', { request: `of date ${date}` }))
      // The day is over for the payment before this one.
      clock.ms += 3_600_000
    }
    clock.ms = started
    expect(forgotten).toEqual([])
  })

  it('never lets more out than its total, whatever the order of calls and answers', () => {
    const call = fc.tuple(
      fc.integer({ min: 1, max: 500_000 }),
      fc.constantFrom('open', 'unpaid', 'answered', 'void'),
    )
    fc.assert(
      fc.property(fc.array(call, { maxLength: 30 }), (calls) => {
        const ours = journal({ limits: { perCallUsd: '0.4', totalUsd: '1' } })
        let signed = 0
        for (const [atomic, answer] of calls) {
          const amountUsd = (atomic / 1_000_000).toFixed(6)
          if (ours.reuse(quote(amountUsd), 'a call')) continue
          const sent = payment(amountUsd)
          try {
            ours.book(sent)
          } catch (error) {
            expect(error).toBeInstanceOf(SpendLimitError)
            continue
          }
          signed += atomic
          ours.mark(sent.nonce, answer as 'open')
          expect(signed).toBeLessThanOrEqual(1_000_000)
          expect(ours.spentUsd()).toBe(String(signed / 1_000_000))
        }
      }),
    )
  })
})
