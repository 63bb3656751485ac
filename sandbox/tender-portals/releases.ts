/** Invented releases in every shape that the portals really publish, defects included. */
import {
  dayFields,
  type Fields,
  fill,
  loadRecords,
  mergePatch,
  momentField,
  type Shape,
} from '../records.ts'
import { rememberLast } from '../remember-last.ts'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** A release as a portal of the sandbox holds it. */
export interface PublishedRelease {
  /** Id of a portal. */
  portal: string
  /** When the portal lists it. */
  publishedMs: number
  ocid: string
  id: string
  /** Text of the release: some of it is not valid JSON. */
  json: string
  /** Type of notice, at portals that list by it. */
  type?: number
}

/** What is bought. No real notice is included. */
export interface Subject {
  title: string
  scope: string
  cpv: readonly string[]
  valueGbp: number
  category: 'services' | 'works' | 'goods'
}

export interface Buyer {
  name: string
  ppon?: string
  nuts: string
  /** Contracts Finder's way to name the place. */
  region?: string
  postcode: string
}

/** Members of a notice. Each is a field of its form. */
interface NoticeMembers {
  /** Name of a line of `forms.jsonl`. */
  form: string
  number: number
  /** Type of notice; at portals that list by it, a number. */
  type?: string | number
  tag?: readonly string[]
  /** Merge patch of the form's release. */
  patch?: Shape
}

export interface NoticeSpec extends NoticeMembers {
  subject: Subject
  buyer: Buyer
  publishedMs: number
  deadlineMs: number
}

/** A notice of a line of `tenders.jsonl`. */
interface Notice extends NoticeMembers {
  buyer: string
  /** Days from today. */
  published: number
  deadline: number
  /** Position in the morning of its day. */
  slot?: number
}

interface Form extends NoticeMembers {
  portal: string
  release: Shape
}

interface Tender extends Subject {
  notices: readonly Notice[]
}

const FORMS = loadRecords<Form>('tender-portals/forms.jsonl')
const TENDERS = loadRecords<Tender>('tender-portals/tenders.jsonl')
const WHOLE = loadRecords<Pick<Form, 'portal' | 'release'>>('tender-portals/releases.jsonl')
export const BUYERS = loadRecords<Buyer>('tender-portals/buyers.jsonl')
export const SUBJECTS: readonly Subject[] = TENDERS

const cpv = (id: string) => ({ scheme: 'CPV', id, description: 'See the CPV 2008 vocabulary' })

/** Builds a notice in a form: the form's release with the notice's fields. */
export function noticeRelease(spec: NoticeSpec): PublishedRelease {
  const { subject, buyer, publishedMs, deadlineMs, patch = {}, ...members } = spec
  const form = FORMS.find((each) => each.form === spec.form)!
  const published = momentField(publishedMs)
  const fields: Fields = {
    ...form,
    process: spec.number.toString(16).padStart(6, '0'),
    id: `${String(spec.number).padStart(6, '0')}-${published.year}`,
    ...members,
    ...subject,
    ...buyer,
    buyer: buyer.name,
    markedTitle: subject.title.replaceAll(' and ', ' &amp; '),
    value: subject.valueGbp,
    half: Math.round(subject.valueGbp / 2),
    gross: Math.round(subject.valueGbp * 1.2),
    code: subject.cpv[0],
    codes: subject.cpv.map(cpv),
    bareCodes: subject.cpv.map((id) => ({ id, scheme: 'CPV' })),
    otherCodes: subject.cpv.slice(1).map(cpv),
    published,
    deadline: momentField(deadlineMs),
  }
  const release = fill(mergePatch(form.release, patch) as Shape, fields)
  const type = spec.type ?? form.type
  return {
    ...publishedAs(form.portal, publishedMs, release),
    ...(typeof type === 'number' ? { type, id: `NOV${spec.number}` } : {}),
  }
}

function publishedAs(portal: string, publishedMs: number, release: Shape): PublishedRelease {
  // What is no JSON stands between marks.
  const json = JSON.stringify(release).replace(/"@@(.+?)@@"/g, '$1')
  return { portal, publishedMs, ocid: String(release.ocid), id: String(release.id), json }
}

/** The third working hour and later of a day. */
function publicationTime(nowMs: number, days: number, slot: number): number {
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS + days * DAY_MS
  return Math.min(midnight + 9 * HOUR_MS + slot * 97_000, nowMs - HOUR_MS - slot * 1000)
}

/** Returns the releases of a world whose clock is at `nowMs`, newest first. */
export const sandboxReleases = rememberLast((nowMs: number): readonly PublishedRelease[] => {
  const midnight = Math.floor(nowMs / DAY_MS) * DAY_MS
  const notices = TENDERS.flatMap(({ notices: all, ...subject }) =>
    all.map(({ buyer: name, published, deadline, slot, ...members }) =>
      noticeRelease({
        ...members,
        subject,
        buyer: BUYERS.find((each) => each.name === name)!,
        publishedMs: publicationTime(nowMs, published, slot ?? members.number % 200),
        deadlineMs: midnight + deadline * DAY_MS + 12 * HOUR_MS,
      }),
    ),
  )
  return [...notices, ...wholeReleases(nowMs)].sort(
    (a, b) => b.publishedMs - a.publishedMs || (a.id < b.id ? -1 : 1),
  )
})

/** Returns the releases that are written as portals publish them: contracts and their changes. */
export function wholeReleases(nowMs: number): PublishedRelease[] {
  const now = momentField(nowMs)
  const fields = { ...dayFields(now.toPlainDate().toString()), now }
  return WHOLE.map(({ portal, release: record }) => {
    const release = fill(record, fields)
    return publishedAs(portal, Date.parse(String(release.date)), release)
  })
}
