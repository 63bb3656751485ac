import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
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
  downloader = createDownloader({ userAgent: 'test', intervalMs: 0, idleMs: 5_000, maxBytes: 1_000, allowPrivate: true })
})

afterEach(async () => {
  await downloader.close()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  rmSync(folder, { recursive: true })
})

const target = () => join(folder, 'file')

describe('a download', () => {
  it('is written to disk with its hash, and asked for again by its validators', async () => {
    const seen: (string | undefined)[] = []
    answer = (request, response) => {
      seen.push(request.headers['if-none-match'])
      if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end()
      else response.writeHead(200, { etag: '"v1"', 'last-modified': 'Fri, 20 Nov 2026 00:00:00 GMT' }).end('abc')
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
    expect(await downloader.download(`${base}/a`, target(), { held: { etag: '"v1"', lastModified: null } })).toEqual({ changed: false })
    expect(seen).toEqual([undefined, '"v1"'])
  })

  it('follows redirects, but not in circles', async () => {
    answer = (request, response) => {
      if (request.url === '/a') response.writeHead(302, { location: '/b' }).end()
      else if (request.url === '/b') response.end('here')
      else response.writeHead(301, { location: '/circle' }).end()
    }
    expect(await downloader.download(`${base}/a`, target())).toMatchObject({ bytes: 4 })
    await expect(downloader.download(`${base}/circle`, target())).rejects.toThrow('redirects more than 6 times')
  })

  it('stops at its limit, whether the size was stated or not', async () => {
    answer = (request, response) => {
      if (request.url === '/stated') response.writeHead(200, { 'content-length': 2_000_000_000 }).write('x')
      else response.end('x'.repeat(5_000))
    }
    await expect(downloader.download(`${base}/stated`, target())).rejects.toMatchObject({ kind: 'too_large' })
    await expect(downloader.download(`${base}/unstated`, target())).rejects.toMatchObject({ kind: 'too_large' })
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

  it('does not ask twice for what is gone, nor wait an hour for who is busy', async () => {
    let asked = 0
    answer = (request, response) => {
      asked += 1
      if (request.url === '/gone') response.writeHead(404).end()
      else response.writeHead(429, { 'retry-after': '3600' }).end()
    }
    await expect(downloader.download(`${base}/gone`, target())).rejects.toThrow('the server answered 404')
    expect(asked).toBe(1)
    await expect(downloader.download(`${base}/busy`, target())).rejects.toThrow('the server answered 429')
    expect(asked).toBe(2)
  })

  it('fails when the body breaks off', async () => {
    answer = (_, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('half', () => response.destroy())
    }
    await expect(downloader.download(`${base}/a`, target())).rejects.toThrow('the transfer broke off')
  })

  it('tells a full disk from a broken transfer', async () => {
    if (!existsSync('/dev/full')) return
    answer = (_, response) => void response.end('abc')
    await expect(downloader.download(`${base}/a`, '/dev/full')).rejects.toMatchObject({ code: 'ENOSPC' })
  })
})

it('never reaches into the private network for a publisher', async () => {
  const strict = createDownloader({ userAgent: 'test', intervalMs: 0, idleMs: 1_000, maxBytes: 1_000, allowPrivate: false })
  answer = (_, response) => void response.end('secret')
  for (const url of [`${base}/a`, base.replace('127.0.0.1', 'localhost'), 'http://169.254.169.254/latest', 'http://[::1]/']) {
    await expect(strict.download(url, target())).rejects.toThrow('private network')
  }
  expect(existsSync(target())).toBe(false)
  await strict.close()
  expect(['10.1.2.3', '172.20.0.1', 'fe80::1', '::ffff:127.0.0.1', '100.64.0.1'].every(isPrivateAddress)).toBe(true)
  expect(['8.8.8.8', '2001:4860:4860::8888', 'example.org'].some(isPrivateAddress)).toBe(false)
})
