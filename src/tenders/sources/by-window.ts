import { UpstreamError } from '../../upstream/http.ts'
import { newestWindow } from '../model/coverage.ts'
import { asObject } from '../model/json.ts'
import type { ListedByWindow } from '../portals/portal.ts'
import { readPackage } from './package.ts'
import type { Asker } from './page.ts'

/** Find a Tender refuses windows of less than two seconds. */
const SHORTEST_MS = 2000
const HOUR_MS = 3_600_000
/** Over a long weekend nothing may be published. */
const SAMPLE_MS = 96 * HOUR_MS

/** Cursors are never followed: they lose rows. */
export function askByWindow(upstream: string, { path, fullAt }: ListedByWindow): Asker {
  const listPublished: Asker['listPublished'] = async ([from, to], ask) => {
    const body = await ask(path([Math.min(from, to - SHORTEST_MS), to]))
    if (!Buffer.isBuffer(body))
      throw new UpstreamError(upstream, 'server_error', 'answered 500', { status: 500 })
    const read = readPackage(upstream, body)
    if (read === null) return { kind: 'unreadable' }
    const { releases } = read
    if (!Array.isArray(releases))
      throw new UpstreamError(upstream, 'server_error', 'answered a package without releases')
    const full = releases.length >= fullAt || Boolean(asObject(read.links)?.next)
    return { kind: 'releases', releases, full, unanswered: [], silent: false }
  }

  return {
    newest: newestWindow,
    listPublished,
    sample(nowMs, ask) {
      const hour = Math.floor(nowMs / HOUR_MS) * HOUR_MS
      return listPublished([hour - SAMPLE_MS, hour], ask)
    },
  }
}
