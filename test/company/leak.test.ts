/**
 * No officer's name, date of birth, nationality, occupation or address leaves the service, is
 * stored or is logged.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Rig, startRig } from './rig.ts'

let rig: Rig
beforeAll(async () => {
  rig = await startRig({ fca: false, model: true })
})
afterAll(() => rig.stop())

/** `ARDENWOOD, Marigold Philippa, Dr` in the ways in which it might turn up. */
function spellings(name: string): string[] {
  const [surname = '', forenames = ''] = name.split(',').map((part) => part.trim())
  const [first = ''] = forenames.split(' ')
  return [name, `${forenames} ${surname}`, `${first} ${surname}`]
    .map((each) => each.toLowerCase())
    .filter((each) => each.length > 5)
}

it('over every sandbox company, every endpoint, every log line and everything stored', async () => {
  const forbidden = new Set<string>()
  const addName = (value: unknown) => {
    if (typeof value === 'string') for (const each of spellings(value)) forbidden.add(each)
  }
  for (const { profile, officers, charges, insolvency, filings } of rig.register.companies) {
    for (const officer of officers) {
      addName(officer.name)
      addName(
        (officer.identity_verification_details as Record<string, unknown> | undefined)
          ?.authorised_corporate_service_provider_name,
      )
    }
    for (const { description } of (profile.corporate_annotation ?? []) as {
      description?: string
    }[])
      addName(description)
    for (const charge of charges ?? [])
      for (const { name } of charge.persons_entitled as { name: string }[]) addName(name)
    for (const one of insolvency ?? [])
      for (const { name } of one.practitioners as { name: string }[]) addName(name)
    for (const filing of filings) {
      const values = (filing.description_values ?? {}) as Record<string, unknown>
      addName(values.officer_name)
      addName(values.psc_name)
    }
  }
  const tagged =
    /Name(?:EntityOfficer|EntityAuditors|EntityAccountants|ApprovingDirector)"?[^>]*>([^<]+)</g
  const withAccounts = rig.register.companies.filter(({ accounts }) => accounts !== undefined)
  for (const { accounts } of withAccounts)
    for (const bytes of accounts!.flatMap(({ document }) =>
      Object.values(document?.resources ?? {}),
    ))
      for (const [, name] of bytes.toString('utf8').matchAll(tagged)) addName(name)
  expect(forbidden.size).toBeGreaterThan(120)

  let returned = ''
  for (const { number } of rig.register.companies.filter((each) =>
    /^([A-Z]{2})?\d+$/.test(each.number),
  )) {
    for (const id of ['company_profile', 'company_verdict']) {
      returned += JSON.stringify(await rig.ask(id, number))
      returned += JSON.stringify(await rig.ask(id, number, { detail: 'full' }))
    }
    returned += JSON.stringify(await rig.ask('company_fca', number))
  }
  let accountsRead = 0
  for (const { number } of withAccounts)
    returned += await rig.ask('company_accounts', number, { periods: '5' }).then(
      (answer) => {
        accountsRead += 1
        return JSON.stringify(answer)
      },
      (error: unknown) => JSON.stringify([String(error), error]),
    )
  expect(accountsRead).toBeGreaterThan(8)
  const numbers = rig.register.companies
    .map((each) => each.number)
    .filter((each) => /^([A-Z]{2})?\d+$/.test(each))
  for (let at = 0; at < numbers.length; at += 50)
    returned += JSON.stringify(await rig.screen(numbers.slice(at, at + 50)))
  for (const q of ['limited', 'llp', 'care of', 'example', 'branch'])
    returned += JSON.stringify(await rig.search({ q }))
  rig.register.break('garbage')
  await rig.ask('company_verdict', '99999998').catch((error: unknown) => {
    returned += String(error)
  })
  rig.register.heal()

  const places = {
    returned,
    logged: rig.logged.join('\n'),
    stored: JSON.stringify([...rig.documents]),
  }
  expect(places.logged).toContain('register call')
  expect(rig.documents.size).toBeGreaterThan(100)
  for (const [place, text] of Object.entries(places)) {
    const lower = text.toLowerCase()
    for (const name of forbidden)
      expect(lower.includes(name), `${name} in what was ${place}`).toBe(false)
    // Nationality, occupation, home address and date of birth of every person in the sandbox.
    for (const detail of [
      'ruritanian',
      'lighthouse keeper',
      'sparrow row',
      'ex9 9zz',
      '"year":1961',
      'date_of_birth',
      'c/o',
    ]) {
      expect(lower.includes(detail), `${detail} in what was ${place}`).toBe(false)
    }
    expect(text).not.toContain(rig.register.apiKey)
    expect(text).not.toContain(Buffer.from(`${rig.register.apiKey}:`).toString('base64'))
  }
  for (const { messages } of rig.model.requests) {
    const lower = JSON.stringify(messages).toLowerCase()
    for (const name of forbidden) expect(lower.includes(name)).toBe(false)
  }
})
