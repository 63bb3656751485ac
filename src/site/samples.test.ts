import { expect, it } from 'vitest'
import { type Service, startService } from '../../test/support/service.ts'
import type { Health } from '../meta/deps.ts'
import { homePage } from './home-page.ts'
import { createSampleReader, isSampleReady, SAMPLES } from './samples.ts'
import { createSite } from './site.ts'

it('reads a sample in the background, once an hour, and shows none after a failure', async () => {
  let now = 0
  const results: (() => Promise<object>)[] = [
    async () => ({ first: true }),
    async () => {
      throw new Error('away')
    },
  ]
  let reads = 0
  const sample = createSampleReader(
    () => results[reads++]!(),
    () => now,
  )
  expect(sample()).toBeNull()
  await Promise.resolve()
  expect(sample()).toEqual({ first: true })
  now = 3_599_999
  expect(sample()).toEqual({ first: true })
  expect(reads).toBe(1)
  now = 3_600_000
  expect(sample(), 'the old one while the next is read').toEqual({ first: true })
  await Promise.resolve()
  await Promise.resolve()
  expect(sample()).toBeNull()
  expect(reads).toBe(2)
})

it('links no sample whose subject is not known, shows a real answer where there is one, and says that health cannot be read', async () => {
  const service: Service = await startService({
    domains: 'real',
    overrides: { preload: true },
  })
  try {
    const { catalogue } = service.app
    const real = {
      result: { name: 'REAL <b> LIMITED', company_number: '00000001' },
      verdict: { score: 75, band: 'caution', flags: [] },
      confidence: 'high',
      as_of: '2026-11-25T10:00:00Z',
    }
    const siteWith = (sample: object | null) =>
      createSite(catalogue, () => Promise.reject(new Error('not read')), {
        sample: () => sample,
      })
    const site = siteWith(null)
    // No index is filled in this service.
    expect(SAMPLES.filter((each) => isSampleReady(site, each, null))).toEqual([SAMPLES[0]])
    const html = homePage(site, null)
    expect(html).toContain('href="/sample/company"')
    expect(html).not.toMatch(/href="\/sample\/(tenders|grants)"/)
    expect(html.match(/<button/g), 'one button').toHaveLength(1)
    expect(html).toContain('An invented answer')
    expect(/<section id="health".*?<\/section>/s.exec(html)![0]).toContain(
      'Health cannot be read right now',
    )
    const health = { upstreams: { companies_house: { status: 'not_configured' } } } as unknown
    expect(SAMPLES.filter((each) => isSampleReady(site, each, health as Health))).toEqual([])

    const shown = homePage(siteWith(real), null)
    expect(shown).toContain('REAL &lt;b&gt; LIMITED')
    expect(shown).toContain('A free sample of today')
    expect(shown).not.toContain('An invented answer')
  } finally {
    await service.stop()
  }
})
