/** Contracts from recorded award notices, held against a separate reading of the same releases. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Rig } from '../tenders/rig.ts'
import { contractGradeFigures, createContractRig } from './contract-grades.ts'
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

  it('are close where the answer is right, and not where no contract answers', async () => {
    const sum = (each: object) => Object.values(each).reduce((one, other) => one + other, 0)
    for (const [half, wanted, found, shown] of [
      ['written', 18, 16, 17],
      ['measured', 16, 14, 15],
    ] as const) {
      const figures = await contractGradeFigures(rig, half)
      const { right, judged, nothingClose, unanswered } = figures
      expect([figures.wanted, sum(right), sum(judged)]).toEqual([wanted, found, shown])
      expect(right.close / judged.close).toBeGreaterThanOrEqual(0.8)
      expect((right.close + right.related) / wanted).toBeGreaterThanOrEqual(0.85)
      expect(nothingClose / unanswered).toBeGreaterThanOrEqual(0.9)
    }
  })
})
