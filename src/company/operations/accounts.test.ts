/**
 * Filed accounts over the sandbox: list, documents, figures, verdict, and everything that can go
 * wrong on the way.
 */
import { channel } from 'node:diagnostics_channel'
import { afterEach, describe, expect, it } from 'vitest'
import { sandboxCompanies } from '../../../sandbox/companies-house/companies.ts'
import { startDocuments } from '../../../sandbox/companies-house/documents.ts'
import {
  codes,
  type Envelope,
  HOURS,
  type Rig,
  startRig,
  TODAY,
} from '../../../test/company/rig.ts'
import { ACCOUNTS } from '../rules/published.ts'
import { READ_HERE_BYTES } from '../sources/large-filings.ts'

let rig: Rig
afterEach(() => rig?.stop())

interface Accounts {
  filings: { status: string; reason: string | null; format: string; type: string }[]
  periods: {
    end: string
    months: number | null
    currency: string | null
    figures: Record<string, { value: string | null; status: string; source: object | null }>
  }[]
  ratios: { key: string; value: string }[]
  changes: { key: string; pct: string | null }[]
  evaluation: { facts: Record<string, unknown>; inputs_hash: string }
}
const result = (envelope: Envelope) => envelope.result as unknown as Accounts
const ask = async (number: string, periods?: number) =>
  await rig.ask('company_accounts', number, periods === undefined ? {} : { periods: `${periods}` })
const values = (envelope: Envelope, index = 0) =>
  Object.fromEntries(
    Object.entries(result(envelope).periods[index]!.figures).flatMap(([key, { value }]) =>
      value === null ? [] : [[key, value]],
    ),
  )

describe('accounts of one company', () => {
  it('200: are joined from its filings, with every key, ratios, changes and flags', async () => {
    rig = await startRig()
    const answer = await ask('99000001')
    const { filings, periods, ratios, changes } = result(answer)
    expect(filings.map(({ status }) => status)).toEqual(['read', 'read'])
    expect(periods.map(({ end, months, currency }) => [end, months, currency])).toEqual([
      ['2026-01-31', 12, 'GBP'],
      ['2025-01-31', 12, 'GBP'],
    ])
    expect(Object.keys(periods[0]!.figures)).toHaveLength(22)
    expect(values(answer)).toMatchObject({
      net_assets: '12400',
      creditors_within_one_year: '39800',
      share_capital: '100',
      employees: '7',
    })
    expect(periods[0]!.figures.turnover).toEqual({ value: null, status: 'absent', source: null })
    expect(periods[0]!.figures.net_assets!.source).toMatchObject({
      transaction_id: 'tx99000001a0',
      concept: 'NetAssetsLiabilities',
      raw: '12,400',
    })
    expect(ratios).toContainEqual(
      expect.objectContaining({ key: 'current_ratio', value: '0.4598' }),
    )
    expect(changes).toContainEqual(expect.objectContaining({ key: 'net_assets', pct: '-61' }))
    expect(codes(answer)).toEqual([
      'NEGATIVE_NET_CURRENT_ASSETS',
      'NET_ASSETS_FALLEN',
      'CASH_BELOW_SHORT_TERM_CREDITORS',
      'RESTATED',
    ])
    expect(answer.verdict).toMatchObject({ score: 60, band: 'caution' })
  })

  it('200: carry the facts that replay to the same judgement', async () => {
    rig = await startRig()
    const answer = await ask('99000001')
    const { facts, inputs_hash } = result(answer).evaluation
    const parsed = ACCOUNTS.current.facts.parse(JSON.parse(JSON.stringify(facts)))
    const again = ACCOUNTS.replay(ACCOUNTS.current, parsed, TODAY)
    expect(again.inputs_hash).toBe(inputs_hash)
    expect(again.result).toMatchObject({
      score: answer.verdict.score,
      flags: answer.verdict.flags,
    })
  })

  it.each([
    ['99000201', { net_assets: '3800', employees: '1' }, []],
    ['99000202', { turnover: '4812000', profit: '160380' }, ['NEGATIVE_NET_CURRENT_ASSETS']],
    ['99000203', { net_assets: '1' }, ['DORMANT_ACCOUNTS']],
    ['99000204', { net_assets: '12400', turnover: '4812000' }, ['NEGATIVE_NET_CURRENT_ASSETS']],
    ['99000206', { net_assets: '-200' }, ['NEGATIVE_NET_ASSETS', 'NET_ASSETS_FALLEN', 'AMENDED']],
    ['99000209', { net_assets: '3800' }, []],
    ['99000210', { fixed_assets: '500', equity: '700', net_assets: '700' }, []],
    ['99000212', { net_assets: '3800' }, ['FIGURES_CONFLICT']],
    ['99000213', { net_assets: '3800' }, ['FIGURES_OLD', 'NOT_MACHINE_READABLE']],
    ['99000214', { net_assets: '3800' }, ['FIGURES_OLD']],
  ])('200: %s are read and judged for what they are', async (number, figures, flags) => {
    rig = await startRig()
    const answer = await ask(number)
    expect(values(answer)).toMatchObject(figures)
    const others = ['CASH_BELOW_SHORT_TERM_CREDITORS']
    expect(codes(answer).filter((code) => !others.includes(code))).toEqual(flags)
  })

  it('200: keep their currency', async () => {
    rig = await startRig()
    expect(result(await ask('99000205')).periods[0]!.currency).toBe('EUR')
  })

  it('200: go as far back as requested', async () => {
    rig = await startRig()
    expect(result(await ask('99000001', 1)).periods).toHaveLength(1)
    expect(result(await ask('99000001', 5)).periods.map(({ end }) => end)).toEqual([
      '2026-01-31',
      '2025-01-31',
      '2024-01-31',
    ])
    await expect(ask('99000001', 6)).rejects.toMatchObject({ code: 'VALIDATION' })
  })
})

describe('accounts that no machine can read', () => {
  it.each([
    ['99000207', /full made up to 2026-01-31 \(the register has this filing as PDF alone\)/],
    ['99000208', /\(the file is no well-formed XML: .*\)/],
    ['99000211', /the register has no document of this filing yet/],
    ['99000002', /the register has no document of this filing yet/],
    ['RC990001', /machine\. The register lists none\./],
  ])('404: of %s are a free 404 that names the filings', async (number, detail) => {
    rig = await startRig()
    await expect(ask(number)).rejects.toMatchObject({
      code: 'ACCOUNTS_NOT_READABLE',
      status: 404,
      detail: expect.stringMatching(detail),
    })
  })

  it('404: are no accounts of a company that the register does not have', async () => {
    rig = await startRig()
    await expect(ask('99999999')).rejects.toMatchObject({ code: 'SUBJECT_NOT_FOUND' })
  })
})

describe('the way to a document', () => {
  const stored = (path: string) => path.startsWith('/store/')

  it('200: is taken once for each filing, for ever, and the list once in its window', async () => {
    rig = await startRig()
    await ask('99000001')
    expect(rig.documentApi.calls.filter(stored)).toHaveLength(2)
    expect(rig.documentApi.calls).toHaveLength(6)
    rig.documentApi.forget()
    rig.register.forget()
    rig.clock.advance(5 * HOURS)
    await ask('99000001')
    expect(rig.register.calls).toEqual([])
    rig.clock.advance(400 * 24 * HOURS)
    await ask('99000001')
    expect(rig.register.calls.map(({ resource }) => resource)).toContain('filing-history')
    expect(rig.documentApi.calls).toEqual([])
  })

  it('200: is taken once for callers at the same time', async () => {
    rig = await startRig()
    await Promise.all([ask('99000201'), ask('99000201'), ask('99000201')])
    expect(rig.documentApi.calls).toHaveLength(3)
  })

  it('200: needs no document for a filing that came on paper', async () => {
    rig = await startRig()
    await ask('99000213')
    expect(rig.documentApi.calls.filter((path) => path.includes('-0_'))).toEqual([])
  })

  it.each([
    ['private', /within a private network/],
    ['plain', /not https/],
    ['pdf', /another type/],
    ['throttled', /429/],
    ['error', /500/],
    ['down', /./],
  ] as const)(
    '503: that fails (%s) is a free 503, and nothing of it is stored',
    async (fault, cause) => {
      rig = await startRig()
      rig.documentApi.break(fault)
      const failed = await ask('99000201').catch((error: unknown) => error)
      expect(failed).toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
      expect(String((failed as Error).cause)).toMatch(cause)
      rig.documentApi.heal()
      if (fault !== 'throttled')
        expect(values(await ask('99000201'))).toMatchObject({ net_assets: '3800' })
    },
  )

  it('200: starts a process for a large document, and none for a small one', async () => {
    const xhtml = 'application/xhtml+xml'
    const large = sandboxCompanies(TODAY)
      .filter(({ number }) => number === '99000201')
      .map((each) => ({
        ...each,
        accounts: each.accounts!.map(({ document, ...filed }) => ({
          ...filed,
          document: {
            ...document!,
            resources: {
              [xhtml]: Buffer.concat([
                document!.resources[xhtml]!,
                Buffer.alloc(READ_HERE_BYTES, ' '),
              ]),
            },
          },
        })),
      }))
    let started = 0
    const processes = channel('child_process')
    const count = () => {
      started += 1
    }
    processes.subscribe(count)
    const documentApi = await startDocuments({ today: TODAY, companies: large })
    try {
      rig = await startRig()
      const small = values(await ask('99000201'))
      expect(started).toBe(0)
      await rig.stop()
      rig = await startRig({ settings: { companiesHouseDocumentUrl: documentApi.url } })
      expect(values(await ask('99000201'))).toEqual(small)
      expect(started).toBe(1)
    } finally {
      processes.unsubscribe(count)
      await documentApi.close()
    }
  })

  it('404: ends at 20 MiB', async () => {
    rig = await startRig()
    rig.documentApi.break('endless')
    await expect(ask('99000201')).rejects.toMatchObject({
      code: 'ACCOUNTS_NOT_READABLE',
      detail: expect.stringContaining('larger than 20 MiB'),
    })
  })

  it('503: that fails is a 503 also where the newest filing is a scan', async () => {
    rig = await startRig()
    rig.documentApi.break('error')
    await expect(ask('99000213')).rejects.toMatchObject({ code: 'UPSTREAM_UNAVAILABLE' })
  })

  it('200: leads on where an older filing cannot be fetched, with a flag', async () => {
    rig = await startRig()
    await ask('99000001', 1)
    rig.documentApi.break('error')
    const answer = await ask('99000001', 2)
    expect(codes(answer)).toContain('SOURCE_FAILED')
    expect(answer.confidence).toBe('low')
    expect(result(answer).filings[1]).toMatchObject({
      status: 'unreadable',
      reason: 'the filing could not be fetched now',
    })
  })

  it('503: is not taken at an address of this machine where the configured one is public', async () => {
    const { createRedirectTargets } = await import('../../upstream/redirect-target.ts')
    const targets = createRedirectTargets({
      name: 'documents',
      userAgent: 'test',
      timeoutMs: 1_000,
      maxBytes: 1_000,
      allowLoopback: false,
    })
    rig = await startRig()
    const { url } = rig.documentApi
    for (const address of [
      `${url}/store/x`,
      url.replace('http', 'https'),
      'https://localhost/x',
      'https://[::1]/x',
      'https://169.254.169.254/latest',
      'https://user:secret@example.org/x',
      'file:///etc/passwd',
      'nonsense',
    ])
      await expect(targets.get(address, '*/*', AbortSignal.timeout(2_000))).rejects.toMatchObject({
        name: 'UpstreamError',
        message: expect.stringContaining('redirects to'),
      })
    await targets.close()
  })
})
