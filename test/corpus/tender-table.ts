/**
 * Region, framework, hour and submission link of every recorded notice, one line each, for
 * comparison with the notice.
 */
import { mergeProcess } from '../../src/tenders/model/merge.ts'
import { type Notice, readNotice } from '../../src/tenders/model/notice.ts'
import { regionText } from '../../src/tenders/model/regions.ts'
import type { Release } from '../../src/tenders/model/release.ts'
import { momentText } from '../../src/tenders/model/summary.ts'
import { getPortal } from '../../src/tenders/portals/index.ts'
import { readRelease } from '../../src/tenders/portals/read-release.ts'
import { RECORDED, recordedReleases } from './recorded-releases.ts'

export interface TableLine {
  ocid: string
  region: string
  framework: string
  deadline: string
  link: string
}

export function recordedNotices(): Notice[] {
  const byOcid = new Map<string, Release[]>()
  for (const portal of Object.keys(RECORDED) as (keyof typeof RECORDED)[]) {
    for (const { json } of recordedReleases(portal)) {
      const read = readRelease(getPortal(portal), JSON.parse(json.replaceAll('1e9999', 'null')))
      if (!read.ok) throw new Error(read.reason)
      byOcid.set(read.release.ocid, [...(byOcid.get(read.release.ocid) ?? []), read.release])
    }
  }
  return [...byOcid.values()].flatMap((releases) => {
    const merged = mergeProcess(releases)
    return merged
      .map((each) => readNotice(each, merged.length > 1))
      .filter((notice) => notice !== null)
  })
}

export function tableLine(notice: Notice): TableLine {
  const kind = notice.terms?.contract.framework?.kind
  return {
    ocid: notice.ocid,
    region: `${regionText(notice.regions) ?? '-'}${notice.ukAsStated ? ' as stated' : ''}`,
    framework: kind ?? '-',
    deadline:
      notice.deadlineMs === null ? '-' : momentText(notice.deadlineMs, notice.deadlinePrecision),
    link: notice.submissionUrl ?? '-',
  }
}
