/**
 * Filings above a size are read by another process, one at a time, and what it reads is the same.
 */
import { existsSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { turnedTimers } from '../../../test/company/rig.ts'
import type { FilingContent } from '../model/accounts/filing.ts'
import { readFilingFile } from './filing-files.ts'
import { createFilingReader, type LargeFiling, READ_HERE_BYTES } from './large-filings.ts'

const NUMBER = '01234567'

/** A classic instance with one figure, and a comment that makes it so many bytes long. */
function filingOf(bytes: number, amount = '12'): Buffer {
  const text = (comment: string) =>
    `<xbrl xmlns="http://www.xbrl.org/2003/instance" xmlns:pt="http://www.xbrl.org/uk/fr/gaap/pt/2004-12-01" xmlns:iso="http://www.xbrl.org/2003/iso4217"><pt:FixedAssets contextRef="e" unitRef="u" decimals="0">${amount}</pt:FixedAssets><context id="e"><entity><identifier scheme="s">1</identifier></entity><period><instant>2016-08-31</instant></period></context><unit id="u"><measure>iso:GBP</measure></unit><!--${comment}--></xbrl>`
  return Buffer.from(text(' '.repeat(bytes - text('').length)))
}

/** A worker whose answers the test gives. */
function scriptedWorker() {
  const orders: (LargeFiling & { answer(content: FilingContent): void; fail(): void })[] = []
  return {
    orders,
    closed: 0,
    perform(order: LargeFiling, signal: AbortSignal) {
      signal.throwIfAborted()
      return new Promise<FilingContent>((resolve, reject) => {
        const fail = () => reject(new Error('the process that reads filings ended (SIGKILL)'))
        orders.push({ ...order, answer: resolve, fail })
        signal.addEventListener('abort', fail)
      })
    },
    close() {
      this.closed += 1
      orders.at(-1)?.fail()
    },
  }
}
const nthOrder = async (worker: ReturnType<typeof scriptedWorker>, n: number) => {
  await expect.poll(() => worker.orders.length).toBe(n)
  return worker.orders[n - 1]!
}

describe('the process for large filings', () => {
  const reader = createFilingReader()
  afterEach(() => reader.close())

  it('reads what this process reads', async () => {
    const bytes = filingOf(READ_HERE_BYTES + 1)
    const read = await reader.read(bytes, NUMBER)
    expect(read.status).toBe('read')
    expect(read).toEqual(await readFilingFile(bytes, NUMBER))
  })
})

describe('a filing', () => {
  it('is read here up to the size, and by the worker above it', async () => {
    const worker = scriptedWorker()
    const reader = createFilingReader({ worker, timers: turnedTimers() })
    const content = await reader.read(filingOf(READ_HERE_BYTES), NUMBER)
    expect(content.status).toBe('read')
    expect(worker.orders).toEqual([])
    const bytes = filingOf(READ_HERE_BYTES + 1)
    const reading = reader.read(bytes, NUMBER)
    const { path, companyNumber, answer } = await nthOrder(worker, 1)
    expect([readFileSync(path).equals(bytes), companyNumber]).toEqual([true, NUMBER])
    answer(content)
    expect(await reading).toBe(content)
    expect(existsSync(path)).toBe(false)
  })

  it('waits for the one before it', async () => {
    const worker = scriptedWorker()
    const reader = createFilingReader({ worker, timers: turnedTimers() })
    const content = await readFilingFile(filingOf(1000), NUMBER)
    const both = [1, 2].map((n) => reader.read(filingOf(READ_HERE_BYTES + n), NUMBER))
    const first = await nthOrder(worker, 1)
    first.answer(content)
    const second = await nthOrder(worker, 2)
    expect(readFileSync(second.path)).toHaveLength(READ_HERE_BYTES + 2)
    second.answer(content)
    expect(await Promise.all(both)).toEqual([content, content])
  })

  it('that takes too long, or ends the worker, is unreadable with the reason', async () => {
    const timers = turnedTimers()
    const worker = scriptedWorker()
    const reader = createFilingReader({ worker, timers })
    const reading = reader.read(filingOf(READ_HERE_BYTES + 1), NUMBER)
    await nthOrder(worker, 1)
    timers.pass(20_000)
    expect(await reading).toMatchObject({
      status: 'unreadable',
      reason: 'the file takes more time or memory to read than it may',
    })
    expect(worker.closed).toBe(1)
  })

  it('is no unreadable one when the service stops', async () => {
    const worker = scriptedWorker()
    const reader = createFilingReader({ worker, timers: turnedTimers() })
    const reading = reader.read(filingOf(READ_HERE_BYTES + 1), NUMBER)
    reading.catch(() => {})
    await nthOrder(worker, 1)
    reader.close()
    await expect(reading).rejects.toThrow('ended')
  })
})
