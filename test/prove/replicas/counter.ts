/**
 * What is really sold, of every wing, over the sandbox's sources: what buyers ask for next follows
 * from what they bought before, and while they buy the sources change and fall away.
 */
import { mkdirSync } from 'node:fs'
import { ADVERTS } from '../../../sandbox/grant-listing/advert.ts'
import { writeSandboxSeeds } from '../../../sandbox/grant-listing/seeds.ts'
import { startSources } from '../../../sandbox/sources.ts'
import { BUYERS, noticeRelease, SUBJECTS } from '../../../sandbox/tender-portals/releases.ts'
import type { SourceHealth } from '../../../src/background/health.ts'
import { createLifecycle } from '../../../src/platform/lifecycle.ts'
import { isUnasked } from '../../../src/transports/source-names.ts'
import { cli } from '../../support/cli.ts'
import { ask } from '../../support/service.ts'
import type { Goods, Purchase } from '../market.ts'
import { type Random, tally } from '../random.ts'

const DAY_MS = 86_400_000
/** While the register is away, dated copies and 503 are what is to be seen. */
const AWAY_MS = 8000
/** Number of remembered names for each kind of answer. */
const REMEMBERED = 200

const FUNDERS = ['Brambledown Community Foundation', 'The Saltmarsh Trust', 'Northern Fells Fund']

type Line = 'company' | 'tenders' | 'grants' | 'funders' | 'changes' | 'screen'
type Target = Omit<Goods, 'accepted'>

export interface Counter {
  /** Answered calls by operation, and changes in free answers of `changes`. */
  readonly sold: ReturnType<typeof tally>
  /** Counts of changes of the sources. */
  readonly happened: ReturnType<typeof tally>
  /** For a replica that keeps its files in this folder. */
  environment(folder: string): Record<string, string>
  /** Resolves when everything can be delivered at this address. */
  filled(url: string): Promise<void>
  /** Something that has a price now. Null: nothing came of asking. */
  choose(url: string, random: Random): Promise<Goods | null>
  /** Records a purchase that ended. */
  learn(purchase: Purchase): void
  /** Changes the sources, and the operator's command reads one of them. */
  change(random: Random, environment: Record<string, string>): Promise<void>
  close(): Promise<void>
}

export async function openCounter(): Promise<Counter> {
  const lifecycle = createLifecycle()
  const sources = await startSources(lifecycle)
  const numbers = sources.companiesHouse.companies.map(({ number }) => number)
  const sold = tally()
  const happened = tally()
  const seen: Record<'ocid' | 'grant', Set<string>> = { ocid: new Set(), grant: new Set() }
  /** Cursor of each saved search. */
  const cursors = new Map<string, string>()
  let published = 0

  const keep = (kind: keyof typeof seen, id: unknown) => {
    if (typeof id === 'string' && seen[kind].size < REMEMBERED) seen[kind].add(id)
  }
  const get = (name: string, path: string): Target => ({ name, method: 'GET', path })
  const post = (name: string, path: string, body: object): Target => ({
    name,
    method: 'POST',
    path,
    body: JSON.stringify(body),
  })

  const SAVED = [
    'subject=tenders&region=england',
    'subject=tenders&region=scotland',
    'subject=grants&region=england',
    'subject=grants&q=community',
  ]
  const companies = {
    profile: '',
    verdict: '/verdict',
    'verdict in full': '/verdict?detail=full',
    'FCA register': '/fca',
  }
  const asked: Record<Line, (random: Random) => Target> = {
    company: (random) => {
      const [name, rest] = random.pick(Object.entries(companies))
      return get(name, `/v1/company/${random.pick(numbers)}${rest}`)
    },
    screen: (random) =>
      post('screen', '/v1/company/screen', {
        numbers: [...new Set([0, 1, 2].map(() => random.pick(numbers)))],
      }),
    tenders: (random) => {
      const ocids = [...seen.ocid]
      const kind = random.below(ocids.length > 0 ? 4 : 2)
      if (kind === 0)
        return get(
          'tender search',
          `/v1/tenders/search?region=${random.pick(['england', 'scotland', 'wales'])}&limit=20`,
        )
      if (kind === 1)
        return post('tender fit', '/v1/tenders/fit-score', {
          description: random.pick(SUBJECTS).scope.slice(0, 200),
          regions: ['england'],
        })
      const what = random.pick(['brief', 'buyer'])
      return get(`tender ${what}`, `/v1/tenders/${random.pick(ocids)}/${what}`)
    },
    grants: (random) => {
      const ids = [...seen.grant]
      const kind = random.below(ids.length > 0 ? 4 : 2)
      if (kind === 0)
        return get(
          'grant search',
          `/v1/grants/search?q=${random.pick(['community', 'energy', 'school'])}&open_now=false`,
        )
      if (kind === 1)
        return post('grant match', '/v1/grants/match', {
          description: `${random.pick(ADVERTS).name} in our village`,
          org_type: 'charity',
        })
      return get(
        'grant eligibility',
        `/v1/grants/${random.pick(ids)}/eligibility?org_type=charity&region=england`,
      )
    },
    funders: (random) =>
      get('funder history', `/v1/funders/${encodeURIComponent(random.pick(FUNDERS))}`),
    changes: (random) => {
      const search = random.pick(SAVED)
      const cursor = cursors.get(search)
      return get(
        'changes',
        `/v1/changes?${search}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
      )
    },
  }
  const LINES = Object.keys(asked) as Line[]

  /** Stores the newest cursor of a saved search. */
  const readUpTo = (path: string, cursor: unknown) => {
    const search = path.slice('/v1/changes?'.length).replace(/&cursor=.*$/, '')
    if (typeof cursor === 'string') cursors.set(search, cursor)
  }

  async function awayForAWhile(): Promise<void> {
    happened.add('register away')
    sources.companiesHouse.break('down')
    await pause(AWAY_MS)
    sources.companiesHouse.heal()
  }

  /** @throws if the operator's command fails for another reason than a running read */
  async function read(
    what: 'tenders' | 'grants',
    environment: Record<string, string>,
  ): Promise<void> {
    const { code, stderr } = await cli(['ingest', what], environment)
    happened.add(
      code === 0
        ? `${what} read by the operator`
        : `${what} not read: ${stderr.trim().split('\n').at(-1)?.slice(0, 120)}`,
    )
  }

  return {
    sold,
    happened,
    environment(folder) {
      mkdirSync(folder, { recursive: true })
      writeSandboxSeeds(sources.grantListing, folder)
      return {
        ...sources.environment,
        COMPANY_MIRROR: 'bulk',
        INGEST: 'scheduled',
        DATA_DIR: folder,
      }
    },

    async filled(url) {
      for (let tries = 0; tries < 3600; tries += 1) {
        const { json } = await ask(`${url}/v1/health`).catch(() => ({
          json: {} as Record<string, unknown>,
        }))
        const states = Object.entries(
          (json.upstreams ?? {}) as Record<string, { status: SourceHealth['status'] }>,
        )
        const isReady = ([name, { status }]: (typeof states)[number]) =>
          !['waiting', 'failing', 'stale'].includes(status) || isUnasked(name, status)
        if (states.length > 0 && states.every(isReady)) return
        await pause(500)
      }
      throw new Error('the indexes were not filled within half an hour')
    },

    async choose(url, random) {
      const target = asked[random.pick(LINES)](random)
      const { method, path, body } = target
      const reply = await ask(`${url}${path}`, {
        method,
        ...(body === undefined ? {} : { body }),
        signal: AbortSignal.timeout(20_000),
      }).catch(() => null)
      if (path.startsWith('/v1/changes') && (reply?.status === 200 || reply?.status === 204)) {
        sold.add(reply.status === 200 ? 'cursors given' : 'nothing new')
        readUpTo(
          path,
          reply.headers.get('next-cursor') ??
            (reply.json.result as { cursor?: string } | undefined)?.cursor,
        )
      }
      const accepted = reply?.terms?.accepts[0]
      return accepted ? { ...target, accepted } : null
    },

    learn({ goods, delivered, isUnsold }) {
      if (isUnsold) sold.add(`unsold in the end: ${goods.name}`)
      if (!delivered) return
      const { result } = JSON.parse(delivered.bytes) as { result: Record<string, unknown> }
      sold.add(goods.name)
      for (const { ocid } of (result.notices ?? []) as { ocid: string }[]) keep('ocid', ocid)
      for (const { id } of (result.grants ?? []) as { id: string }[]) keep('grant', id)
      if (goods.path.startsWith('/v1/changes')) readUpTo(goods.path, result.cursor)
    },

    async change(random, environment) {
      const what = random.pick(['tenders', 'grants', 'register'] as const)
      if (what === 'register') return awayForAWhile()
      if (what === 'tenders') {
        const nowMs = Date.now()
        for (let more = 3; more > 0; more -= 1) {
          published += 1
          const spec = {
            form: 'act',
            number: 70_000 + published,
            subject: random.pick(SUBJECTS),
            buyer: random.pick(BUYERS),
            publishedMs: nowMs - 60_000,
            deadlineMs: nowMs + 20 * DAY_MS,
          }
          sources.tenderPortals.publish(
            noticeRelease({ ...spec, patch: { id: `${700_000 + published}-2026` } }),
          )
        }
      } else {
        const slugs = sources.grantListing.slugs()
        sources.grantListing.edit(random.pick(slugs), {
          item: { grantMaximumAward: 1000 * (1 + random.below(90)) },
        })
      }
      await read(what, environment)
    },

    close: () => lifecycle.stop(),
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
