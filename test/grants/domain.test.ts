import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeSandboxSeeds } from '../../sandbox/grant-listing/seeds.ts'
import { createRig, type Rig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await createRig()
  writeSandboxSeeds(rig.listing, rig.dataDir)
  await rig.wing.refresh()
})
afterAll(() => rig.close())

describe('the same question', () => {
  test('has the same bytes, on this index and on a rebuilt one', async () => {
    const ask = async () =>
      JSON.stringify([
        await rig.search({ q: 'solar panels for schools' }),
        await rig.match({ description: 'solar panels on the roof of a school' }),
        await rig.eligibility('school-solar-2'),
      ])
    const first = await ask()
    expect(await ask()).toBe(first)
    const replica = rig.replica()
    await replica.load()
    expect(replica.deps.index(rig.clock.nowMs()).generation.name).toBe(
      rig.wing.deps.index(rig.clock.nowMs()).generation.name,
    )
  })
})

describe('the sample of the day', () => {
  test('is the same all day, another one on other days, and open', () => {
    const subjects = (day: string) => rig.wing.previewSubjects(day).map(({ params }) => params.id)
    expect(subjects('2026-11-20')).toEqual(subjects('2026-11-20'))
    expect(
      new Set(
        ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24', '2026-11-25'].map(
          (day) => subjects(day).slice(2, 4).join(),
        ),
      ).size,
    ).toBeGreaterThan(2)
    expect(subjects('2026-11-20')).not.toContain('memory-cafes-programme')
  })
})

describe('live grants of a funder', () => {
  test('by any of its names, soonest closing first', () => {
    const { grants: live } = rig.wing.liveGrantsOfFunder(
      ['Dept', 'The Department for Example Communities'],
      rig.clock.nowMs(),
    )
    expect(live.map(({ id }) => id)).toEqual([
      'rough-sleeping-outreach',
      'shop-front-revival',
      'faith-and-neighbours',
      'parish-play-areas',
      'village-halls-warm-roof-fund',
      'home-adaptations',
    ])
    expect(rig.wing.liveGrantsOfFunder(['Nobody', ''], rig.clock.nowMs()).grants).toEqual([])
    expect(Object.keys(live[0]!)).toEqual(['id', 'name', 'amounts', 'window', 'source_url'])
  })
})
