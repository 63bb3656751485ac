/**
 * Invented adverts in a short notation, and how they become entries as the listing's content system
 * keeps them.
 */
import { createHash } from 'node:crypto'
import { loadRecords } from '../records.ts'

/**
 * One invented advert. Days count from the day on which the listing was started; times are naive
 * London wall times, as published.
 */
export interface Advert {
  slug: string
  name: string
  funder: string
  who: readonly string[]
  where: readonly string[]
  /**
   * Pounds; 0 and 1 are what the form's users type for "none". Null: an old entry without numbers.
   */
  min: number | null
  max: number | null
  total?: number | null
  /** Other words than the number for the display fields; null leaves them out. */
  display?: readonly [min: string | null, max: string | null]
  opensIn: number
  closesIn: number | null
  opensAt?: string
  /** `23:59` unless given. `+01:00` and `Z` endings are published as they are. */
  closesAt?: string
  short: string
  /**
   * Lines: `# ` heading, `• ` list item, `| ` table row with ` | ` between cells, `[text](address)`
   * link, anything else a paragraph.
   */
  eligibility: readonly string[] | null
  summary?: readonly string[]
  dates?: readonly string[]
  /** The page is published as one string of text, as a few old entries are. */
  plainText?: true
}

/** Every value, date form and defect that the real listing is known for, at least once. */
export const ADVERTS = loadRecords<Advert>('grant-listing/adverts.jsonl')

/** An entry as the site's page data carries it. */
export interface Entry {
  id: string
  slug: string
  listItem: Record<string, unknown>
  fields: Record<string, unknown>
  createdAt: string
  updatedAt: string
}

export function entryOf(advert: Advert, startMs: number): Entry {
  const id = createHash('sha256').update(advert.slug).digest('base64url').slice(0, 22)
  const day = (offset: number) => new Date(startMs + offset * 86_400_000).toISOString().slice(0, 10)
  const pounds = (amount: number) => `£${amount.toLocaleString('en-GB')}`
  const { min, max, display } = advert
  const total = advert.total === undefined ? (max === null ? null : max * 20) : advert.total
  const listItem = {
    grantName: advert.name,
    grantShortDescription: advert.short,
    grantLocation: advert.where,
    grantFunder: advert.funder,
    ...(total === null
      ? {}
      : { grantTotalAwardAmount: total, grantTotalAwardDisplay: pounds(total) }),
    ...(min === null ? {} : { grantMinimumAward: min }),
    ...(max === null ? {} : { grantMaximumAward: max }),
    grantMinimumAwardDisplay: display ? display[0] : min === null ? null : pounds(min),
    grantMaximumAwardDisplay: display ? display[1] : max === null ? null : pounds(max),
    grantApplicationOpenDate: `${day(advert.opensIn)}T${advert.opensAt ?? '00:01'}`,
    grantApplicationCloseDate:
      advert.closesIn === null ? null : `${day(advert.closesIn)}T${advert.closesAt ?? '23:59'}`,
    label: advert.slug,
    grantApplicantType: advert.who,
    id,
  }
  const text = (lines: readonly string[] | undefined) =>
    advert.plainText ? (lines ?? []).join('\n') : richText(lines ?? [])
  const fields = {
    ...listItem,
    grantSummaryTab: text(advert.summary ?? [advert.short]),
    ...(advert.eligibility === null ? {} : { grantEligibilityTab: text(advert.eligibility) }),
    grantObjectivesTab: richText([`This grant is about ${advert.name.toLowerCase()}.`]),
    grantDatesTab: text(advert.dates ?? []),
    grantApplyTab: richText(['Apply on the [programme page](https://grants.example.org/apply).']),
    grantSupportingInfoTab: richText([]),
    grantShowApplyButton: true,
    grantWebpageUrl: `https://grants.example.org/${advert.slug}`,
  }
  const updatedAt = new Date(startMs - 30 * 86_400_000).toISOString()
  return { id, slug: advert.slug, listItem, fields, createdAt: updatedAt, updatedAt }
}

/** Lines in the notation above as a rich-text document. */
export function richText(lines: readonly string[]): object {
  const content: object[] = []
  let items: object[] | null = null
  let rows: object[] | null = null
  for (const line of lines) {
    if (line.startsWith('• ')) {
      if (!items) {
        items = []
        content.push({ nodeType: 'unordered-list', data: {}, content: items })
      }
      items.push({ nodeType: 'list-item', data: {}, content: [block('paragraph', line.slice(2))] })
      continue
    }
    items = null
    if (line.startsWith('| ')) {
      if (!rows) {
        rows = []
        content.push({ nodeType: 'table', data: {}, content: rows })
      }
      const cells = line.slice(2).split(' | ')
      rows.push({
        nodeType: 'table-row',
        data: {},
        content: cells.map((cell) => ({
          nodeType: 'table-cell',
          data: {},
          content: [block('paragraph', cell)],
        })),
      })
      continue
    }
    rows = null
    content.push(
      line.startsWith('# ') ? block('heading-2', line.slice(2)) : block('paragraph', line),
    )
  }
  // Editors leave an empty paragraph at the end.
  content.push(block('paragraph', ''))
  return { nodeType: 'document', data: {}, content }
}

function block(nodeType: string, text: string): object {
  const parts: object[] = []
  let at = 0
  for (const link of text.matchAll(/\[([^\]]+)\]\(([^)]+)\)/g)) {
    parts.push(leaf(text.slice(at, link.index)))
    parts.push({ nodeType: 'hyperlink', data: { uri: link[2] }, content: [leaf(link[1]!)] })
    at = link.index + link[0].length
  }
  parts.push(leaf(text.slice(at)))
  return { nodeType, data: {}, content: parts }
}

function leaf(value: string): object {
  return { nodeType: 'text', value, marks: [], data: {} }
}
