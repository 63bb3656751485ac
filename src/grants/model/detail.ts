/** One advert's page: the tabs flattened, and the one hashed text that criteria quote. */
import { withoutContacts } from '../../platform/contacts.ts'
import { sha256Hex } from '../../platform/hash.ts'
import { flattenRichText } from './rich-text.ts'

/** Tabs that state who may apply, for how much and when, in the order in which they are read. */
export const CRITERIA_TABS = ['grantEligibilityTab', 'grantSummaryTab', 'grantDatesTab'] as const
/** Tabs that only describe. */
export const OTHER_TABS = ['grantObjectivesTab', 'grantApplyTab', 'grantSupportingInfoTab'] as const
export type CriteriaTab = (typeof CRITERIA_TABS)[number]
export type Tab = CriteriaTab | (typeof OTHER_TABS)[number]

/**
 * The stored part of a page. Supporting documents may belong to third parties and are not stored.
 */
export interface GrantDetail {
  /** `sys.updatedAt`, as published. */
  updatedAt: string | null
  webpageUrl: string | null
  tabs: Readonly<Partial<Record<Tab, string>>>
}

export interface TextSection {
  field: CriteriaTab
  start: number
  /** After the last character. */
  end: number
}

/**
 * Eligibility, summary and dates in one text. Every quote is an exact span of it; its hash keys
 * every reading.
 */
export interface GrantText {
  text: string
  sha256: string
  sections: readonly TextSection[]
}

export function readDetailFields(
  fields: Readonly<Record<string, unknown>>,
  updatedAt: string | null,
): GrantDetail {
  const tabs: Partial<Record<Tab, string>> = {}
  for (const tab of [...CRITERIA_TABS, ...OTHER_TABS]) {
    const text = withoutContacts(flattenRichText(fields[tab]))
    if (text !== '') tabs[tab] = text
  }
  const url = fields.grantWebpageUrl
  return {
    updatedAt,
    webpageUrl: typeof url === 'string' && /^https?:\/\//.test(url) ? url : null,
    tabs,
  }
}

/** Returns a page without contact data. Pages that 0.2.0 stored have it. */
export function withoutPageContacts(detail: GrantDetail): GrantDetail {
  const tabs = Object.entries(detail.tabs).map(([tab, text]) => [tab, withoutContacts(text)])
  return { ...detail, tabs: Object.fromEntries(tabs) as GrantDetail['tabs'] }
}

export function criteriaText(detail: GrantDetail | null): GrantText {
  let text = ''
  const sections: TextSection[] = []
  for (const field of CRITERIA_TABS) {
    const part = detail?.tabs[field]
    if (part === undefined) continue
    if (text !== '') text += '\n\n'
    sections.push({ field, start: text.length, end: text.length + part.length })
    text += part
  }
  return { text, sha256: sha256Hex(text), sections }
}

/** A text that did not come from tabs, such as a funder's own eligibility page. */
export function plainText(text: string): GrantText {
  return {
    text,
    sha256: sha256Hex(text),
    sections: [{ field: 'grantEligibilityTab', start: 0, end: text.length }],
  }
}
