/** What `companies-house.ts` and the model behind it take for granted of the register. */
import {
  type Assumption,
  lacking,
  objectOf,
  objectsOf,
  type Payload,
  RECORDED,
} from '../../platform/assumption.ts'
import { isCivilDate } from '../../platform/london.ts'

const SINCE = '2026-11-20'
const dateOrNone = (value: unknown) => value === undefined || value === null || isCivilDate(value)
const itemsOf = ({ json }: Payload) => objectsOf(objectOf(json).items)
const isCount = (value: unknown) =>
  Number.isSafeInteger(Number(value)) && value !== null && value !== undefined

const held = (id: string, says: string, fault: Assumption['fault']): Assumption => ({
  id: `companies-house/${id}`,
  says,
  since: SINCE,
  seen: RECORDED,
  fault,
})

export const SEARCH_ASSUMPTIONS: readonly Assumption[] = [
  held('search-items', 'a search answers 200 with a list `items`', (payload) =>
    payload.status === 200 && itemsOf(payload) !== null
      ? null
      : `status ${payload.status}, no list of items`,
  ),
  held(
    'search-number',
    'most hits have a `company_number` of 6 to 8 capitals and digits, and a `title`',
    (payload) =>
      lacking(
        itemsOf(payload) ?? [],
        'number and title',
        (hit) =>
          /^[A-Z0-9]{6,8}$/.test(String(hit.company_number)) && typeof hit.title === 'string',
        true,
      ),
  ),
  held('search-date', 'what hits say of their beginning is a date or nothing', (payload) =>
    lacking(itemsOf(payload) ?? [], 'readable date_of_creation', (hit) =>
      dateOrNone(hit.date_of_creation),
    ),
  ),
]

export const PROFILE_ASSUMPTIONS: readonly Assumption[] = [
  held('profile-number', 'a profile is of the company that was asked for', ({ url, json }) => {
    const asked = /\/company\/([A-Z0-9]+)$/.exec(url)?.[1]
    const told = objectOf(json).company_number
    return told === asked ? null : `asked for ${asked}, told of ${String(told).slice(0, 20)}`
  }),
  held('profile-name', 'a profile has a `company_name` and a `type`', ({ json }) => {
    const { company_name: name, type } = objectOf(json)
    return typeof name === 'string' && typeof type === 'string'
      ? null
      : 'no company_name or no type'
  }),
  held('profile-status', '`company_status` is a key in lower case, or absent', ({ json }) => {
    const { company_status: status } = objectOf(json)
    return status === undefined || /^[a-z-]{1,80}$/.test(String(status))
      ? null
      : 'company_status is no key'
  }),
  held('profile-dates', 'dates of beginning and end are dates', ({ json }) => {
    const { date_of_creation: creation, date_of_cessation: cessation } = objectOf(json)
    return dateOrNone(creation) && dateOrNone(cessation) ? null : 'a date in another form'
  }),
  held(
    'profile-accounts',
    'accounts name their next due date in `next_accounts.due_on` or `next_due`',
    ({ json }) => {
      const accounts = objectOf(objectOf(json).accounts)
      if (objectOf(json).company_status !== 'active' || Object.keys(accounts).length === 0)
        return null
      const due = objectOf(accounts.next_accounts).due_on ?? accounts.next_due
      return dateOrNone(due) ? null : 'a due date in another form'
    },
  ),
  held(
    'profile-links',
    '`links` is an object, in which `charges` and `insolvency` name what there is',
    ({ json }) => {
      const { links } = objectOf(json)
      if (Object.keys(objectOf(links)).length === 0) return 'no links'
      const { charges, insolvency } = objectOf(links)
      return [charges, insolvency].every((link) => link === undefined || typeof link === 'string')
        ? null
        : 'a link that is no text'
    },
  ),
]

export const OFFICER_ASSUMPTIONS: readonly Assumption[] = [
  held('officers-items', 'a list of officers answers 200 with `items`', (payload) =>
    payload.status === 200 && itemsOf(payload) !== null
      ? null
      : `status ${payload.status}, no list of items`,
  ),
  held('officers-total', '`total_results` counts them over all pages', ({ json }) => {
    const total = objectOf(json).total_results
    return total === undefined || isCount(total) ? null : 'total_results is no count'
  }),
  held('officers-role', 'every officer has an `officer_role`, a key in lower case', (payload) =>
    lacking(itemsOf(payload) ?? [], 'officer_role', (officer) =>
      /^[a-z0-9-]{1,80}$/.test(String(officer.officer_role)),
    ),
  ),
  held(
    'officers-dates',
    'most officers have the day of the appointment, and of the resignation where there was one',
    (payload) =>
      lacking(
        itemsOf(payload) ?? [],
        'readable days',
        (officer) =>
          isCivilDate(officer.appointed_on ?? officer.appointed_before) &&
          dateOrNone(officer.resigned_on),
        true,
      ),
  ),
]

export const FILING_ASSUMPTIONS: readonly Assumption[] = [
  held('filings-items', 'a filing history answers 200 with `items`', (payload) =>
    payload.status === 200 && itemsOf(payload) !== null
      ? null
      : `status ${payload.status}, no list of items`,
  ),
  held('filings-members', 'most filings have their date, type and description', (payload) =>
    lacking(
      itemsOf(payload) ?? [],
      'date, type and description',
      (filing) =>
        isCivilDate(filing.date) &&
        typeof filing.type === 'string' &&
        typeof filing.description === 'string',
      true,
    ),
  ),
]
