import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { silentLog } from '../../observe/log.ts'
import { systemClock } from '../../platform/clock.ts'
import { type CompaniesHouse, createCompaniesHouse } from './companies-house.ts'

let server: Server
let register: CompaniesHouse
let answer: { status: number; body: object | null }

beforeEach(async () => {
  server = createServer((_, response) => {
    response.statusCode = answer.status
    response.end(answer.body === null ? '' : JSON.stringify(answer.body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  register = createCompaniesHouse({
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    apiKey: 'test',
    callsPer5Min: 600,
    counters: null,
    maxPauseMs: 1_000,
    userAgent: 'test',
    clock: systemClock,
    leases: systemClock,
    log: silentLog,
  })
})
afterEach(async () => {
  await register.close()
  server.close()
})

const filings = () => register.filings('99000001', AbortSignal.timeout(10_000))

it('a filing history that the register does not have is none, an empty one is empty', async () => {
  answer = { status: 404, body: null }
  expect(await filings()).toEqual({ filings: null })
  answer = {
    status: 200,
    body: { filing_history_status: 'filing-history-not-available-royal-charter' },
  }
  expect(await filings()).toEqual({ filings: null })
  answer = { status: 200, body: { items: [] } }
  expect(await filings()).toEqual({ filings: [] })
})

it('an answer without the list that it should have is an error of the register', async () => {
  answer = { status: 200, body: {} }
  const signal = AbortSignal.timeout(10_000)
  const error = (what: string) => ({
    kind: 'server_error',
    message: expect.stringContaining(`answered something other than ${what}`),
  })
  await expect(filings()).rejects.toMatchObject(error('a filing history'))
  await expect(register.officers('99000001', signal)).rejects.toMatchObject(
    error('an officer list'),
  )
  await expect(register.insolvency('99000001', signal)).rejects.toMatchObject(
    error('insolvency cases'),
  )
  await expect(register.charges('99000001', signal)).rejects.toMatchObject(
    error('a list of charges'),
  )
  await expect(register.search('bakery', signal)).rejects.toMatchObject(error('search results'))
})
