import { appendFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeHeader } from '../../packages/client/src/codec.ts'
import { fileLog } from '../../packages/client/src/journal-file.ts'
import type { SentPayment } from '../../packages/client/src/pay.ts'
import { createPayments, type JournalLog, storageLog } from '../../packages/client/src/payments.ts'
import { type Quote, SpendLimitError } from '../../packages/client/src/terms.ts'
import { usdcToAtomic } from '../../src/platform/money.ts'
import { createFolder } from '../support/folder.ts'

const directory = createFolder()

const NETWORK = 'eip155:84532'
const PAYER = '0x2222222222222222222222222222222222222222'
const PAY_TO = '0x1111111111111111111111111111111111111111'
let count = 0
const payment = (amountUsd: string, change: Partial<SentPayment> = {}): SentPayment => ({
  nonce: `0x${(++count).toString(16)}`,
  request: 'a call',
  paymentSignature: encodeHeader({ payload: { authorization: { from: PAYER } } }),
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
const nowMs = () => clock.ms
const journal = (options: { log?: JournalLog; totalUsd?: string | null } = {}) =>
  createPayments({ totalUsd: '0.30', nowMs, ...options })
const onDisk = (wallet = 'mcp-0xABC') => fileLog(directory, wallet, nowMs)
const by = { payer: PAYER }

describe('a purse', () => {
  it('refuses a call above what is left', () => {
    const ours = journal()
    ours.book(payment('0.20'))
    expect(() => ours.book(payment('0.15'))).toThrow(
      'the call costs 0.15 USD, 0.10 USD are left of 0.30 a day; nothing was paid',
    )
    expect([ours.spentUsd(), ours.leftUsd()]).toEqual(['0.20', '0.10'])
  })

  it('counts what was sent as spent, whatever the seller says, until the day is over', () => {
    const ours = journal()
    const sent = payment('0.20')
    ours.book(sent)
    for (const word of ['unpaid', 'void'] as const) {
      ours.judge(sent.nonce, word)
      expect(ours.leftUsd()).toBe('0.10')
    }
    clock.ms += 23 * 3_600_000
    expect(ours.leftUsd()).toBe('0.10')
    clock.ms += 3_600_001
    expect(ours.leftUsd()).toBe('0.30')
  })

  it('pays with the same authorization again where the seller took nothing, and counts it once', () => {
    const ours = journal()
    const sent = payment('0.20')
    ours.book(sent)
    ours.judge(sent.nonce, 'unpaid')
    expect(ours.reuse(quote('0.10'), 'other', by)).toBeNull()
    expect(ours.reuse(quote('0.20'), 'other', by)).toMatchObject({
      nonce: sent.nonce,
      request: 'other',
    })
    expect(ours.reuse(quote('0.20'), 'third', by)).toBeNull()
    expect(ours.find('other', 'open')?.nonce).toBe(sent.nonce)
    ours.judge(sent.nonce, 'answered')
    ours.judge(sent.nonce, 'unpaid')
    expect(ours.reuse(quote('0.20'), 'fourth', by)).toBeNull()
    expect(ours.spentUsd()).toBe('0.20')
  })

  it('does not send again what is about to expire', () => {
    const ours = journal()
    const sent = payment('0.20', { validBeforeMs: clock.ms + 24_000 })
    ours.book(sent)
    ours.judge(sent.nonce, 'unpaid')
    expect(ours.reuse(quote('0.20'), 'other', by)).toBeNull()
  })

  it('remembers over a restart, and shares a budget with another process of the same wallet', () => {
    const first = journal({ log: onDisk() })
    const sent = payment('0.20')
    first.book(sent)
    expect(journal({ log: onDisk() }).find('a call', 'open')).toEqual(sent)
    const second = journal({ log: onDisk() })
    expect(() => second.book(payment('0.15'))).toThrow(SpendLimitError)
    second.book(payment('0.10'))
    expect([first.leftUsd(), second.leftUsd()]).toEqual(['0.00', '0.00'])
    expect(journal({ log: onDisk('mcp-0xdef') }).leftUsd()).toBe('0.30')
  })

  it.each(['state', 'standing'])(
    'doubts what 0.2.0 wrote as `void` or `unpaid` under "%s" until the payment has expired',
    (name) => {
      for (const state of ['void', 'unpaid']) {
        const log = onDisk(`former-${name}-${state}`)
        const ours = journal({ log })
        const sent = payment('0.20')
        ours.book(sent)
        log.append({ event: 'marked', nonce: sent.nonce, [name]: state } as never)
        expect(ours.find('a call', 'open')?.nonce).toBe(sent.nonce)
        expect(ours.reuse(quote('0.20'), 'other', by)).toBeNull()
        clock.ms += 60_000
        expect(ours.find('a call', 'open')).toBeNull()
      }
    },
  )

  it('believes what 0.2.0 wrote as answered or never sent', () => {
    for (const state of ['answered', 'unsent'] as const) {
      const log = onDisk(`former-${state}`)
      const ours = journal({ log })
      const sent = payment('0.20')
      ours.book(sent)
      log.append({ event: 'marked', nonce: sent.nonce, state })
      expect(ours.find('a call', 'open')).toBeNull()
    }
  })

  it('reuses a payment for its own payer only, and carries the new terms', () => {
    const ours = journal()
    const sent = payment('0.20')
    ours.book(sent)
    ours.judge(sent.nonce, 'unpaid')
    expect(ours.reuse(quote('0.20'), 'other', { payer: PAY_TO })).toBeNull()
    const reused = ours.reuse(quote('0.20'), 'other', by)!
    expect(JSON.parse(Buffer.from(reused.paymentSignature, 'base64').toString())).toMatchObject({
      accepted: { amount: '200000' },
      payload: { authorization: { from: PAYER } },
    })
    expect(ours.find('other', 'open')).toEqual(reused)
  })

  it('keeps its entries in the storage of a browser, in memory where that is refused', () => {
    const stored = new Map<string, string>()
    const storage = new Proxy({} as Storage, {
      ownKeys: () => [...stored.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
      get: (_, name) =>
        ({
          getItem: (key: string) => stored.get(key) ?? null,
          setItem: (key: string, value: string) => void stored.set(key, value),
          removeItem: (key: string) => void stored.delete(key),
        })[name as 'getItem'],
    })
    const sent = payment('0.20')
    journal({ log: storageLog(() => storage) }).book(sent)
    expect(journal({ log: storageLog(() => storage) }).find('a call', 'open')).toEqual(sent)
    const refused = journal({
      log: storageLog(() => {
        throw new Error('refused')
      }),
    })
    refused.book(sent)
    expect(refused.find('a call', 'open')).toEqual(sent)
  })

  it('keeps its journal from others, and reads past a line that a crash tore', () => {
    const [file] = readdirSync(directory)
      .filter((name) => name.startsWith('mcp-0xabc-'))
      .map((name) => join(directory, name))
    expect(statSync(file!).mode & 0o777).toBe(0o600)
    appendFileSync(file!, '\n{"event":"signed","payment":{"nonce":"0x')
    const ours = journal({ log: onDisk(), totalUsd: '1' })
    expect(ours.spentUsd()).toBe('0.30')
    ours.book(payment('0.01'))
    expect(ours.spentUsd()).toBe('0.31')
  })

  it('remembers an open payment over the turn of a month, for thirty days', () => {
    const ours = journal({ log: onDisk('turn') })
    const sent = payment('0.10')
    ours.book(sent)
    clock.ms += 29 * 86_400_000
    expect(ours.find('a call', 'open')?.nonce).toBe(sent.nonce)
    clock.ms += 2 * 86_400_000
    expect(ours.find('a call', 'open')).toBeNull()
  })

  it('remembers on every date around a leap year what it signed within a day, 15 and 30 days ago', () => {
    const started = clock.ms
    const first = Date.parse('2027-11-01T00:00:00Z')
    const ours = journal({ log: onDisk('dates'), totalUsd: null })
    const forgotten: string[] = []
    for (let date = 0; date < 520; date += 1) {
      clock.ms = first + date * 86_400_000 + 1_800_000
      for (const agoDays of [15, 30]) {
        if (date >= agoDays && ours.find(`of date ${date - agoDays}`, 'open') === null)
          forgotten.push(`${day(clock.ms)}: ${agoDays} days ago`)
      }
      if (date > 0 && ours.spentUsd() !== '0.20')
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
        const ours = journal({ totalUsd: '1' })
        let signed = 0
        for (const [atomic, answer] of calls) {
          const amountUsd = (atomic / 1_000_000).toFixed(6)
          if (ours.reuse(quote(amountUsd), 'a call', by)) continue
          const sent = payment(amountUsd)
          try {
            ours.book(sent)
          } catch (error) {
            expect(error).toBeInstanceOf(SpendLimitError)
            continue
          }
          signed += atomic
          ours.judge(sent.nonce, answer as 'open')
          expect(signed).toBeLessThanOrEqual(1_000_000)
          expect(usdcToAtomic(ours.spentUsd())).toBe(String(signed))
        }
      }),
    )
  })
})
