import type { Notice } from '../model/notice.ts'
import { getPortal } from '../portals/index.ts'

/** Another appearance of the same opportunity, as the dossier lists it. */
export interface AlsoPublished {
  ocid: string
  name: string
  notice_url: string
}

export type Appearance = Pick<Notice, 'key' | 'ocid' | 'portal' | 'noticeUrl'>

/**
 * Lists the notices that are linked with one, and those of other buyers under its ocid.
 * `standsBehind`: key of the notice that is shown, by key of each one behind it.
 */
export function listAlsoPublished(
  notice: Appearance,
  all: Iterable<Appearance>,
  standsBehind: ReadonlyMap<string, string>,
): AlsoPublished[] {
  const headOf = ({ key }: Appearance) => standsBehind.get(key) ?? key
  const isShared = ({ key }: Appearance) => key.includes('|')
  const isSameProcess = (other: Appearance) =>
    isShared(notice) && isShared(other) && other.ocid.toLowerCase() === notice.ocid.toLowerCase()
  return [...all]
    .filter((other) => other.key !== notice.key)
    .filter((other) => headOf(other) === headOf(notice) || isSameProcess(other))
    .map(({ ocid, portal, noticeUrl }) => ({
      ocid,
      name: getPortal(portal).name,
      notice_url: noticeUrl,
    }))
    .sort((a, b) => (a.notice_url < b.notice_url ? -1 : 1))
}
