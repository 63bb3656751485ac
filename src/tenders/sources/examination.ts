/** Checks of one page of a portal, for `ukintel doctor`. */
import { UnexpectedAnswer } from '../../platform/errors.ts'
import { type Check, describeLacking } from '../../platform/examination.ts'
import type { Portal } from '../portals/portal.ts'
import { readRelease } from '../portals/read-release.ts'
import type { Page } from './page.ts'

/** `sample` is called once. */
export function portalChecks(portal: Portal, sample: () => Promise<Page>): readonly Check[] {
  let sampled: Promise<Page> | undefined
  const check = (assumption: string, judge: (page: Page) => string | null): Check => ({
    assumption: `${portal.id}/${assumption}`,
    async difference() {
      sampled ??= sample()
      const page = await sampled
      if (page.isUnreadable)
        throw new UnexpectedAnswer('it answered what is no JSON, even after small repairs')
      return judge(page)
    },
  })
  const months = check(
    'months: at least one list of the last two months is answered',
    ({ isSilent, unanswered }) =>
      isSilent
        ? `none of ${unanswered.length} lists of the last two months is answered but by 500`
        : null,
  )
  const releases = check(
    'releases: an answer is a release package, its ocids are of this portal, nearly all releases can be read and most name who buys',
    (page) => {
      if (page.isSilent) throw new Error('no list is answered')
      return releasesDifference(portal, page.releases)
    },
  )
  return portal.listing.by === 'month' ? [months, releases] : [releases]
}

export function releasesDifference(portal: Portal, releases: readonly unknown[]): string | null {
  const read = releases.map((raw) => readRelease(portal, raw))
  const unread = describeLacking(read, 'known form', ({ ok }) => ok, 0.1)
  if (unread !== null) return `${unread}: ${read.find((each) => !each.ok)?.reason}`
  const usable = read.filter((each) => each.ok).map(({ release }) => release)
  return (
    describeLacking(
      usable,
      `ocid of ${portal.name}`,
      ({ ocid }) => ocid.startsWith(portal.ocidPrefix),
      0,
    ) ?? describeLacking(usable, 'buyer', ({ buyer }) => buyer !== null)
  )
}
