import { UpstreamError } from '../../upstream/http.ts'
import { newestWindow } from '../model/coverage.ts'
import { asObject } from '../model/json.ts'
import type { ListedByWindow } from '../portals/portal.ts'
import { readPackage } from './package.ts'
import { type Asker, EMPTY_PAGE } from './page.ts'

const HOUR_MS = 3_600_000
/** Over a long weekend nothing may be published. */
const SAMPLE_MS = 96 * HOUR_MS

/** Cursors are never followed: they lose rows. */
export function askByWindow(upstream: string, { path, fullAt, shortestMs }: ListedByWindow): Asker {
  const listPublished: Asker['listPublished'] = async ([from, to], ask) => {
    const body = await ask(path([Math.min(from, to - shortestMs), to]))
    if (!Buffer.isBuffer(body))
      throw new UpstreamError(upstream, 'server_error', 'answered 500', { status: 500 })
    const read = readPackage(upstream, body)
    if (read === null) return { ...EMPTY_PAGE, isFull: true, isUnreadable: true }
    const { releases } = read
    if (!Array.isArray(releases))
      throw new UpstreamError(upstream, 'server_error', 'answered a package without releases')
    const isFull = releases.length >= fullAt || Boolean(asObject(read.links)?.next)
    return { ...EMPTY_PAGE, releases, isFull }
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
