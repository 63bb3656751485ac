/**
 * Organisation identifiers, `GB-CHC-1156077`. Publishers write them in any case, with stray spaces
 * and separators. Identifiers that begin with 360G are the publisher's own and mean nothing outside
 * its files.
 */
import { findFiledNumber } from '../../platform/company-number.ts'

export interface OrgId {
  /** Equal for every spelling of the same identifier. */
  key: string
  /** Identifier as shown. */
  text: string
  /** From a public register; false for a publisher's own. */
  register: boolean
}

/** Any register by its full form. Without spaces: "De Beers Foundation" is a name. */
const REGISTER = /^(GB|XI|XM|IE|US|CH|NL|DE|FR)-([A-Z]{2,6})-(\S+)$/
/** British registers also with separators lost or changed, where a number follows. */
const LOOSE =
  /^GB[-_: ]?(CHC|COH|NIC|EDU|GOR|LAE|LAS|LANI|PLA|UKPRN|REV|SHPE|MPR|SC)[-_: ]*([A-Z]{0,8}\d[\w.-]*)$/
const INTERNAL = /^360G[-_:]/i

/** Null for text that is no identifier of the standard's form. */
export function orgId(raw: unknown): OrgId | null {
  if (typeof raw !== 'string') return null
  const text = raw.normalize('NFC').trim().replace(/\s+/g, ' ').replace(/ ?- ?/g, '-')
  if (text.length < 4 || text.length > 200) return null
  if (INTERNAL.test(text))
    return {
      key: text.toUpperCase().replace(/ /g, ''),
      text: `360G${text.slice(4)}`,
      register: false,
    }
  const upper = text.toUpperCase()
  const match = LOOSE.exec(upper)
  if (match) return registerId('GB', match[1]!, match[2]!)
  const general = REGISTER.exec(upper)
  return general ? registerId(general[1]!, general[2]!, general[3]!) : null
}

function registerId(country: string, register: string, number: string): OrgId {
  let local = number
  if (country === 'GB' && register === 'COH') local = findFiledNumber(local) ?? local
  if (country === 'GB' && register === 'SC' && /^\d{5,6}$/.test(local))
    local = `SC${local.padStart(6, '0')}`
  const text = `${country}-${register}-${local}`
  return { key: text, text, register: true }
}
