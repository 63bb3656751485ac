/** Every recorded register response, replayed to the company wing. */
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '../../src/platform/clock.ts'
import { codes, type Envelope, HOURS, type Rig, startRig, TODAY } from '../company/rig.ts'
import { type RegisterReplay, startRegisterReplay } from '../support/register-replay.ts'
import { recordedData } from './recorded.ts'

const { present, folder } = recordedData('companies-house')

describe.skipIf(!present)('recorded register responses', () => {
  let replay: RegisterReplay
  /** Its clock runs on with every recording; `today` stands still. */
  let rig: Rig
  let today: Rig
  const names = new Set<string>()
  const clock = manualClock(`${TODAY}T12:00:00Z`)

  beforeAll(async () => {
    replay = await startRegisterReplay(folder)
    rig = await startRig({ registerUrl: replay.url, clock })
    today = await startRig({ registerUrl: replay.url })
    for (const list of replay.officers.values()) {
      for (const { body } of list) {
        for (const item of body.items as { name: string }[]) names.add(item.name)
      }
    }
    for (const list of replay.filings.values()) {
      for (const { body } of list) {
        for (const item of body.items as { description_values?: Record<string, unknown> }[]) {
          const { officer_name: officer, psc_name: person } = item.description_values ?? {}
          for (const name of [officer, person]) if (typeof name === 'string') names.add(name)
        }
      }
    }
  })
  afterAll(async () => {
    await rig?.stop()
    await today?.stop()
    await replay?.close()
  })

  /** Past the window of whatever was answered before. */
  async function fresh(
    id: string,
    number: string,
    query: Record<string, string> = {},
  ): Promise<Envelope> {
    clock.advance(7 * HOURS)
    return rig.ask(id, number, query)
  }
  const verdict = async (number: string) => {
    const answer = await today.ask('company_verdict', number, { detail: 'full' })
    return { ...answer.verdict, codes: codes(answer), result: answer.result }
  }

  it('are many', () => {
    expect(replay.profiles.length).toBeGreaterThan(50)
    expect(replay.searches.length).toBeGreaterThan(8)
    expect(names.size).toBeGreaterThan(10)
  })

  it('are answered: every profile and its verdict, complete, confident, small and without a name', async () => {
    for (const recording of replay.profiles) {
      replay.serve('profile', recording)
      for (const id of ['company_profile', 'company_verdict']) {
        const brief = await fresh(id, recording.number)
        const full = await rig.ask(id, recording.number, { detail: 'full' })
        const text = `${JSON.stringify(brief)}${JSON.stringify(full)}`
        expect(brief.confidence, recording.file).toBe('high')
        expect(brief.result.company_number).toBe(recording.number)
        expect(brief.result.name).not.toBeNull()
        expect(brief.result.status).toBe(recording.body.company_status)
        expect(countTokens(JSON.stringify(brief)), recording.file).toBeLessThanOrEqual(800)
        expect(JSON.stringify(brief.result), recording.file).not.toContain('…')
        for (const name of names)
          expect(text.includes(name), `${recording.file}: ${name}`).toBe(false)
        expect(text).not.toMatch(/_derived|c\/o |PLACEHOLDER/i)
      }
    }
  })

  it('a registered society of a number with a final letter has nothing against it', async () => {
    const answer = await verdict('IP29406R')
    expect(answer).toMatchObject({ score: 100, codes: [] })
    expect((await today.ask('company_profile', 'IP29406R')).result).toMatchObject({
      type: 'registered-society-non-jurisdictional',
      accounts: { last_type: null, overdue: null },
      confirmation_statement: { next_due: '2017-06-03', overdue: null },
    })
  })

  it('every recorded officer list is counted over its own items', async () => {
    const subject = replay.profiles.find((each) => each.number === '13406761')!
    for (const list of replay.officers.values()) {
      for (const recording of list) {
        replay.serve('officers', { ...recording, number: subject.number })
        const items = recording.body.items as { resigned_on?: string }[]
        const { result } = await fresh('company_profile', subject.number)
        expect(result.officers.total, recording.file).toBe(items.length)
        expect(result.officers.active, recording.file).toBe(
          items.filter((item) => !item.resigned_on).length,
        )
      }
    }
  })

  it('every recorded filing history is put into words without a person', async () => {
    const subject = replay.profiles.find((each) => each.number === '13406761')!
    replay.serve('profile', subject)
    for (const list of replay.filings.values()) {
      for (const recording of list) {
        replay.serve('filings', { ...recording, number: subject.number })
        const { result } = await fresh('company_profile', subject.number, { detail: 'full' })
        const entries = result.filing_history as { date: string; description: string }[]
        expect(entries.length).toBe(Math.min(10, (recording.body.items as unknown[]).length))
        expect(entries.map((entry) => entry.date)).toEqual(
          entries
            .map((entry) => entry.date)
            .sort()
            .reverse(),
        )
        for (const { description } of entries)
          expect(description).toMatch(/^[A-Z0-9][\w ,-]{4,140}$/)
      }
    }
  })

  it('every recorded search gives its hits in order', async () => {
    for (const [index, recording] of replay.searches.entries()) {
      replay.serve('search', recording)
      const { result } = await rig.search({ q: `recorded search ${index}` })
      const items = recording.body.items as { company_number: string; title?: string }[]
      expect(result.results.map((hit: { company_number: string }) => hit.company_number)).toEqual(
        items.slice(0, 5).map((item) => item.company_number),
      )
      expect(result.total_matches).toBe(recording.body.total_results)
      for (const [place, hit] of result.results.entries()) {
        // One recorded item has no title.
        expect(hit.name === null).toBe(items[place]!.title === undefined)
        expect(hit.address_snippet).toMatch(/\w/)
      }
    }
  })

  it('Carillion: liquidation caps at 20, all that is wrong is listed, the flag of 2018 contradicts itself', async () => {
    const answer = await verdict('03782379')
    expect(answer).toMatchObject({ score: 20, band: 'high_risk' })
    expect(answer.codes).toEqual([
      'STATUS_ADMINISTRATION',
      'ACCOUNTS_OVERDUE',
      'CONF_STATEMENT_OVERDUE',
      'INSOLVENCY_HISTORY',
    ])
    expect(answer.flags[0].detail).toBe('status liquidation')
    expect(answer.flags[1].detail).toBe('accounts due 2018-06-30, 3065 days overdue')
    expect(answer.flags[3].detail).toBe('1 case: compulsory-liquidation')
    expect(answer.result.evaluation.rules).toHaveLength(15)
  })

  it.each([
    ['CE006735', 'a charity'],
    ['RC000110', 'a royal charter'],
    ['IC000703', 'an ICVC'],
  ])('%s, %s: nothing it could be blamed for applies', async (number) => {
    const answer = await verdict(number)
    expect(answer.codes).toEqual([])
    expect(answer).toMatchObject({ score: 100, band: 'low_risk' })
    const outcome = (code: string) =>
      answer.result.evaluation.rules.find((rule: { code: string }) => rule.code === code).outcome
    expect(outcome('NO_ACTIVE_DIRECTORS')).toBe('not_applicable')
    expect(outcome('ACCOUNTS_OVERDUE')).toBe('not_applicable')
  })

  it('charges come from the register of charges: a deprecated flag that says no is not believed', async () => {
    expect((await verdict('01908967')).codes).toContain('CHARGES_INFO')
    expect((await verdict('02306148')).codes).not.toContain('CHARGES_INFO')
  })
})
