/**
 * A month of invented change at the sources: tenders, grants and companies that come, move, close
 * and change, by chance.
 */

import {
  type SandboxCompaniesHouse,
  startCompaniesHouse,
} from '../../../sandbox/companies-house/server.ts'
import { ADVERTS } from '../../../sandbox/grant-listing/advert.ts'
import { type GrantListing, startGrantListing } from '../../../sandbox/grant-listing/server.ts'
import { BUYERS, noticeRelease, SUBJECTS } from '../../../sandbox/tender-portals/releases.ts'
import { startTenderPortals, type TenderPortals } from '../../../sandbox/tender-portals/server.ts'
import { londonDate } from '../../../src/platform/london.ts'
import type { Random } from '../random.ts'

const HOUR_MS = 3_600_000

interface Tender {
  number: number
  subject: (typeof SUBJECTS)[number]
  buyer: (typeof BUYERS)[number]
  deadlineMs: number
  open: boolean
}

export interface ChangingWorld {
  portals: TenderPortals
  listing: GrantListing
  register: SandboxCompaniesHouse
  /** Changes of companies by number, as they must be reported. */
  happened: Map<string, string[]>
  /** Some hours of change, dated before `nowMs`. */
  change(nowMs: number): void
  close(): Promise<void>
}

export const WATCHED = ['99000001', '99000003', '99000005', '99000007', '99000009']

export async function startChangingWorld(random: Random, startMs: number): Promise<ChangingWorld> {
  const portals = await startTenderPortals({ releases: [] })
  const listing = await startGrantListing({ nowMs: startMs })
  const register = await startCompaniesHouse({
    today: londonDate(startMs),
    limitPer5Min: 1_000_000,
  })
  const tenders: Tender[] = []
  const happened = new Map<string, string[]>(WATCHED.map((number) => [number, []]))
  let count = 50_000
  let releases = 0
  let adverts = 0
  let steps = 0

  function publish(
    { number, subject, buyer, deadlineMs }: Tender,
    type: string,
    tag: string,
    publishedMs: number,
  ) {
    releases += 1
    const patch = { id: `${600_000 + releases}-2026` }
    const spec = { form: 'act', number, subject, buyer, publishedMs, deadlineMs }
    portals.publish(noticeRelease({ ...spec, type, tag: [tag], patch }))
  }

  function tenderStep(atMs: number): void {
    for (let born = 2 + random.below(4); born > 0; born -= 1) {
      count += 1
      const tender: Tender = {
        number: count,
        subject: SUBJECTS[random.below(SUBJECTS.length)]!,
        buyer: BUYERS[random.below(BUYERS.length)]!,
        deadlineMs: atMs + HOUR_MS * (20 + random.below(14 * 24)),
        open: true,
      }
      tenders.push(tender)
      publish(tender, 'UK4', 'tender', atMs)
    }
    for (const tender of tenders.filter(({ open, deadlineMs }) => open && deadlineMs > atMs)) {
      const chance = random.below(100)
      if (chance < 3) {
        tender.deadlineMs += HOUR_MS * (24 + random.below(96))
        publish(tender, 'UK4', 'tenderUpdate', atMs)
      } else if (chance < 4) {
        tender.open = false
        publish(tender, 'UK12', 'tenderCancellation', atMs)
      } else if (chance < 6) {
        tender.open = false
        publish(tender, 'UK6', 'award', atMs)
      } else if (chance < 8) {
        // Words that no search looks for, and a place that some do.
        tender.buyer = { ...tender.buyer, nuts: BUYERS[random.below(BUYERS.length)]!.nuts }
        publish(tender, 'UK4', 'tenderUpdate', atMs)
      }
    }
  }

  function grantStep(): void {
    const slugs = listing.slugs()
    if (random.below(4) === 0 && slugs.length > 38)
      listing.unpublish(slugs[random.below(slugs.length)]!)
    if (random.below(3) === 0) {
      adverts += 1
      const base = ADVERTS[random.below(ADVERTS.length)]!
      listing.publish({
        ...base,
        slug: `month-${adverts}`,
        name: `${base.name} ${adverts}`,
        opensIn: random.below(30),
        closesIn: 31 + random.below(9),
      })
    }
    if (random.below(3) === 0)
      listing.edit(listing.slugs()[random.below(listing.slugs().length)]!, {
        item: { grantMaximumAward: 1000 * (1 + random.below(90)) },
      })
  }

  function companyStep(): void {
    for (const number of WATCHED) {
      if (random.below(3) !== 0) continue
      const { profile, officers } = register.companies.find((each) => each.number === number)!
      const what = random.below(2)
      if (what === 0) {
        profile.company_status = profile.company_status === 'active' ? 'liquidation' : 'active'
        happened.get(number)!.push(`status ${profile.company_status}`)
      } else {
        ;(officers as unknown[]).push({
          ...(officers[0] as object),
          links: { self: `/company/${number}/appointments/x${officers.length}` },
        })
        happened.get(number)!.push(`officers ${officers.length}`)
      }
    }
  }

  return {
    portals,
    listing,
    register,
    happened,
    change(nowMs) {
      tenderStep(nowMs - HOUR_MS)
      grantStep()
      // Once a day: two changes between two reads of a company count as one.
      if (steps % 4 === 0) companyStep()
      steps += 1
    },
    async close() {
      await Promise.all([portals.close(), listing.close(), register.close()])
    },
  }
}
