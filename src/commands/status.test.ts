import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, it, vi } from 'vitest'
import { statusCommand } from './status.ts'

let server: Server
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
  server.close()
})

const FRESH = { status: 'ok', last_success: null, age_seconds: 40, fresh_for_seconds: 3_600 }

/** Returns the lines that `ukintel status` prints about a service with these sources. */
async function printed(
  upstreams: object,
  status = 'ok',
  warnings: string[] = [],
): Promise<string[]> {
  const health = { status, version: '1.2.3', network: 'eip155:84532', upstreams, warnings }
  server = createServer((_, response) => response.end(JSON.stringify(health)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let text = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    text += String(chunk)
    return true
  })
  await statusCommand({}).parseAsync(['--url', url], { from: 'user' })
  vi.restoreAllMocks()
  return stripVTControlCharacters(text).split('\n')
}

it('counts one in the singular, others in the plural, and no trouble where there is none', async () => {
  const lines = await printed({
    find_a_tender: { ...FRESH, notices: 1, quarantined: 0, windows_unanswered: 2 },
    grants: { ...FRESH, funders: 2, listed: 0 },
  })
  expect(lines.some((line) => line.endsWith('  1 notice, 2 spans of time unanswered'))).toBe(true)
  expect(lines.some((line) => line.endsWith('  2 funders, 0 listed now'))).toBe(true)
  expect(process.exitCode).toBeUndefined()
})

it('ends with code 1 if the service is degraded', async () => {
  const lines = await printed({ grants: { ...FRESH, age_seconds: null } }, 'degraded')
  expect(lines[0]).toContain('some answers are older')
  expect(lines.some((line) => line.includes('not yet'))).toBe(true)
  expect(process.exitCode).toBe(1)
})

it('says first that answers cannot be bought', async () => {
  const [first] = await printed({}, 'degraded', ['facilitator: does not answer'])
  expect(first).toContain('cannot be bought now')
})
