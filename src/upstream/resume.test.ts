import { once } from 'node:events'
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
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
const fetch = (maxBytes = 10_000_000, from = site.url) =>
  fetchWhole(`${from}/a.zip`, join(folder, 'a.zip'), {
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

it('takes a part that came whole, and drops one that is longer than the file', async () => {
  await fetch()
  const part = join(folder, 'a.zip.part')
  renameSync(join(folder, 'a.zip'), part)
  expect(await fetch()).toMatchObject({ bytes: FIRST.bytes.length })
  expect(held().equals(FIRST.bytes)).toBe(true)
  renameSync(join(folder, 'a.zip'), part)
  appendFileSync(part, 'more')
  await fetch()
  expect(held().equals(FIRST.bytes)).toBe(true)
  expect(site.requests.map(({ status }) => status)).toEqual([200, 416, 416, 200])
})

it('stops a transfer of unstated size when more comes than the file may have', async () => {
  let requests = 0
  const server = createServer((_, response) => {
    requests += 1
    response.write('0123456789')
    response.end('0123456789')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    expect(await fetch(20, url)).toMatchObject({ bytes: 20 })
    await expect(fetch(19, url)).rejects.toMatchObject({ kind: 'too_large' })
    expect(requests).toBe(2)
  } finally {
    server.close()
  }
})
