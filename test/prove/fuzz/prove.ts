/**
 * Requests of every kind against one process: each is answered as documented, nothing breaks,
 * nothing grows.
 */
import {
  type Known,
  type PublishedOperation,
  publishedOperations,
} from '../../support/generated-input.ts'
import type { OpenApi } from '../../support/openapi.ts'
import { signedPayment, terms } from '../../support/payments.ts'
import { ask, seller } from '../../support/service.ts'
import type { Proof } from '../parts.ts'
import { type Random, randomOf, tally, wholeNumber } from '../random.ts'
import type { RawReply } from '../raw-client.ts'
import { type Sandboxed, startSandboxed } from '../sandboxed.ts'
import { type Fill, fillsOf, replaysOf } from './fill.ts'
import { growthOf } from './growth.ts'
import { faultOf } from './judge.ts'
import { cpuOf, createLine } from './line.ts'
import { createGenerator, type Shot } from './requests.ts'

const MAX_HEAP_GROWTH_MB = 20
/** Requests before the heap is measured: what the first of them load stays. */
const WARM_UP = 1000
const BATCH = 10
/** Share of the steps that send one request alone, so that its own processor time is known. */
const ALONE = 0.3
/** A batch that takes longer than this on the processor is sent again, one by one. */
const SLOW_BATCH_MS = 30
const SHOWN_FAILURES = 20
/** No request that is not paid for may cost more. */
const MAX_REQUEST_MS = 50
/** A filled request that costs less is not looked at again. */
const NOTICED_MS = 15
/** The bound at more than so many times the cost of its quarter is more than linear. */
const MAX_FACTOR = 6

export const fuzz: Proof = async (given, print) => {
  const result = await fuzzRound({
    seed: wholeNumber(given.seed, 'seed'),
    requests: wholeNumber(given.requests, 'requests'),
    untilMs:
      given.seconds === undefined
        ? Number.POSITIVE_INFINITY
        : performance.now() + wholeNumber(given.seconds, 'seconds') * 1000,
    print,
  })
  for (const failure of result.failures.slice(0, SHOWN_FAILURES)) print(failure)
  print(`${result.done} requests`)
  print(`${result.failures.length} failures`)
  return result.failures.length === 0
}

export interface FuzzOptions {
  seed: number
  requests: number
  untilMs: number
  print: (line: string) => void
}

export async function fuzzRound({ seed, requests, untilMs, print }: FuzzOptions) {
  const service = await startSandboxed({ wallets: 40, environment: { COMPANY_MIRROR: 'bulk' } })
  const random = randomOf(seed)
  const failures: string[] = []
  const answers = tally()
  const cpuMs: number[] = []
  try {
    const document = (await ask(`${service.url}/openapi.json`)).json as unknown as OpenApi
    const operations = publishedOperations(document)
    const generator = createGenerator(operations, {
      known: await learn(service),
      seed,
      random,
      payments: signerOf(service, document, random),
    })
    const line = createLine(service)

    function judge(shot: Shot, reply: RawReply | Error): void {
      const fault = reply instanceof Error ? reply.message : faultOf(shot, reply)
      const status = reply instanceof Error ? 'no answer' : reply.status
      answers.add(`${shot.protocol}${shot.isPaid ? ' paid' : ''} ${status}`)
      if (fault === null) return
      const head = shot.bytes.toString().slice(0, 1500)
      failures.push(
        `${fault}: ${shot.intent} ${shot.operation} by ${shot.protocol}: ${JSON.stringify(head)}`,
      )
    }

    async function costOf(shot: Shot): Promise<{ reply: RawReply | Error; ms: number }> {
      const before = cpuOf(service.pid)
      const [reply] = await line.send([shot])
      return { reply: reply!, ms: cpuOf(service.pid) - before }
    }

    async function alone(shot: Shot): Promise<RawReply | Error> {
      const { reply, ms } = await costOf(shot)
      cpuMs.push(ms)
      if (shot.isPaid || ms <= MAX_REQUEST_MS) return reply
      // Sent again before it is believed: other work on the machine costs time as well.
      const least = Math.min(ms, (await costOf(shot)).ms, (await costOf(shot)).ms)
      if (least > MAX_REQUEST_MS)
        failures.push(`${shot.operation} by ${shot.protocol}: ${least.toFixed(1)} ms`)
      return reply
    }

    const begun = performance.now()
    let done = 0
    let heapBefore = 0
    while (done < requests && performance.now() < untilMs && service.endedBy() === null) {
      if (heapBefore === 0 && done >= Math.min(WARM_UP, requests / 5))
        heapBefore = await service.heapBytes()
      const size = random.chance(ALONE) ? 1 : Math.min(BATCH, requests - done)
      const shots: Shot[] = []
      for (let at = 0; at < size; at += 1) shots.push(await generator.next())
      done += size
      if (size === 1) judge(shots[0]!, await alone(shots[0]!))
      else {
        const before = cpuOf(service.pid)
        const replies = await line.send(shots)
        const isSlow = cpuOf(service.pid) - before > SLOW_BATCH_MS
        for (const [at, shot] of shots.entries()) judge(shot, replies[at]!)
        if (isSlow) for (const shot of shots) await alone(shot)
      }
    }
    const seconds = (performance.now() - begun) / 1000
    const filled = await fillAll(service, operations, { alone: costOf, judge })
    failures.push(...filled.failures)
    const heapAfter = await service.heapBytes()
    const grownMb = (heapAfter - heapBefore) / 2 ** 20
    if (grownMb > MAX_HEAP_GROWTH_MB) failures.push(`the heap grew by ${grownMb.toFixed(1)} MiB`)
    const growth = await growthOf(() => cpuOf(service.pid), operations, line)
    failures.push(...growth.failures)
    if (service.endedBy() !== null) failures.push(`the service ended: ${service.endedBy()}`)
    line.close()

    cpuMs.sort((a, b) => a - b)
    const at = (share: number) => (cpuMs[Math.floor((cpuMs.length - 1) * share)] ?? 0).toFixed(1)
    print(`answers: ${answers.line()}`)
    print(
      `processor time of ${cpuMs.length} requests sent alone: median ${at(0.5)} ms, p99 ${at(0.99)} ms, maximum ${at(1)} ms`,
    )
    print(
      `heap after collection: ${mb(heapBefore)} MiB at the start, ${mb(heapAfter)} MiB at the end`,
    )
    print(
      `${filled.count} filled inputs; dearest request: ${filled.dearest.ms.toFixed(1)} ms, ${filled.dearest.name}`,
    )
    print(`${growth.fields} inputs of growing length: ${growth.worst}`)
    print(`${seconds.toFixed(0)} s, ${(done / seconds).toFixed(0)} requests a second`)
    return { done, failures, answers, grownMb, growth }
  } finally {
    await service.close()
  }
}

/**
 * Fills every position of every schema. A costly request is sent again, because other work on the
 * machine costs time as well.
 */
async function fillAll(
  service: Sandboxed,
  operations: readonly PublishedOperation[],
  {
    alone,
    judge,
  }: {
    alone: (shot: Shot) => Promise<{ reply: RawReply | Error; ms: number }>
    judge: (shot: Shot, reply: RawReply | Error) => void
  },
) {
  const versions = await listFacts(service)
  const fills: Fill[] = [...operations.flatMap(fillsOf), ...versions.flatMap(replaysOf)]
  const failures: string[] = []
  const dearest = { ms: 0, name: 'none' }
  const leastOf = async (shot: Shot) =>
    Math.min((await alone(shot)).ms, (await alone(shot)).ms, (await alone(shot)).ms)

  for (const { name, build } of fills) {
    const shot = build(1)
    const { reply, ms: first } = await alone(shot)
    judge(shot, reply)
    const ms = first > NOTICED_MS ? await leastOf(shot) : first
    if (ms > dearest.ms) Object.assign(dearest, { ms, name })
    if (ms > MAX_REQUEST_MS) failures.push(`${name}: ${ms.toFixed(1)} ms`)
    if (ms <= NOTICED_MS) continue
    const quarterMs = await leastOf(build(0.25))
    if (ms / Math.max(quarterMs, 1) > MAX_FACTOR)
      failures.push(`${name}: ${quarterMs.toFixed(1)} ms at a quarter, ${ms.toFixed(1)} ms`)
  }
  return { failures, dearest, count: fills.length }
}

/** Lists the schemas of the facts that a replay takes. */
async function listFacts(service: Sandboxed) {
  const { rules } = (await ask(`${service.url}/v1/rules`)).json as {
    rules: { subject: string; version: string }[]
  }
  return await Promise.all(
    rules.map(async ({ subject, version }) => {
      const { json } = await ask(`${service.url}/v1/rules/${subject}/${version}`)
      return { subject, version, facts: json.facts as Record<string, unknown> }
    }),
  )
}

const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(1)

function signerOf(service: Sandboxed, document: OpenApi, random: Random) {
  const priced = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const amounts = new Map(priced.map((each) => [each.operationId, each['x-payment-info']?.amount]))
  return {
    async sign({ id }: PublishedOperation) {
      const amount = amounts.get(id)
      return amount === undefined
        ? null
        : await signedPayment(random.pick(service.wallets), terms(seller.address, { amount }))
    },
  }
}

/** Subjects that exist, as a caller finds them: by searching. */
async function learn(service: Sandboxed): Promise<Known> {
  async function bought(path: string): Promise<Record<string, Record<string, unknown>[]>> {
    const accepted = (await ask(`${service.url}${path}`)).terms!.accepts[0]!
    const { json, status } = await ask(`${service.url}${path}`, {
      payment: await signedPayment(service.wallets[0]!, accepted),
    })
    if (status !== 200)
      throw new Error(`${path} is not sold: ${status} ${JSON.stringify(json).slice(0, 200)}`)
    return json.result as Record<string, Record<string, unknown>[]>
  }
  const numbers = service.sources.companiesHouse.companies.map(({ number }) => number)
  return {
    number: numbers,
    numbers,
    ocid: (await bought('/v1/tenders/search?region=england')).notices!.map(({ ocid }) => ocid),
    id: (await bought('/v1/grants/search?q=community&open_now=false')).grants!.map(({ id }) => id),
    // A quote that is in every text.
    readings: [{ code: 'OTHER', operator: 'is', value: true, quote: ' ' }],
    name: ['Brambledown Community Foundation', 'The Saltmarsh Trust'],
  }
}
