/**
 * Licences of open grant data. The registry writes one licence in many ways (http or https, with
 * and without `www.` or a trailing slash, `/legalcode`): each is brought to one name. What is not
 * listed here is not open enough to be used.
 */

export interface Licence {
  /** Name on award rows: `CC BY 4.0`. */
  name: string
  url: string
  /** Derived figures would have to carry the same licence: kept out of every aggregate. */
  shareAlike: boolean
}

const CC = 'https://creativecommons.org'
const OGL = 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version'

const LICENCES: readonly Licence[] = [
  { name: 'CC BY 4.0', url: `${CC}/licenses/by/4.0/`, shareAlike: false },
  { name: 'CC BY-SA 4.0', url: `${CC}/licenses/by-sa/4.0/`, shareAlike: true },
  { name: 'CC BY-SA 3.0', url: `${CC}/licenses/by-sa/3.0/`, shareAlike: true },
  { name: 'CC0 1.0', url: `${CC}/publicdomain/zero/1.0/`, shareAlike: false },
  { name: 'OGL v3.0', url: `${OGL}/3/`, shareAlike: false },
  { name: 'OGL v2.0', url: `${OGL}/2/`, shareAlike: false },
  {
    name: 'ODC PDDL 1.0',
    url: 'https://opendatacommons.org/licenses/pddl/1-0/',
    shareAlike: false,
  },
]

/** Further addresses under which a licence is published, as `addressKey` writes them. */
const OTHER_ADDRESSES: Readonly<Record<string, string>> = {
  'creativecommons.org/publicdomain/mark/1.0': 'CC0 1.0',
  'opendatacommons.org/licenses/pddl': 'ODC PDDL 1.0',
  'opendatacommons.org/licenses/pddl/1.0': 'ODC PDDL 1.0',
  'opendefinition.org/licenses/odc-pddl': 'ODC PDDL 1.0',
  'opendefinition.org/licenses/cc-zero': 'CC0 1.0',
  'opendefinition.org/licenses/cc-by': 'CC BY 4.0',
  'opendefinition.org/licenses/cc-by-sa': 'CC BY-SA 4.0',
  'nationalarchives.gov.uk/doc/open-government-licence': 'OGL v3.0',
}

const byName = new Map(LICENCES.map((licence) => [licence.name, licence]))
const byAddress = new Map<string, Licence>([
  ...LICENCES.map((licence): [string, Licence] => [addressKey(licence.url), licence]),
  ...Object.entries(OTHER_ADDRESSES).map(([address, name]): [string, Licence] => [
    address,
    byName.get(name)!,
  ]),
])

function addressKey(url: string): string {
  return url
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[?#].*/s, '')
    .replace(/\/(legalcode|deed)(\.\w+)?\/?$/, '')
    .replace(/(?<!\/)\/+$/, '')
}

/** Null when the address names no licence under which the data may be used. */
export function findLicence(url: unknown): Licence | null {
  return typeof url === 'string' ? (byAddress.get(addressKey(url)) ?? null) : null
}
