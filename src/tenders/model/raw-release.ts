/**
 * A release as it is stored: as it came, less persons. Contact points and those who control a
 * supplier go, running texts lose contact data, and a supplier who may be a person has neither name
 * nor address.
 */
import { withoutContacts } from '../../platform/contacts.ts'
import { cleanText } from '../../platform/text.ts'
import { asObject, asObjects, type JsonObject } from './json.ts'
import { findSupplier } from './suppliers.ts'

/**
 * Members about persons. `control` is a text that has names, dates of birth and addresses of
 * directors and owners (6 of 955 releases, 2026-08). The other text says who opens the bids.
 */
const PERSONS = new Set([
  'contactPoint',
  'additionalContactPoints',
  'control',
  'bidOpening.description',
])
/** Fields whose text is no running text: a filter of numbers must not touch them. */
const CODES = /^(?:id|ocid|uri|url|href|date|postalCode|.*(?:Date|ID|Id|URL|Url))$/
/** Roles of authorities. Every other party may be a person. */
const AUTHORITIES = new Set([
  'buyer',
  'procuringEntity',
  'centralPurchasingBody',
  'reviewBody',
  'mediationBody',
])
/** Lists of those who bid, win or leave. */
const BIDDERS = /(?:suppliers?(?:Added|Removed)?|tenderers?|contractors?|candidates?)$/i

/** Returns a release without persons. What was reduced once stays the same. */
export function withoutPersons(raw: unknown): unknown {
  const parties = asObjects(asObject(raw)?.parties)
  const byId = new Map(parties.map((party) => [party.id, party]))
  const ownId = asObject(asObject(raw)?.buyer)?.id

  function isPerson(bidder: JsonObject): boolean {
    return findSupplier(bidder, byId.get(bidder.id)) === null
  }

  function isBidder(party: JsonObject): boolean {
    const roles = Array.isArray(party.roles) ? party.roles : []
    return party.id !== ownId && !roles.some((role) => AUTHORITIES.has(String(role)))
  }

  function reduceParty(party: JsonObject): unknown {
    return isBidder(party) ? reduceBidder(party) : reduce(party, '')
  }

  function reduceBidder(bidder: JsonObject): unknown {
    if (isPerson(bidder)) return withoutName(bidder)
    const { identifier, ...rest } = bidder
    // The legal name of a business may be that of its owner.
    const { legalName, ...stated } = asObject(identifier) ?? {}
    const isNamed = legalName !== undefined && !isPerson({ ...bidder, name: legalName })
    const named = asObject(identifier)
      ? { identifier: isNamed ? { ...stated, legalName } : stated }
      : {}
    return reduce({ ...rest, ...named }, '')
  }

  function reduceEach(value: unknown, each: (item: JsonObject) => unknown): unknown {
    if (!Array.isArray(value)) return asObject(value) ? each(value as JsonObject) : value
    return value.map((item) => (asObject(item) ? each(item as JsonObject) : item))
  }

  function reduce(value: unknown, key: string): unknown {
    if (typeof value === 'string') return withoutContactData(value, key)
    if (Array.isArray(value)) return value.map((item) => reduce(item, key))
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name]) => !PERSONS.has(name) && !PERSONS.has(`${key}.${name}`))
        .map(([name, member]) => {
          if (name === 'parties') return [name, reduceEach(member, reduceParty)]
          return [
            name,
            BIDDERS.test(name) ? reduceEach(member, reduceBidder) : reduce(member, name),
          ]
        }),
    )
  }

  return reduce(raw, '')
}

/** Identifiers and size are all that is left of a person. */
function withoutName({ id, roles, identifier, additionalIdentifiers, details }: JsonObject) {
  const codes = (each: JsonObject) => ({ scheme: each.scheme, id: each.id })
  const scale = asObject(details)?.scale
  return {
    id,
    ...(roles === undefined ? {} : { roles }),
    ...(asObject(identifier) ? { identifier: codes(identifier as JsonObject) } : {}),
    ...(asObjects(additionalIdentifiers).length > 0
      ? { additionalIdentifiers: asObjects(additionalIdentifiers).map(codes) }
      : {}),
    ...(scale === undefined ? {} : { details: { scale } }),
  }
}

function withoutContactData(text: string, key: string): string {
  if (CODES.test(key) && !text.includes('@')) return text
  const clean = cleanText(text)
  const safe = withoutContacts(clean)
  return safe === clean ? text : safe
}
