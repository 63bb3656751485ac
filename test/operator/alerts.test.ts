/**
 * Each alert rule by metrics of the service: it does not fire in a healthy service, and fires with
 * its fault. Prometheus receives the scraped values for the duration of the rule: gauges stay as
 * scraped, counters grow by the fault's change once a minute.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { coinbaseErrors } from '../../sandbox/facilitator/coinbase.ts'
import { successWithoutBroadcast } from '../../sandbox/facilitator/faults.ts'
import {
  type MemoryFacilitator,
  startMemoryFacilitator,
} from '../../sandbox/facilitator/memory-facilitator.ts'
import { createCompany } from '../../src/company/domain.ts'
import type { Chain } from '../../src/payments/evm/chain.ts'
import { ServiceError } from '../../src/platform/errors.ts'
import type { Timers } from '../../src/platform/timers.ts'
import { systemTimers } from '../../src/platform/timers.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { createFolder } from '../support/folder.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import {
  buyer,
  pay,
  type Service,
  type ServiceOptions,
  seller,
  shiftedClock,
  startService,
  TEA,
} from '../support/service.ts'
import { createShop } from '../support/shop.ts'
import { eventually } from '../support/world.ts'

const RULES = join(import.meta.dirname, '../../deploy/prometheus/alerts.yml')
const [head, ...blocks] = readFileSync(RULES, 'utf8').split(/^(?= +- alert: )/m)
/**
 * Files with one rule each, by the name of its alert: the other rules would cost most of a test.
 */
const rules = new Map(blocks.map((block) => [/- alert: (\w+)/.exec(block)![1]!, `${head}${block}`]))
const promtool = spawnSync('promtool', ['--version']).status === 0
if (!promtool) process.stderr.write('skipped: no promtool on this machine (Debian: prometheus)\n')

/** Values of one scrape; `null` without an answer. */
type Scrape = ReadonlyMap<string, number> | null

const tried = new Set<string>()
const closing: (() => Promise<unknown> | unknown)[] = []
let facilitator: MemoryFacilitator

beforeAll(async () => {
  facilitator = await startMemoryFacilitator()
  facilitator.ledger.mint(buyer.address, 100_000_000n)
})
afterEach(async () => {
  facilitator.faults.clear()
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => facilitator?.close())

interface Watched extends Pick<Service, 'ask' | 'stop'> {
  scrape(): Promise<Scrape>
  pays(item?: string): Promise<number>
}

async function watched(options: Partial<ServiceOptions> = {}): Promise<Watched> {
  const port = await freePort()
  const environment = { METRICS_PORT: String(port), ...options.environment }
  const service = await startService({ facilitatorUrl: facilitator.url, ...options, environment })
  let stopped = false
  const stop = async () => {
    if (!stopped) await service.stop()
    stopped = true
  }
  closing.push(stop)
  return {
    ask: service.ask,
    stop,
    async pays(item = 'tea') {
      const payment = await pay()
      return (await service.ask(`/v1/shop/items/${item}`, { payment })).status
    },
    async scrape() {
      const text = await fetch(`http://127.0.0.1:${port}/metrics`).then(
        (response) => (response.ok ? response.text() : null),
        () => null,
      )
      if (text === null) return null
      const samples = text.split('\n').filter((line) => line.startsWith('ukintel_'))
      return new Map(
        samples.map((line) => [
          line.slice(0, line.lastIndexOf(' ')),
          Number(line.slice(line.lastIndexOf(' ') + 1)),
        ]),
      )
    },
  }
}

const MINUTES = 100
const isCounter = (series: string) => /^\w+_(total|count|sum|bucket)\b/.test(series)

function seriesOf(instance: string, before: Scrape, now: Scrape): string[] {
  const one = (series: string, values: string) =>
    `      - { series: '${series}', values: '${values}' }`
  const lines = [
    one(`up{job="ukintel",instance="${instance}"}`, `${now === null ? 0 : 1}x${MINUTES}`),
  ]
  for (const [series, value] of now ?? []) {
    const labelled = series.includes('{')
      ? series.replace('{', `{instance="${instance}",`)
      : `${series}{instance="${instance}"}`
    const from = before?.get(series) ?? 0
    lines.push(
      one(
        labelled,
        isCounter(series) ? `${from}+${value - from}x${MINUTES}` : `${value}x${MINUTES}`,
      ),
    )
  }
  return lines
}

/** Whether the alert fires when replicas go on as they were found. */
function fires(alert: string, replicas: readonly { before: Scrape; now: Scrape }[]): boolean {
  const folder = createFolder()
  const file = join(folder, 'fault.test.yml')
  writeFileSync(join(folder, 'rules.yml'), rules.get(alert)!)
  const series = replicas.flatMap(({ before, now }, index) =>
    seriesOf(`replica${index}`, before, now),
  )
  const firing = `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0`
  const expectation = `      - { expr: '${firing}', eval_time: ${MINUTES - 1}m, exp_samples: [{ labels: '{}', value: 1 }] }`
  const setup = `rule_files: [rules.yml]\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n`
  writeFileSync(file, `${setup}${series.join('\n')}\n    promql_expr_test:\n${expectation}\n`)
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], {
    encoding: 'utf8',
  })
  const said = `${stdout}${stderr}`
  if (
    status !== 0 &&
    !said.includes('got:"nil"') &&
    !/got:\s*$/m.test(said) &&
    !said.includes('got:')
  )
    throw new Error(said)
  return status === 0
}

/** Fires by what is found once the fault was provoked, and did not by what was found before it. */
async function expectAlert(
  alert: string,
  service: Watched,
  provoke: () => Promise<unknown>,
  ready = async (_: Scrape) => true,
) {
  tried.add(alert)
  const before = await service.scrape()
  await provoke()
  let now: Scrape = null
  await eventually(async () => {
    now = await service.scrape()
    return ready(now)
  })
  if (!promtool) return
  expect(fires(alert, [{ before, now: before }])).toBe(false)
  expect(fires(alert, [{ before, now }])).toBe(true)
}

describe('fires', () => {
  it('when the service is down: UkintelDown', async () => {
    const service = await watched()
    await expectAlert('UkintelDown', service, service.stop)
  })

  it('when the facilitator says that it settled and did not: UkintelLedgerDiffers', async () => {
    const clock = shiftedClock()
    const beats: (() => void)[] = []
    const every: Timers['every'] = (_, run) => {
      beats.push(run)
      return () => {}
    }
    const timers: Timers = { ...systemTimers, every }
    const chain: Chain = {
      lookUp: async () => ({ kind: 'unused' }) as never,
      confirm: async () =>
        ({ kind: 'unknown', blockTimeS: Math.floor(clock.nowMs() / 1000) }) as never,
    }
    const service = await watched({ overrides: { clock, timers, chain } })
    facilitator.faults.next('settle', successWithoutBroadcast('eip155:84532', buyer.address))
    await expectAlert(
      'UkintelLedgerDiffers',
      service,
      async () => {
        expect(await service.pays()).toBe(200)
        clock.shiftMs = 20 * 60_000
        for (const beat of beats) beat()
      },
      async (scrape) => (scrape?.get('ukintel_ledger_differences') ?? 0) > 0,
    )
  })

  it('when the facilitator hangs up over a settlement: UkintelSettlementsUndecided', async () => {
    const service = await watched()
    facilitator.faults.always('settle', { kind: 'reset', when: 'before' })
    await expectAlert('UkintelSettlementsUndecided', service, () => service.pays())
  })

  it('when the facilitator wants to be paid for settlements: UkintelSettlementsFail', async () => {
    const service = await watched()
    facilitator.faults.always('settle', coinbaseErrors.settle.unpaid)
    await expectAlert('UkintelSettlementsFail', service, async () => {
      for (let sale = 0; sale < 3; sale += 1) expect(await service.pays()).toBe(503)
    })
    expect((await service.scrape())?.get('ukintel_settlements_failed_in_a_row')).toBe(3)
    facilitator.faults.clear()
    expect(await service.pays()).toBe(200)
    expect((await service.scrape())?.get('ukintel_settlements_failed_in_a_row')).toBe(0)
  })

  it('when a route was settled 26 days ago: UkintelListingForgotten', async () => {
    const clock = shiftedClock()
    const beats: (() => void)[] = []
    const every: Timers['every'] = (_, run) => {
      beats.push(run)
      return () => {}
    }
    const timers: Timers = { ...systemTimers, every }
    const service = await watched({ overrides: { clock, timers } })
    const age = (scrape: Scrape) =>
      scrape?.get('ukintel_settlement_age_seconds{operation="shop_item"}')
    // A route that was never settled has no age: nothing lists it yet.
    expect(age(await service.scrape())).toBeUndefined()
    expect(await service.pays()).toBe(200)
    for (const beat of beats) beat()
    await eventually(async () => age(await service.scrape()) !== undefined)
    await expectAlert('UkintelListingForgotten', service, async () => {
      clock.shiftMs = 26 * 86_400_000
    })
    expect(age(await service.scrape())).toBeGreaterThan(25 * 86_400)
  })

  it('when what settled cannot be written down: UkintelSettledNotRecorded', async () => {
    const onStep = (step: string) => {
      if (step === 'settled') throw new Error('the disk is gone')
    }
    const service = await watched({ overrides: { gate: { onStep } } })
    await expectAlert('UkintelSettledNotRecorded', service, () => service.pays())
  })

  it('when an index was lost: UkintelUndeliverable', async () => {
    let trouble: ServiceError | null = null
    const shop = createShop()
    shop.wing = { ...shop.wing, unavailableReason: () => trouble }
    const service = await watched({ shop })
    await expectAlert('UkintelUndeliverable', service, async () => {
      trouble = new ServiceError('UPSTREAM_UNAVAILABLE', 'the shelf is empty')
    })
  })

  it('when half of the answers are 503: UkintelErrors', async () => {
    const service = await watched()
    await expectAlert('UkintelErrors', service, async () => {
      expect([await service.pays('down'), await service.pays()]).toEqual([503, 200])
    })
  })

  it('when payments do not fit: UkintelRefusals', async () => {
    const service = await watched()
    await expectAlert('UkintelRefusals', service, async () => {
      const payment = await signedPayment(buyer, terms(buyer.address))
      expect((await service.ask(TEA, { payment })).status).toBe(402)
    })
  })

  it('when one replica stays behind: UkintelReplicasDiffer', async () => {
    const shopOf = (generation: number) => {
      const shop = createShop()
      shop.wing = { ...shop.wing, metrics: () => ({ generations: { shelf: generation } }) }
      return shop
    }
    tried.add('UkintelReplicasDiffer')
    const [ahead, level, behind] = [
      await watched({ shop: shopOf(7) }),
      await watched({ shop: shopOf(7) }),
      await watched({ shop: shopOf(6) }),
    ]
    const found = async (...services: Watched[]) =>
      Promise.all(
        services.map(async (service) => ({
          before: await service.scrape(),
          now: await service.scrape(),
        })),
      )
    if (!promtool) return
    expect(fires('UkintelReplicasDiffer', await found(ahead, level))).toBe(false)
    expect(fires('UkintelReplicasDiffer', await found(ahead, level, behind))).toBe(true)
  })
})

describe('with the register of companies', () => {
  /** The company wing as it is sold, with its register somewhere else. */
  const onRegister = (url: string, callsPer5Min = 570): Partial<ServiceOptions> => ({
    overrides: {
      domains: (context) => ({
        company: createCompany(context, {
          ...{
            companiesHouseUrl: url,
            companiesHouseApiKey: 'key',
            companiesHouseCallsPer5Min: callsPer5Min,
          },
          ...{
            fcaRegisterUrl: url,
            fcaAuthKey: null,
            fcaAuthEmail: null,
            languageTimeoutMs: 100,
            previewNumbers: ['99000001'],
          },
        }),
      }),
    },
  })
  /** Buys profiles at the price of the first 402. */
  async function profilesOf(service: Watched) {
    const pathOf = (number: number) => `/v1/company/${String(number).padStart(8, '0')}`
    const { amount } = (await service.ask(pathOf(1))).terms!.accepts[0]!
    return async (number: number) =>
      service.ask(pathOf(number), {
        payment: await signedPayment(buyer, terms(seller.address, { amount })),
      })
  }

  /** Answers nothing, or that there is no such company. */
  async function register(hangs: boolean): Promise<{ url: string; end(): Promise<void> }> {
    const server = createServer((_, response) => {
      if (!hangs) response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const end = async () => {
      server.closeAllConnections()
      await new Promise<unknown>((resolve) => server.close(resolve))
    }
    closing.push(end)
    return { url: `http://127.0.0.1:${(server.address() as { port: number }).port}`, end }
  }

  it('fires when it refuses connections: UkintelSourceFailing, UkintelBreakerOpen', {
    timeout: 60_000,
  }, async () => {
    const service = await watched(onRegister('http://127.0.0.1:9'))
    const provoke = (at: Watched) => async () => {
      const profile = await profilesOf(at)
      for (let number = 1; number < 6; number += 1) await profile(number)
    }
    await expectAlert('UkintelSourceFailing', service, provoke(service))
    const other = await watched(onRegister('http://127.0.0.1:9'))
    await expectAlert('UkintelBreakerOpen', other, provoke(other))
  })

  it('fires when strangers have had all that is theirs: UkintelRegisterSpent', {
    timeout: 60_000,
  }, async () => {
    const service = await watched(onRegister((await register(false)).url, 30))
    await expectAlert('UkintelRegisterSpent', service, async () => {
      const profile = await profilesOf(service)
      for (let number = 1; number < 20; number += 1) await profile(number)
    })
  })

  it('fires when it hangs and callers queue: UkintelQueueLong', { timeout: 60_000 }, async () => {
    const silent = await register(true)
    const service = await watched(onRegister(silent.url))
    const profile = await profilesOf(service)
    const asked: Promise<unknown>[] = []
    await expectAlert(
      'UkintelQueueLong',
      service,
      async () => {
        for (let number = 1; number < 30; number += 1) asked.push(profile(number).catch(() => {}))
      },
      async (scrape) =>
        (scrape?.get('ukintel_upstream_waiting{upstream="companies_house_profile"}') ?? 0) > 8,
    )
    await silent.end()
    await Promise.all(asked)
  })
})

describe('with PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    server = await startPostgres()
  })
  afterAll(() => server?.stop())

  it('fires when it is away: UkintelStoreAway, UkintelDeaf', { timeout: 60_000 }, async () => {
    const dataDir = createFolder()
    const service = await watched({
      store: { dataDir, databaseUrl: await server.freshDatabaseUrl() },
    })
    await eventually(async () => (await service.scrape())?.get('ukintel_listening') === 1)
    let restart = async () => {}
    closing.push(() => restart())
    const halt = async () => {
      restart = await server.halt()
    }
    const isDeaf = async (scrape: Scrape) => scrape?.get('ukintel_listening') === 0
    await expectAlert('UkintelDeaf', service, halt, isDeaf)
    await restart()
    await eventually(async () => (await service.scrape())?.get('ukintel_listening') === 1)
    await expectAlert('UkintelStoreAway', service, halt, isDeaf)
  })
})

it('every rule was tried', () => {
  expect([...tried].sort()).toEqual([...rules.keys()].sort())
})
