/** Recorded weeks as changes: a follower sees each competition when it opened and when it ended. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { reduceProfile } from '../../src/company/model/reduce.ts'
import { companyChanges, toTrackedProfile } from '../../src/company/model/tracked-fields.ts'
import { createChangeStore } from '../../src/store/changes.ts'
import { createRig } from '../tenders/rig.ts'
import { recordedData } from './recorded.ts'
import { present, recordedReleases } from './recorded-releases.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

interface RawRelease {
  ocid: string
  date: string
  tag: string[]
  tender?: {
    description?: string
    status?: string
    classification?: { id?: string }
    tenderPeriod?: { endDate?: string }
  }
}

/** State of one process from its releases alone, without the product's model. */
interface Process {
  cameMs: number
  endsMs: number | null
  cpv: string
  releases: number
}

const OPEN = new Set(['tender', 'tenderUpdate', 'tenderAmendment'])

/** Those that were open to bids when they came; two say in their own words that they were not. */
function processes(raw: readonly RawRelease[]): Map<string, Process> {
  const found = new Map<string, Process>()
  for (const { ocid, date, tag, tender } of raw) {
    const end = tender?.tenderPeriod?.endDate
    const endsMs = end === undefined ? null : Date.parse(end)
    if (/\b(?:intended to award notice|is now awarded to)\b/i.test(tender?.description ?? ''))
      continue
    if (
      !OPEN.has(tag[0]!) ||
      tender?.status !== 'active' ||
      (endsMs !== null && endsMs <= Date.parse(date))
    )
      continue
    const known = found.get(ocid)
    const cameMs = Math.min(known?.cameMs ?? Infinity, Date.parse(date))
    found.set(ocid, {
      cameMs,
      endsMs,
      cpv: tender.classification?.id ?? '',
      releases: (known?.releases ?? 0) + 1,
    })
  }
  return found
}

describe.skipIf(!present)('recorded weeks of a portal', () => {
  it.each(['contracts-finder', 'find-a-tender'] as const)(
    '%s: told once when it came and once when it ended, across restarts',
    async (portal) => {
      const releases = recordedReleases(portal).sort((a, b) => a.publishedMs - b.publishedMs)
      const raw = releases.map(
        ({ json }) => JSON.parse(json.replaceAll('1e9999', '0')) as RawRelease,
      )
      // A single notice of another month belongs to no week.
      const [first] = releases.filter(({ publishedMs }) =>
        releases.some(
          (other) => other.publishedMs > publishedMs && other.publishedMs - publishedMs < 3 * DAY,
        ),
      )
      const begin = first!.publishedMs - HOUR
      const week = releases.filter(({ publishedMs }) => publishedMs > begin)
      const expected = processes(raw.filter(({ date }) => Date.parse(date) > begin))
      const rig = await createRig({
        releases: [],
        now: new Date(begin).toISOString(),
        backfillDays: 1,
      })
      try {
        const told = {
          all: [] as Awaited<ReturnType<typeof follow>>,
          construction: [] as Awaited<ReturnType<typeof follow>>,
        }
        const places = { all: 0, construction: 0 }
        async function follow(name: 'all' | 'construction', search: object) {
          const { position } = await createChangeStore(rig.store.main).head('tenders')
          const { changes, upTo, more } = await rig.wing.changes.since(search as never, {
            after: places[name],
            upTo: position,
            limit: 100,
          })
          expect(more).toBe(false)
          places[name] = upTo
          return changes.map(({ id, kind, atMs, detail }) => ({
            id,
            kind,
            atMs,
            ends: detail.fields.find(({ field }) => field === 'deadline')?.after,
          }))
        }
        const last = Math.max(...[...expected.values()].map(({ endsMs }) => endsMs ?? 0))
        // Four times a day while there is something to read, then daily.
        const step = () => (rig.clock.nowMs() < week.at(-1)!.publishedMs ? 6 * HOUR : DAY)
        for (let looks = 1; rig.clock.nowMs() <= last; looks += 1) {
          const until = rig.clock.nowMs() + step()
          rig.portals.publish(
            ...week.filter(
              ({ publishedMs }) => publishedMs > rig.clock.nowMs() && publishedMs <= until,
            ),
          )
          rig.clock.set(until)
          if (looks % 20 === 0) await rig.restart()
          await rig.wing.look()
          told.all.push(...(await follow('all', {})))
          told.construction.push(...(await follow('construction', { cpv: '45' })))
        }
        const heardOf = (id: string) => told.all.filter((each) => each.id === id)
        const kinds = Object.fromEntries(
          [...expected.keys()].map((id) => [id, heardOf(id).map(({ kind }) => kind)]),
        )
        // One of them was open for a minute: a follower who reads four times a day cannot see it.
        const seen = [...expected].filter(
          ([, { cameMs, endsMs }]) => endsMs === null || endsMs - cameMs > 6 * HOUR,
        )
        expect(expected.size - seen.length).toBe(portal === 'contracts-finder' ? 1 : 0)
        expect(kinds).toEqual({
          ...Object.fromEntries([...expected.keys()].map((id) => [id, []])),
          ...Object.fromEntries(seen.map(([id]) => [id, ['new', 'closed']])),
        })
        for (const [id, { cameMs, endsMs }] of seen) {
          const [came, ended] = heardOf(id)
          expect([id, came!.atMs - cameMs >= 0, came!.atMs - cameMs <= DAY]).toEqual([
            id,
            true,
            true,
          ])
          // A midnight is met on the day before, and one without an hour is over at the end of its
          // day.
          if (endsMs !== null)
            expect([id, ended!.atMs - endsMs >= -DAY, ended!.atMs - endsMs <= 2 * DAY]).toEqual([
              id,
              true,
              true,
            ])
        }
        // The others had no deadline: early engagements.
        const others = told.all.filter(({ id }) => !expected.has(id))
        expect(
          others.filter(
            ({ id, kind }) =>
              raw.find(({ ocid }) => ocid === id)!.tag[0] !== 'planning' || kind === 'awarded',
          ),
        ).toEqual([])
        const construction = seen.filter(([, { cpv }]) => cpv.startsWith('45')).map(([id]) => id)
        expect(told.construction.map(({ id }) => id)).toEqual(expect.arrayContaining(construction))
        process.stdout.write(
          `${portal}: ${seen.length} of ${expected.size} processes seen open, ${told.all.length} changes told, ${told.construction.length} of construction\n`,
        )
      } finally {
        await rig.close()
      }
    },
    300_000,
  )
})

describe.skipIf(!recordedData('companies-house').present)('recorded copies of one company', () => {
  it('differ by what is watched as the register says by itself, and by nothing else', () => {
    const { folder } = recordedData('companies-house')
    const copies = readdirSync(join(folder, 'company'))
      .filter((name) => name.startsWith('09360070'))
      .map((name) => JSON.parse(readFileSync(join(folder, 'company', name), 'utf8')) as RawCompany)
    expect(copies.length).toBe(5)
    const kinds: string[] = []
    for (const before of copies) {
      for (const after of copies) {
        const told = companyChanges(
          toTrackedProfile(reduceProfile('09360070', before)),
          toTrackedProfile(reduceProfile('09360070', after)),
        )
        const [was, is] = [before, after].map(({ accounts }) => accounts.last_accounts)
        const filed = was?.made_up_to !== is?.made_up_to || was?.type !== is?.type
        const moved = before.company_status !== after.company_status
        expect(told.map(({ kind }) => kind)).toEqual([
          ...(moved ? ['status'] : []),
          ...(filed ? ['accounts_filed'] : []),
        ])
        kinds.push(...told.map(({ kind }) => kind))
      }
    }
    process.stdout.write(`25 pairs of copies: ${kinds.length} changes\n`)
  })
})

interface RawCompany {
  company_status: string
  accounts: { last_accounts?: { made_up_to?: string; type?: string } }
}
