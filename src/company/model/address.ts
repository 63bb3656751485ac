/** Registered office addresses without "care of": it can name an officer (contract section 3). */
import { cleanLine } from '../../kernel/text.ts'
import type { OfficeAddress } from './facts.ts'
import { type Json, object } from './read.ts'

/** `C/O JANE ROE` at the head of a line or after a comma, up to the next comma. Recorded in `address_line_1`, 2020. */
const CARE_OF = /(?:^|,)\s*(?:c\s*[/\\]\s*o\b|care\s+of\b|f\.?a\.?o\.?\b)[^,]*/gi
const MAX_LINE = 120

function line(value: unknown): string | null {
  const text = cleanLine(value)
  if (text === null) return null
  const kept = text
    .replace(CARE_OF, '')
    .replace(/^[\s,]+|[\s,]+$/g, '')
    .slice(0, MAX_LINE)
  return kept === '' ? null : kept
}

/** Null when the register gives no line at all (charities, societies). */
export function readOffice(raw: unknown): OfficeAddress | null {
  const source = object(raw)
  const office: OfficeAddress = {
    premises: line(source.premises),
    address_line_1: line(source.address_line_1),
    address_line_2: line(source.address_line_2),
    locality: line(source.locality),
    region: line(source.region),
    postal_code: line(source.postal_code),
    country: line(source.country),
    po_box: line(source.po_box),
  }
  return Object.values(office).some((value) => value !== null) ? office : null
}

/** One line for a search hit: the register's own snippet, or the address where it has none. */
export function readSnippet(item: Json): string | null {
  const address = object(item.address)
  const careOf = [cleanLine(address.care_of), cleanLine(address.care_of_name)].filter((name) => name !== null)
  const snippet = cleanLine(item.address_snippet)
  if (snippet !== null) {
    const withoutNames = careOf.reduce((text, name) => text.split(name).join(''), snippet)
    const parts = (line(withoutNames) ?? '').split(',').map((part) => part.trim())
    return parts.filter((part) => part !== '').join(', ') || null
  }
  const office = readOffice(address)
  if (office === null) return null
  const street = [office.premises, office.address_line_1].filter((part) => part !== null).join(' ')
  const rest = [office.address_line_2, office.locality, office.region, office.country, office.postal_code]
  return [street, ...rest].filter((part) => part !== null && part !== '').join(', ')
}
