/**
 * A day of the answers is a day in London: it ends at London's midnight, which in summer is eleven
 * in the evening of UTC.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  type SandboxCompaniesHouse,
  startCompaniesHouse,
} from '../../sandbox/companies-house/server.ts'
import { signedPayment } from '../support/payments.ts'
import { type Service, shiftedClock, startService } from '../support/service.ts'

const year = new Date().getUTCFullYear() + 1
const TUESDAY = `${year}-07-06`
const WEDNESDAY = `${year}-07-07`
/** Accounts are due on the day on which the register was made. */
const PATH = '/v1/company/99000002/verdict?detail=full'
const clock = shiftedClock()
let register: SandboxCompaniesHouse
let service: Service
beforeAll(async () => {
  register = await startCompaniesHouse({ today: TUESDAY })
  service = await startService({
    domains: 'real',
    environment: { COMPANIES_HOUSE_URL: register.url, COMPANIES_HOUSE_API_KEY: register.apiKey },
    overrides: { clock },
  })
})
afterAll(async () => {
  await service?.stop()
  await register?.close()
})

async function told(at: string) {
  clock.shiftMs = Date.parse(at) - Date.now()
  const [accepted] = (await service.ask(PATH)).terms!.accepts
  const validBefore = String(Math.floor(clock.nowMs() / 1000) + 250)
  const payment = await signedPayment(service.buyer, accepted!, { validBefore })
  const { result, verdict } = (await service.ask(PATH, { payment })).json as never as {
    result: { evaluation: { evaluated_on: string } }
    verdict: { flags: { code: string }[] }
  }
  return [result.evaluation.evaluated_on, verdict.flags.map(({ code }) => code)]
}

it('a cached verdict is judged again when London’s day begins, without a call to the register, and not when UTC’s does', async () => {
  expect(await told(`${TUESDAY}T22:50:00Z`)).toEqual([TUESDAY, []])
  register.forget()
  expect(await told(`${TUESDAY}T22:58:00Z`)).toEqual([TUESDAY, []])
  for (const at of [`${TUESDAY}T23:00:01Z`, `${WEDNESDAY}T00:00:01Z`])
    expect(await told(at)).toEqual([WEDNESDAY, ['ACCOUNTS_OVERDUE']])
  expect(register.calls).toEqual([])
})
