import type { Notice } from '../model/notice.ts'
import { getPortal } from '../portals/index.ts'

/** Another appearance of the same opportunity, as the dossier lists it. */
export interface AlsoPublished {
  ocid: string
  name: string
  notice_url: string
}

export type Appearance = Pick<Notice, 'key' | 'ocid' | 'portal' | 'noticeUrl'>

/** Per notice key: the linked notices, and the other buyers' notices under the same ocid. */
export function groupAlsoPublished(
  notices: readonly Appearance[],
  standsBehind: ReadonlyMap<string, string>,
): Record<string, readonly AlsoPublished[]> {
  const groups = new Map<string, Appearance[]>()
  const join = (group: string, notice: Appearance) => {
    const members = groups.get(group)
    if (members) members.push(notice)
    else groups.set(group, [notice])
  }
  const heads = new Set(standsBehind.values())
  for (const notice of notices) {
    const head = standsBehind.get(notice.key) ?? (heads.has(notice.key) ? notice.key : null)
    if (head !== null) join(`linked|${head}`, notice)
    if (notice.key.includes('|')) join(`shared|${notice.ocid.toLowerCase()}`, notice)
  }
  const result = new Map<string, AlsoPublished[]>()
  for (const members of groups.values()) {
    for (const notice of members) {
      const others = members.filter((other) => other.key !== notice.key)
      const list = result.get(notice.key) ?? []
      list.push(
        ...others.map((other) => ({
          ocid: other.ocid,
          name: getPortal(other.portal).name,
          notice_url: other.noticeUrl,
        })),
      )
      result.set(notice.key, list)
    }
  }
  return Object.fromEntries(
    [...result].map(([key, list]) => [
      key,
      list.sort((a, b) => (a.notice_url < b.notice_url ? -1 : 1)),
    ]),
  )
}
