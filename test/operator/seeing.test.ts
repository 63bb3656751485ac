import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { silentLog } from '../../src/observe/log.ts'
import { ServiceError } from '../../src/platform/errors.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { buyer, pay, type Service, startService, TEA } from '../support/service.ts'
import { createShop } from '../support/shop.ts'

const DEPLOY = join(import.meta.dirname, '../../deploy')
const rules = readFileSync(join(DEPLOY, 'prometheus/alerts.yml'), 'utf8')
const dashboard = readFileSync(join(DEPLOY, 'grafana/ukintel.json'), 'utf8')

describe('metrics', () => {
  let facilitator: MemoryFacilitator
  let service: Service
  let metricsUrl: string
  let trouble: ServiceError | null = null
  const lines: { fields: Record<string, unknown>; message: string }[] = []

  beforeAll(async () => {
    facilitator = await startMemoryFacilitator()
    facilitator.ledger.mint(buyer.address, 10_000_000n)
    const shop = createShop()
    shop.wing = { ...shop.wing, unavailableReason: () => trouble }
    const port = await freePort()
    metricsUrl = `http://127.0.0.1:${port}/metrics`
    const log = {
      ...silentLog,
      info: (fields: Record<string, unknown>, message: string) => lines.push({ fields, message }),
    }
    service = await startService({
      facilitatorUrl: facilitator.url,
      shop,
      environment: { METRICS_PORT: String(port) },
      overrides: { log: log as never },
    })
  })
  afterAll(async () => {
    await service?.stop()
    await facilitator?.close()
  })
  const metrics = async () => (await fetch(metricsUrl)).text()

  it('count revenue, refusals by reason, and what cannot be delivered', async () => {
    const item = TEA
    const paid = await pay()
    expect((await service.ask(item, { payment: paid })).status).toBe(200)
    expect((await service.ask(item, { payment: paid })).status).toBe(200)
    expect(
      (await service.ask(item, { payment: await signedPayment(buyer, terms(buyer.address)) }))
        .status,
    ).toBe(402)
    trouble = new ServiceError('UPSTREAM_UNAVAILABLE', 'the shelf is empty')
    const text = await metrics()
    expect(text).toMatch(/ukintel_revenue_usdc_total\{operation="\w+"\} 0\.1\n/)
    expect(text).toMatch(
      /ukintel_payments_refused_total\{operation="\w+",reason="no_matching_payment_requirements"\} 1\n/,
    )
    expect(text).toMatch(/ukintel_undeliverable\{operation="\w+"\} 1\n/)
    trouble = null
    expect(await metrics()).not.toMatch(/ukintel_undeliverable\{/)

    const told = lines.filter(
      ({ message }) => message === 'payment refused' || message === 'paid call answered',
    )
    expect(told.map(({ fields }) => fields.kind)).toEqual(['paid', 'repeated', 'refused'])
    for (const { fields } of told)
      expect(fields).toMatchObject({
        requestId: expect.stringMatching(/.+/),
        payer: buyer.address.toLowerCase(),
      })
    expect(told[2]!.fields).toMatchObject({
      code: 'no_matching_payment_requirements',
      detail: 'no_matching_payment_requirements',
    })
  })

  it('are what alert rules and dashboard ask for', async () => {
    const text = await metrics()
    const known = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name!))
    const asked = [...`${rules}${dashboard}`.matchAll(/\bukintel_\w+/g)].map(([name]) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    )
    expect(new Set(asked).size).toBeGreaterThan(7)
    expect(asked.filter((name) => !known.has(name))).toEqual([])
    expect(JSON.parse(dashboard)).toMatchObject({ title: 'ukintel', panels: expect.any(Array) })
  })
})
