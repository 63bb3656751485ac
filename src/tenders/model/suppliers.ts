/** Suppliers that are organisations. One who may be a person is never named. */
import { findFiledNumber } from '../../platform/company-number.ts'
import { organisationName } from '../../platform/organisations.ts'
import { safeLine } from './clean.ts'
import { asText, type JsonObject, listIdentifiers } from './json.ts'

export interface NamedSupplier {
  name: string
  /** Company number; `null` if the notice gives none that is valid. */
  number: string | null
}

/**
 * Returns the supplier of an award and its party as an organisation; `null` if it may be a person.
 */
export function findSupplier(
  supplier: JsonObject,
  party: JsonObject | undefined,
): NamedSupplier | null {
  const name = safeLine(supplier.name) ?? safeLine(party?.name)
  if (name === null) return null
  const identifiers = [supplier, party].flatMap(listIdentifiers)
  const findNumber = ({ scheme, id }: JsonObject) =>
    scheme === 'GB-COH' ? findFiledNumber(String(id ?? '')) : null
  const inId = /^GB-COH-(.+)$/.exec(asText(supplier.id) ?? '')?.[1] ?? ''
  const number =
    identifiers.map(findNumber).find((found) => found !== null) ?? findFiledNumber(inId)
  // Notices of the former regime state company numbers without a scheme.
  const isUnmarked = identifiers.some(
    ({ scheme, id }) => scheme == null && /^(?:\d{8}|[A-Z]{2}\d{6})$/.test(String(id ?? '').trim()),
  )
  // A scheme without a valid number does not make an organisation of a person.
  const schemes = identifiers
    .flatMap(({ scheme }) => asText(scheme) ?? [])
    .filter((scheme) => scheme !== 'GB-COH')
  const organisation = organisationName(
    name,
    number === null && !isUnmarked ? schemes : [...schemes, 'GB-COH'],
  )
  return organisation === null ? null : { name: organisation, number }
}
