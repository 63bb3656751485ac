/**
 * What the mirror spares the register, and what buyers get while it is away for a day. Nothing is timed: calls are counted and answers sorted,
 * so that a run says the same on every machine. The register allows 570 calls in five minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { remarkedCompanies, sandboxCompanies } from '../sandbox/companies-house/companies.ts'
import { bulkArchives } from '../sandbox/company-mirror/bulk-file.ts'
import { startBulkSite } from '../sandbox/company-mirror/bulk-site.ts'
import { type SandboxStreams, startStreams } from '../sandbox/company-mirror/streams.ts'
import { NEVER_STREAMED, sourceOf } from '../src/company/mirror/follow.ts'
import { type ManualClock, manualClock } from '../src/platform/clock.ts'
import { openStore } from '../src/store/open.ts'
import { createRuns } from '../src/store/runs.ts'
import { HOURS, type Rig, startRig, TODAY } from '../test/company/rig.ts'
import { type Bench, type Figure, figure } from './harness.ts'

const COMPANIES = [...sandboxCompanies(TODAY), ...remarkedCompanies(TODAY)]
const CALLS_PER_SECOND = 570 / 300
const MODES = ['off', 'bulk', 'stream'] as const
type Mode = (typeof MODES)[number]
/** Of which a verdict was bought in the hour before the register went away. */
const SEEN = COMPANIES.filter((_, index) => index % 3 === 0)
const HOURS_AWAY = [0, 1, 3, 5, 6, 7, 12, 18, 23]
const CIRCUIT_MS = 11_000
const STREAMS = ['companies', 'officers', 'filings', 'charges', 'insolvency-cases'] as const

interface Setting {
  rig: Rig
  clock: ManualClock
  streams: SandboxStreams
  close(): Promise<void>
}

/** A wing that has its mirror, and whose streams have missed nothing since October. */
async function settingOf(mode: Mode): Promise<Setting> {
  const clock = manualClock(`${TODAY}T12:00:00Z`)
  const dataDir = mkdtempSync(join(tmpdir(), 'ukintel-register-'))
  const site = await startBulkSite(bulkArchives(COMPANIES, '2026-11-01'))
  const streams = await startStreams({ keys: ['one', 'two', 'three'], beatMs: 20 })
  const store = await openStore({ databaseUrl: null, dataDir })
  const runs = createRuns(store.main, clock)
  if (mode === 'stream')
    for (const each of STREAMS)
      await runs.recordSource(sourceOf(each), {
        detail: {
          ...NEVER_STREAMED,
          timepoint: 1,
          since_ms: Date.parse('2026-10-01T00:00:00Z'),
          as_of_ms: clock.nowMs(),
        },
      })
  const mirror = {
    databaseUrl: null,
    bulkUrl: site.url,
    ingest: 'scheduled' as const,
    stream: mode === 'stream' ? { url: streams.url, keys: streams.keys } : null,
    freshMs: 6 * HOURS,
  }
  const rig = await startRig({
    clock,
    proven: true,
    settings: mode === 'off' ? {} : { mirror },
    ground: { store, runs, dataDir },
  })
  await rig.wing.look()
  rig.wing.start()
  if (mode === 'stream') await until(() => streams.open() === STREAMS.length)
  return {
    rig,
    clock,
    streams,
    async close() {
      await rig.stop()
      await Promise.all([streams.close(), site.close()])
      await store.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 20) {
    if (waited > 20_000) throw new Error('the streams were not listened to')
    await sleep(20)
  }
}

type Got = Record<'high' | 'medium' | 'low' | 'refused', number>

async function ask(rig: Rig, companies: readonly { number: string }[]): Promise<Got> {
  const got: Got = { high: 0, medium: 0, low: 0, refused: 0 }
  for (const { number } of companies)
    await rig.ask('company_verdict', number).then(
      ({ confidence }) => (got[confidence as 'high' | 'medium' | 'low'] += 1),
      () => (got.refused += 1),
    )
  return got
}

const words = ({ high, medium, low, refused }: Got) =>
  `${high} high, ${medium} medium, ${low} low, ${refused} refused`

async function spared(mode: Mode): Promise<Figure[]> {
  const { rig, streams, close } = await settingOf(mode)
  const callsOf = async (kind: string, companies = COMPANIES): Promise<Figure> => {
    rig.register.forget()
    const got = await ask(rig, companies)
    const calls = rig.register.calls.length / companies.length
    const rate =
      calls === 0 ? 'not bound by the register' : Math.round((CALLS_PER_SECOND / calls) * 100) / 100
    const detail = {
      calls: Math.round(calls * 100) / 100,
      'fresh verdicts a second': rate,
      answers: words(got),
    }
    return figure(`${mode}: calls a verdict, ${kind}`, 'ratio', [calls], { detail })
  }
  try {
    if (mode !== 'stream')
      return [
        await callsOf('never asked for before'),
        await callsOf('asked for again within six hours'),
      ]
    const half = COMPANIES.length / 2
    const known = await callsOf('known from the file', COMPANIES.slice(0, half))
    for (const { number, profile } of COMPANIES.slice(half))
      streams.publish({
        stream: 'companies',
        resourceUri: `/company/${number}`,
        data: profile,
        publishedAt: `${TODAY}T12:00:00`,
      })
    await until(
      () =>
        Number(rig.wing.health().upstreams.companies_house_stream_companies?.events) >=
        COMPANIES.length - half,
    )
    return [
      known,
      await callsOf('told by the stream', COMPANIES.slice(half)),
      await callsOf('asked for again within six hours'),
    ]
  } finally {
    await close()
  }
}

async function away(mode: Mode): Promise<Figure> {
  const { rig, clock, streams, close } = await settingOf(mode)
  try {
    await ask(rig, SEEN)
    clock.advance(HOURS)
    rig.register.break('down')
    streams.break('error')
    streams.drop()
    const detail: Record<string, string> = {}
    const total: Got = { high: 0, medium: 0, low: 0, refused: 0 }
    let hour = 0
    for (const next of HOURS_AWAY) {
      clock.advance((next - hour) * HOURS)
      hour = next
      const got = await ask(rig, COMPANIES)
      for (const key of Object.keys(total) as (keyof Got)[]) total[key] += got[key]
      detail[`hour ${hour}`] = words(got)
    }
    const searched = await rig.search({ q: 'harbour lane bakery' }).then(
      ({ confidence }) => `${confidence}`,
      () => 'refused',
    )
    rig.register.heal()
    streams.heal()
    clock.advance(HOURS)
    // The circuit is the machine's own time.
    await sleep(CIRCUIT_MS)
    detail['a name searched in the last hour'] = searched
    detail['when it is back'] = words(await ask(rig, COMPANIES))
    const answered = COMPANIES.length * HOURS_AWAY.length - total.refused
    return figure(
      `${mode}: share answered while the register is away for a day`,
      'ratio',
      [answered / (COMPANIES.length * HOURS_AWAY.length)],
      {
        detail: {
          companies: COMPANIES.length,
          'bought in the hour before': SEEN.length,
          ...detail,
        },
      },
    )
  } finally {
    await close()
  }
}

export const bench: Bench = {
  name: 'register',
  title: 'register calls that a verdict costs, and what buyers get without the register',
  async run() {
    const figures: Figure[] = []
    for (const mode of MODES) figures.push(...(await spared(mode)))
    for (const mode of MODES) figures.push(await away(mode))
    return figures
  },
}
