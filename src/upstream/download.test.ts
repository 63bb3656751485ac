import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTimeBudget } from '../platform/time-budget.ts'
import { createDownloader, type Downloader, isPrivateAddress } from './download.ts'

let folder: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
let base: string
let downloader: Downloader
const server = createServer((request, response) => answer(request, response))

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'download-'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  downloader = createDownloader({
    userAgent: 'test',
    intervalMs: 0,
    idleMs: 5_000,
    maxBytes: 1_000,
    allowPrivate: true,
  })
})

afterEach(async () => {
  await downloader.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const target = () => join(folder, 'file')

describe('a download', () => {
  it('is written to disk with its hash, and requested again by its validators', async () => {
    const seen: (string | undefined)[] = []
    answer = (request, response) => {
      seen.push(request.headers['if-none-match'])
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
      else
        response
          .writeHead(200, { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2026 00:00:00 GMT' })
          .end('abc')
    }
    const first = await downloader.download(`${base}/a`, target())
    expect(first).toEqual({
      changed: true,
      sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
      bytes: 3,
      etag: '"v1"',
      lastModified: 'Fri, 20 Nov 2026 00:00:00 GMT',
    })
    expect(readFileSync(target(), 'utf8')).toBe('abc')
    expect(
      await downloader.download(`${base}/a`, target(), {
        validators: { etag: '"v1"', lastModified: null },
      }),
    ).toEqual({ changed: false })
    expect(seen).toEqual([undefined, '"v1"'])
  })

  it('follows redirects, but not in circles', async () => {
    answer = (request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
      else if (request.url === '/b') response.end('here')
      else response.writeHead(301, { location: '/circle' }).end()
    }
    expect(await downloader.download(`${base}/a`, target())).toMatchObject({ bytes: 4 })
    await expect(downloader.download(`${base}/circle`, target())).rejects.toThrow(
      'redirects more than 6 times',
    )
  })

  it('stops at its limit, whether the size was stated or not', async () => {
    answer = (request, response) => {
      if (request.url === '/stated')
        response.writeHead(200, { 'content-length': 2_000_000_000 }).write('x')
      else response.end('x'.repeat(5_000))
    }
    await expect(downloader.download(`${base}/stated`, target())).rejects.toMatchObject({
      kind: 'too_large',
    })
    await expect(downloader.download(`${base}/unstated`, target())).rejects.toMatchObject({
      kind: 'too_large',
    })
  })

  it('tries a busy server once more', async () => {
    let asked = 0
    answer = (_, response) => {
      asked += 1
      if (asked === 1) response.writeHead(503).end()
      else response.end('ok')
    }
    expect(await downloader.download(`${base}/a`, target())).toMatchObject({ bytes: 2 })
    expect(asked).toBe(2)
  })

  it('does not repeat for a missing file, nor wait an hour for a busy server', async () => {
    let asked = 0
    answer = (request, response) => {
      asked += 1
      if (request.url === '/gone') response.writeHead(404).end()
      else response.writeHead(429, { 'retry-after': '3600' }).end()
    }
    await expect(downloader.download(`${base}/gone`, target())).rejects.toThrow(
      'the server answered 404',
    )
    expect(asked).toBe(1)
    await expect(downloader.download(`${base}/busy`, target())).rejects.toThrow(
      'the server answered 429',
    )
    expect(asked).toBe(2)
  })

  it('of a byte now and then › ends when its time is spent, however seldom the server is silent', async () => {
    let spent = () => {}
    const timers = {
      after(_: number, run: () => void) {
        spent = run
        return () => {}
      },
    }
    const reason = new Error('not downloaded within half an hour')
    const budget = createTimeBudget({ limitMs: 1_800_000, reason, timers })
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('a', () => spent())
    }
    await expect(downloader.download(`${base}/a`, target(), { budget })).rejects.toBe(reason)
  })

  it('fails when the body breaks off', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('half', () => response.destroy())
    }
    await expect(downloader.download(`${base}/a`, target())).rejects.toThrow(
      'the transfer broke off',
    )
  })

  it('distinguishes a full disk from a broken transfer', async () => {
    if (!existsSync('/dev/full')) return
    answer = (_, response) => void response.end('abc')
    await expect(downloader.download(`${base}/a`, '/dev/full')).rejects.toMatchObject({
      code: 'ENOSPC',
    })
  })
})

it('never reaches into the private network for a publisher', async () => {
  const strict = createDownloader({
    userAgent: 'test',
    intervalMs: 0,
    idleMs: 1_000,
    maxBytes: 1_000,
    allowPrivate: false,
  })
  answer = (_, response) => void response.end('secret')
  for (const url of [
    `${base}/a`,
    base.replace('127.0.0.1', 'localhost'),
    'http://169.254.169.254/latest',
    'http://[::1]/',
  ]) {
    await expect(strict.download(url, target())).rejects.toThrow('private network')
  }
  expect(existsSync(target())).toBe(false)
  await strict.close()
  expect(
    ['10.1.2.3', '172.20.0.1', 'fe80::1', '::ffff:127.0.0.1', '100.64.0.1'].every(isPrivateAddress),
  ).toBe(true)
  expect(['8.8.8.8', '2001:4860:4860::8888', 'example.org'].some(isPrivateAddress)).toBe(false)
})

describe('an address', () => {
  const octet = fc.integer({ min: 0, max: 255 })
  /**
   * First and, where it matters, second numbers of what is reachable from the machine or its
   * network alone.
   */
  const heads = fc.oneof(
    fc.constantFrom([0], [10], [127], [169, 254], [192, 168], [198, 18], [198, 19]),
    fc.integer({ min: 64, max: 127 }).map((second) => [100, second]),
    fc.integer({ min: 16, max: 31 }).map((second) => [172, second]),
    fc.integer({ min: 224, max: 255 }).map((first) => [first]),
  )
  const privateIpv4 = fc
    .tuple(heads, fc.array(octet, { minLength: 4, maxLength: 4 }))
    .map(([head, rest]) => [...head, ...rest].slice(0, 4))
  const publicIpv4 = fc
    .tuple(
      fc.oneof(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 11, max: 99 }),
        fc.integer({ min: 200, max: 223 }),
      ),
      octet,
      octet,
      octet,
    )
    .map((parts) => [...parts])
  const hex = ([a, b, c, d]: number[]) =>
    `${((a! << 8) | b!).toString(16)}:${((c! << 8) | d!).toString(16)}`
  /** Each carries an IPv4 address as IPv6, and reaches it through a translator or tunnel. */
  const carriers: ((ipv4: number[]) => string)[] = [
    (ipv4) => `::${ipv4.join('.')}`,
    (ipv4) => `::${hex(ipv4)}`,
    (ipv4) => `64:ff9b::${ipv4.join('.')}`,
    (ipv4) => `64:FF9B::${hex(ipv4)}`,
    (ipv4) => `64:ff9b:1::${hex(ipv4)}`,
    (ipv4) => `2002:${hex(ipv4)}::1`,
    (ipv4) => `2001:0:${hex(ipv4)}::1`,
  ]
  const mapped: ((ipv4: number[]) => string)[] = [
    (ipv4) => `::ffff:${ipv4.join('.')}`,
    (ipv4) => `::ffff:${hex(ipv4)}`,
    (ipv4) => `0:0:0:0:0:FFFF:${hex(ipv4)}`,
  ]

  it('of a private network › is private in every notation', () => {
    fc.assert(
      fc.property(
        privateIpv4,
        fc.constantFrom((ipv4: number[]) => ipv4.join('.'), ...mapped, ...carriers),
        (ipv4, write) => isPrivateAddress(write(ipv4)),
      ),
    )
  })

  it('that carries any IPv4 address through a translator or tunnel › is private', () => {
    fc.assert(
      fc.property(fc.oneof(privateIpv4, publicIpv4), fc.constantFrom(...carriers), (ipv4, write) =>
        isPrivateAddress(write(ipv4)),
      ),
    )
  })

  it('of the public internet › is public, also where it is mapped to IPv6', () => {
    fc.assert(
      fc.property(
        publicIpv4,
        fc.constantFrom((ipv4: number[]) => ipv4.join('.'), ...mapped),
        (ipv4, write) => !isPrivateAddress(write(ipv4)),
      ),
    )
    fc.assert(
      fc.property(
        fc.integer({ min: 0x2400, max: 0x2fff }),
        octet,
        (first, last) => !isPrivateAddress(`${first.toString(16)}::${last.toString(16)}`),
      ),
    )
  })

  it.each(['64:ff9b::7f00:1', '2002:7f00:1::', '::7f00:1', 'fec0::1', 'ff02::1', 'fe80::1%eth0'])(
    '%s › is private',
    (address) => {
      expect(isPrivateAddress(address)).toBe(true)
    },
  )
})
