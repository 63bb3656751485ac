/** Contracts from recorded award notices, held against a separate reading of the same releases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rig } from '../tenders/rig.ts'
import { contractGradeFigures, createContractRig } from './contract-grades.ts'
import { type JudgedQuestion, QUESTIONS } from './contract-questions.ts'
import { present, recordedReleases } from './recorded-releases.ts'

interface Raw {
  ocid: string
  parties?: { id: string; name: string; identifier?: { scheme?: string; id?: string } }[]
  awards?: {
    id: string
    suppliers?: { id: string; name: string }[]
    value?: { amount?: number }
    contractPeriod?: { startDate?: string; endDate?: string }
  }[]
}

/**
 * The day in London, from the text alone where it has an offset, and by one hour in summer where it
 * ends in Z.
 */
function dayOf(text: string): string {
  const moment = new Date(text)
  const isLocal = !text.endsWith('Z')
  if (isLocal) return text.slice(0, 10)
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/London' }).format(moment)
}

describe.skipIf(!present)('recorded contracts', () => {
  let rig: Rig
  let raw: Raw[]
  let stored: Map<string, Record<string, unknown>>

  beforeAll(async () => {
    const releases = recordedReleases('contracts-finder')
    raw = releases.map(({ json }) => JSON.parse(json) as Raw).filter(({ awards }) => awards)
    rig = await createContractRig()
    const rows = await rig.store.main
      .selectFrom('tender_contracts')
      .select(['key', 'json'])
      .execute()
    stored = new Map(rows.map(({ key, json }) => [key, JSON.parse(json)]))
  })
  afterAll(() => rig?.close())

  const all = () =>
    raw.flatMap((release) => (release.awards ?? []).map((award) => ({ release, award })))
  const keyOf = (release: Raw, id: string) => `${release.ocid.toLowerCase()}|${id}`

  it('have the dates that the award states, every one', () => {
    const wrong = all().filter(({ release, award }) => {
      const contract = stored.get(keyOf(release, award.id))
      const { startDate, endDate } = award.contractPeriod ?? {}
      return (
        contract?.contractEnd !== (endDate ? dayOf(endDate) : null) ||
        contract?.starts !== (startDate ? dayOf(startDate) : null)
      )
    })
    expect(wrong).toEqual([])
    expect(all()).toHaveLength(73)
  })

  it('are found by each company number that a notice gives; a VAT number is none', async () => {
    const found: string[] = []
    const missing: string[] = []
    for (const { ocid, parties = [] } of raw)
      for (const { identifier } of parties) {
        if (identifier?.scheme !== 'GB-COH') continue
        const supplier = String(identifier.id)
        const { result } = await rig.ask('contracts_search', {
          query: { supplier, status: 'all', limit: '20' },
        })
        const isFound = result.contracts.some((contract: Raw) => contract.ocid === ocid)
        ;(isFound ? found : missing).push(supplier)
      }
    expect([found.length, missing]).toEqual([25, ['458577871']])
  })

  it('name no supplier who is not an organisation', () => {
    const names = [...stored.values()].flatMap(({ suppliers }) => suppliers as string[])
    const given = all().flatMap(({ award }) => (award.suppliers ?? []).map(({ name }) => name))
    expect(names.length).toBeLessThanOrEqual(given.length)
    expect(names.filter((name) => /^(?:mr|mrs|ms|miss|dr)\b/i.test(name))).toEqual([])
  })

  async function figuresOf(half: JudgedQuestion['half']) {
    const sum = { right: 0, found: 0, shown: 0 }
    for (const { query, right, half: of } of QUESTIONS) {
      if (of !== half) continue
      const { result } = await rig.ask('contracts_search', {
        query: { ...query, status: 'all', limit: '20' },
      })
      const shown = result.contracts.map(({ ocid }: Raw) => ocid.slice(12, 20)) as string[]
      const found = right.filter((id) => shown.includes(id))
      sum.right += right.length
      sum.found += found.length
      sum.shown += shown.length
    }
    return sum
  }

  it('are close where the answer is right, and not where no contract answers', async () => {
    for (const half of ['written', 'measured'] as const) {
      const figures = await contractGradeFigures(rig, half)
      const { right, judged, wanted, nothingClose, unanswered } = figures
      expect(right.close / judged.close).toBeGreaterThanOrEqual(0.8)
      expect((right.close + right.related) / wanted).toBeGreaterThanOrEqual(0.85)
      expect(nothingClose / unanswered).toBeGreaterThanOrEqual(0.9)
    }
  })

  it('answer thirty questions, of which the search knows half', async () => {
    expect(await figuresOf('written')).toEqual({ right: 18, found: 16, shown: 17 })
    expect(await figuresOf('measured')).toEqual({ right: 16, found: 14, shown: 15 })
  })
})
