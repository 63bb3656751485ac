/** An invented corpus of live tender notices of any size, the same in every run. */
import { BUYERS, noticeRelease, SUBJECTS } from '../../sandbox/tender-portals/releases.ts'
import type { Notice } from '../../src/tenders/model/notice.ts'
import { ALL_REGIONS } from '../../src/tenders/model/regions.ts'
import { FIND_A_TENDER } from '../../src/tenders/portals/find-a-tender.ts'
import { buildBatch, emptyPage, readInto } from '../../src/tenders/reading.ts'
import { randomOf } from './bulk-file.ts'

export const NOW = Date.parse('2026-11-18T09:00:00Z')
export const TODAY = '2026-11-18'
const DAY = 86_400_000
export const TITLES = SUBJECTS.map((subject) => subject.title)
export const SCOPES = SUBJECTS.map((subject) => subject.scope)

/**
 * One notice read as the portals publish it, then varied: title, sentences of other scopes, value,
 * deadline, buyer.
 */
export function* variations(count: number): Generator<Notice> {
  const bases = SUBJECTS.map((subject, index) => {
    const page = emptyPage()
    const spec = {
      form: 'act',
      number: index + 1,
      subject,
      buyer: BUYERS[index % BUYERS.length]!,
      publishedMs: NOW - DAY,
      deadlineMs: NOW + 20 * DAY,
    }
    readInto(page, FIND_A_TENDER, JSON.parse(noticeRelease(spec).json), NOW)
    return JSON.parse(
      buildBatch(page, null, 0).merge(page.releases.map((row) => row.json))[0]!.json,
    ) as Notice
  })
  const sentences = SCOPES.flatMap((scope) => scope.split('. '))
  const random = randomOf(7)
  const codes = Array.from({ length: 3000 }, () =>
    String(Math.floor(3_000_000 + random() * 95_000_000)).padStart(8, '0'),
  )
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  for (let number = 0; number < count; number += 1) {
    const base = pick(bases)
    const key = `ocds-h6vhtk-${number.toString(16).padStart(6, '0')}`
    const buyer = `${pick(BUYERS).name} ${Math.floor(random() * 400)}`
    const deadlineMs = NOW + Math.floor((1 + random() * 90) * DAY)
    const filler = Array.from({ length: 6 }, () => pick(sentences)).join('. ')
    yield {
      ...base,
      key,
      ocid: key,
      title: `${base.title}, phase ${Math.floor(random() * 900)}`,
      buyer,
      buyerKey: `name:${buyer.toLowerCase()}`,
      buyerNameKey: `name:${buyer.toLowerCase()}`,
      description: `${base.description} ${filler}. Reference ${key.slice(-6)}.`,
      deadlineMs,
      value:
        random() < 0.2
          ? null
          : {
              amount: Math.floor(10_000 + random() * 2_000_000),
              currency: 'GBP',
              min: null,
              max: null,
              basis: 'tender',
            },
      // Thousands of different lists of codes, as buyers make them.
      cpv:
        random() < 0.05
          ? null
          : [
              ...(base.cpv ?? []),
              ...Array.from({ length: Math.floor(random() * 4) }, () => pick(codes)),
            ],
      regions: random() < 0.1 ? 0 : random() < 0.2 ? ALL_REGIONS : 1 << Math.floor(random() * 12),
    }
  }
}
