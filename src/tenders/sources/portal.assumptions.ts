/** What `portal.ts`, `package.ts` and the model behind them take for granted of a portal. */
import {
  type Assumption,
  lacking,
  objectOf,
  objectsOf,
  type Payload,
  RECORDED,
} from '../../platform/assumption.ts'
import { asObject, asObjects, asText, type JsonObject, parseLenient } from '../model/json.ts'
import type { Portal } from '../portals/portal.ts'

function packageOf({ body }: Payload): JsonObject | null {
  try {
    return asObject(parseLenient(body.replace(/^\ufeff/, '')))
  } catch {
    return null
  }
}
const releasesOf = (payload: Payload) => asObjects(packageOf(payload)?.releases)

/** A portal's own, since each has its own dialect. */
export function portalAssumptions(portal: Portal): readonly Assumption[] {
  const held = (id: string, says: string, fault: Assumption['fault']): Assumption => ({
    id: `${portal.id}/${id}`,
    says,
    since: '2026-11-20',
    seen: RECORDED,
    fault,
  })
  return [
    held(
      'package',
      'a question is answered 200 with a release package, readable after small repairs',
      (payload) =>
        payload.status === 200 && objectsOf(packageOf(payload)?.releases) !== null
          ? null
          : `status ${payload.status}, no list of releases`,
    ),
    held('ocid', `every release has an ocid that begins with ${portal.ocidPrefix}`, (payload) =>
      lacking(
        releasesOf(payload),
        'such ocid',
        (release) => asText(release.ocid)?.startsWith(portal.ocidPrefix) === true,
      ),
    ),
    held('identity', 'nearly every release can be told from others', (payload) =>
      lacking(
        releasesOf(payload),
        'identity',
        (release) => portal.identify(release) !== null,
        true,
      ),
    ),
    held('date', 'every release has a date that can be read', (payload) =>
      lacking(
        releasesOf(payload),
        'readable date',
        (release) => !Number.isNaN(Date.parse(String(release.date))),
      ),
    ),
    held('tag', 'every release is tagged with what it tells', (payload) =>
      lacking(
        releasesOf(payload),
        'tag',
        (release) => Array.isArray(release.tag) && release.tag.length > 0,
      ),
    ),
    held('buyer', 'most releases name who buys', (payload) =>
      lacking(
        releasesOf(payload),
        'buyer',
        (release) => asObject(release.buyer) !== null || asObjects(release.parties).length > 0,
        true,
      ),
    ),
  ]
}

/** Assumptions about a portal that lists by month: single lists may fail. */
export function listsAssumptions(portal: Portal): readonly Assumption[] {
  return [
    {
      id: `${portal.id}/months`,
      says: 'at least one list of the last two months is answered',
      since: '2026-11-24',
      seen: RECORDED,
      fault({ json }) {
        const { requested, path, refusal } = objectOf(json)
        return typeof path === 'string'
          ? null
          : `none of ${requested} lists of the last two months is answered: ${refusal}`
      },
    },
  ]
}
