/**
 * The page data that the listing's site (Next.js, pages router) embeds in its HTML, and its shape
 * as far as it is relied on.
 */
import { UnexpectedAnswer } from '../../platform/errors.ts'
import { isObject } from '../../platform/json.ts'
import { type GrantDetail, readDetailFields } from '../model/detail.ts'
import { type ListItem, listItemSchema } from '../model/listing.ts'

/** The site answered, but not in the form we know. Nothing is guessed from it. */
export class FormatChanged extends UnexpectedAnswer {
  override name = 'FormatChanged'
}

export interface ListPage {
  items: ListItem[]
  /** Every slug-bearing or broken item on the page counts here. */
  itemCount: number
  /** Items that were left out, and why. */
  broken: BrokenItem[]
  totalGrants: number
}

/**
 * An advert on the list that cannot be read. Mostly its names still can, so that it is not taken
 * for withdrawn.
 */
export interface BrokenItem {
  slug: string | null
  id: string | null
  reason: string
}

const OPENING = /<script id="__NEXT_DATA__"[^<>]*>/

/**
 * `props.pageProps` of the embedded data, or null when the page embeds none. @throws FormatChanged
 * when it is not JSON.
 */
export function parseEmbeddedProps(html: string): Record<string, unknown> | null {
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
export function findBuildId(html: string): string | null {
  return /\/_next\/static\/([A-Za-z0-9_-]+)\/_(?:build|ssg)Manifest\.js/.exec(html)?.[1] ?? null
}

const { label: slug, id } = listItemSchema.shape
const NAMELESS = { slug: null, id: null }

/** Members that nearly every advert has. If most lose one at the same time, it was renamed. */
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
  const broken: BrokenItem[] = []
  for (const raw of searchResult) {
    const parsed = listItemSchema.safeParse(raw)
    if (parsed.success) items.push(parsed.data)
    else {
      const issue = parsed.error.issues[0]
      const names = isObject(raw)
        ? { slug: slug.safeParse(raw.label).data ?? null, id: id.safeParse(raw.id).data ?? null }
        : NAMELESS
      broken.push({
        ...names,
        reason: `${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
      })
    }
  }
  if (broken.length > Math.max(1, searchResult.length * BROKEN_SHARE))
    throw new FormatChanged(
      `adverts are not readable, ${broken[0]!.slug ?? 'one without a slug'}: ${broken[0]!.reason}`,
    )
  for (const name of CORE) {
    const holders = searchResult.filter((raw) => isObject(raw) && Object.hasOwn(raw, name)).length
    if (searchResult.length > 0 && holders < searchResult.length / 2)
      throw new FormatChanged(`most adverts have no ${name}`)
  }
  return { items, itemCount: searchResult.length, broken, totalGrants }
}

/** @throws FormatChanged */
export function readDetailPage(props: Record<string, unknown>): GrantDetail {
  const detail = props.grantDetail
  const fields = member(detail, 'fields')
  if (!isObject(fields) || typeof fields.grantName !== 'string')
    throw new FormatChanged('the page has no grantDetail')
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
