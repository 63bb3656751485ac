/** What `find-a-grant.ts` and `page-data.ts` take for granted of the listing's site. */
import { type Assumption, objectOf, type Payload } from '../../platform/assumption.ts'
import { errorMessage } from '../../platform/errors.ts'
import { buildIdOf, embeddedPageProps, type ListPage, readListPage } from './page-data.ts'
import { forbids } from './robots.ts'

const held = (id: string, says: string, fault: Assumption['fault']): Assumption => ({
  id: `find-a-grant/${id}`,
  says,
  since: '2026-11-20',
  // The site's published code and its form definition.
  seen: null,
  fault,
})

function propsOf({ body }: Payload) {
  try {
    return embeddedPageProps(body)
  } catch {
    return null
  }
}

function listOf(payload: Payload): ListPage | string {
  try {
    return readListPage(propsOf(payload) ?? {})
  } catch (error) {
    return errorMessage(error)
  }
}

export const listingAssumptions: readonly Assumption[] = [
  held(
    'embedded',
    'the page of the list embeds its data in `__NEXT_DATA__`, or names the build id of the data route',
    (payload) =>
      payload.status === 200 && (propsOf(payload) !== null || buildIdOf(payload.body) !== null)
        ? null
        : `status ${payload.status}, no page data`,
  ),
  held(
    'list',
    'the data have `searchResult` and `totalGrants`, and most adverts the members that are read',
    (payload) => {
      const list = listOf(payload)
      return typeof list === 'string' ? list : null
    },
  ),
  held('whole', 'one page of 400 holds the whole list', (payload) => {
    const list = listOf(payload)
    return typeof list === 'string' || list.itemCount >= list.totalGrants
      ? null
      : `${list.itemCount} of ${list.totalGrants} adverts`
  }),
  held('slug', 'no advert has a slug of another form', (payload) => {
    const results = objectOf(propsOf(payload)).searchResult
    const list = listOf(payload)
    if (typeof list === 'string' || !Array.isArray(results)) return null
    return list.broken.length === 0
      ? null
      : `${list.broken.length} of ${results.length} adverts cannot be read`
  }),
]

export const robotsAssumptions = (agentName: string): readonly Assumption[] => [
  held('robots', 'robots.txt does not forbid the list', ({ status, body }) =>
    status === 200 && forbids(body, agentName, '/grants') ? 'robots.txt forbids /grants' : null,
  ),
]
