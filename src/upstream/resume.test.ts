import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type SandboxBulkSite, startBulkSite } from '../../sandbox/company-mirror/bulk-site.ts'
import { fetchWhole } from './resume.ts'

const FIRST = { name: 'a.zip', bytes: Buffer.from('0123456789'.repeat(50_000)) }
const NEXT = { name: 'a.zip', bytes: Buffer.from('abcdefghij'.repeat(50_000)) }

let site: SandboxBulkSite
let folder: string
beforeEach(async () => {
  site = await startBulkSite([FIRST])
  folder = mkdtempSync(join(tmpdir(), 'ukintel-resume-'))
})
afterEach(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

const pauses: number[] = []
const fetch = (maxBytes = 10_000_000) =>
  fetchWhole(`${site.url}/a.zip`, join(folder, 'a.zip'), {
    userAgent: 'test',
    idleMs: 5_000,
    maxBytes,
    signal: new AbortController().signal,
    timers: {
      sleep: async (ms) => {
        pauses.push(ms)
        if (pauses.length === 2) site.heal()
      },
    },
  })
const held = () => readFileSync(join(folder, 'a.zip'))

it('goes on where a transfer broke off', async () => {
  pauses.length = 0
  site.break({ kind: 'cut', afterBytes: 100_000 })
  expect((await fetch()).bytes).toBe(FIRST.bytes.length)
  expect(held().equals(FIRST.bytes)).toBe(true)
  expect(site.requests.map(({ status }) => status)).toEqual([200, 206, 206])
  expect(site.requests.at(-1)?.range).toMatch(/^bytes=[1-9]/)
})

it('restarts when the file changed in the meantime', async () => {
  pauses.length = 0
  site.break({ kind: 'cut', afterBytes: 100_000 })
  const fetching = fetch()
  site.publish([NEXT])
  await fetching
  expect(held().equals(NEXT.bytes)).toBe(true)
})

it('only checks whether a complete file is unchanged', async () => {
  await fetch()
  await fetch()
  expect(site.requests.map(({ status }) => status)).toEqual([200, 304])
  site.publish([NEXT])
  await fetch()
  expect(held().equals(NEXT.bytes)).toBe(true)
})

it('refuses a file that is too large or absent immediately', async () => {
  await expect(fetch(1000)).rejects.toMatchObject({ kind: 'too_large' })
  site.publish([])
  await expect(fetch()).rejects.toMatchObject({ status: 404 })
})
