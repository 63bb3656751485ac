/** The page data that the listing's site (Next.js, pages router) embeds in its HTML, and its shape as far as it is relied on. */
import { z } from 'zod'
import { type GrantDetail, readDetailFields } from '../model/detail.ts'
import type { ListItem } from '../model/listing.ts'

/** The site answered, but not in the form we know. Nothing is guessed from it. */
export class FormatChanged extends Error {
  override name = 'FormatChanged'
}

export interface ListPage {
  items: ListItem[]
  /** Every slug-bearing or broken item on the page counts here. */
  itemCount: number
  /** Why items were left out. */
  quarantined: string[]
  totalGrants: number
}

const OPENING = /<script id="__NEXT_DATA__"[^>]*>/

/** `props.pageProps` of the embedded data, or null when the page embeds none. @throws FormatChanged when it is not JSON. */
export function embeddedPageProps(html: string): Record<string, unknown> | null {
  const opening = OPENING.exec(html)
  if (!opening) return null
  const start = opening.index + opening[0].length
  const end = html.indexOf('</script>', start)
  if (end < 0) throw new FormatChanged('the embedded page data does not end')
  const props = member(member(parse(html.slice(start, end)), 'props'), 'pageProps')
  if (!isObject(props)) throw new FormatChanged('the embedded page data has no pageProps')
  return props
}

/** `pageProps` of the site's data route, the same data as bare JSON. */
export function dataRoutePageProps(json: string): Record<string, unknown> {
  const props = member(parse(json), 'pageProps')
  if (!isObject(props)) throw new FormatChanged('the data route has no pageProps')
  return props
}

/** The build id that the data route needs, from the page's script addresses. */
export function buildIdOf(html: string): string | null {
  return /\/_next\/static\/([A-Za-z0-9_-]+)\/_(?:build|ssg)Manifest\.js/.exec(html)?.[1] ?? null
}

const slug = z.string().regex(/^[a-z0-9][a-z0-9-]{1,120}$/)
const text = z.string().nullish()
const amount = z.number().nullish().catch(null)
const labels = z.array(z.string()).nullish()

const listItem = z.object({
  id: z.string().min(1),
  label: slug,
  grantName: z.string().min(1),
  grantShortDescription: text,
  grantLocation: labels,
  grantFunder: text,
  grantTotalAwardAmount: amount,
  grantTotalAwardDisplay: text,
  grantMinimumAward: amount,
  grantMinimumAwardDisplay: text,
  grantMaximumAward: amount,
  grantMaximumAwardDisplay: text,
  grantApplicationOpenDate: text,
  grantApplicationCloseDate: text,
  grantApplicantType: labels,
})

/** Members that nearly every advert has; when most lose one at once, it was renamed. */
const CORE = [
  'grantFunder',
  'grantLocation',
  'grantApplicantType',
  'grantApplicationOpenDate',
  'grantApplicationCloseDate',
  'grantMaximumAward',
]
/** A single broken advert is left out; this share of broken ones is a new format. */
const BROKEN_SHARE = 0.2

/** @throws FormatChanged */
export function readListPage(props: Record<string, unknown>): ListPage {
  const { searchResult, totalGrants } = props
  if (!Array.isArray(searchResult)) throw new FormatChanged('the list has no searchResult')
  if (typeof totalGrants !== 'number' || !Number.isInteger(totalGrants) || totalGrants < 0)
    throw new FormatChanged('the list states no total')
  const items: ListItem[] = []
  const quarantined: string[] = []
  for (const raw of searchResult) {
    const parsed = listItem.safeParse(raw)
    if (parsed.success) items.push(parsed.data as ListItem)
    else {
      const issue = parsed.error.issues[0]
      const label = isObject(raw) && typeof raw.label === 'string' ? raw.label.slice(0, 80) : 'an advert without a slug'
      quarantined.push(`${label}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim())
    }
  }
  if (quarantined.length > Math.max(1, searchResult.length * BROKEN_SHARE))
    throw new FormatChanged(`adverts are not readable: ${quarantined[0]}`)
  for (const name of CORE) {
    const holders = searchResult.filter((raw) => isObject(raw) && Object.hasOwn(raw, name)).length
    if (searchResult.length > 0 && holders < searchResult.length / 2) throw new FormatChanged(`most adverts have no ${name}`)
  }
  return { items, itemCount: searchResult.length, quarantined, totalGrants }
}

/** @throws FormatChanged */
export function readDetailPage(props: Record<string, unknown>): GrantDetail {
  const detail = props.grantDetail
  const fields = member(detail, 'fields')
  if (!isObject(fields) || typeof fields.grantName !== 'string') throw new FormatChanged('the page has no grantDetail')
  if (!Object.hasOwn(fields, 'grantEligibilityTab') && !Object.hasOwn(fields, 'grantSummaryTab'))
    throw new FormatChanged('the page has no tabs')
  const updatedAt = member(member(detail, 'sys'), 'updatedAt')
  return readDetailFields(fields, typeof updatedAt === 'string' ? updatedAt : null)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    throw new FormatChanged('the page data is not JSON', { cause: error })
  }
}

function member(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
