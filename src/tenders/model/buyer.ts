/**
 * Identity of buyers. Ids that portals assign (GB-FTS, GB-CFS) change from notice to notice; only
 * register ids are stable.
 */
import { keyPart } from '../../platform/hash.ts'
import { cleanLine } from '../../platform/text.ts'
import { asObject, asObjects, asText, type JsonObject, listIdentifiers } from './json.ts'

export interface Buyer {
  name: string
  /** From a register: `GB-PPON-PDTL-7248-GWZW`, `GB-COH-01234567`. */
  stableId?: string
  /** The portal's own id; good only within one process. */
  localId?: string
  /** All register ids of it and of further buyers of the notice. */
  ids?: string[]
  /** Names of further buyers. */
  others?: string[]
}

/** Registers whose ids last. The central digital platform's own number comes first. */
const REGISTERS = [
  'GB-PPON',
  'GB-COH',
  'GB-CHC',
  'GB-SC',
  'GB-NIC',
  'GB-NHS',
  'GB-LAE',
  'GB-LAS',
  'GB-LANI',
  'GB-PLA',
  'GB-UKPRN',
  'GB-EDU',
  'GB-MPR',
]

const MAX_REGISTER_ID = 100

export function readBuyer(release: JsonObject): Buyer | null {
  const buyer = asObject(release.buyer)
  const parties = asObjects(release.parties)
  const isBuyer = (each: JsonObject) => Array.isArray(each.roles) && each.roles.includes('buyer')
  const party =
    parties.find((each) => each.id === buyer?.id && isBuyer(each)) ?? parties.find(isBuyer)
  const name = cleanLine(buyer?.name) ?? cleanLine(party?.name)
  if (!name) return null
  const localId = asText(buyer?.id) ?? asText(party?.id)
  const own = [localId ?? '', ...listRegisterIds(party)].filter(isRegisterId)
  const stableId = REGISTERS.map((register) =>
    own.find((id) => id.startsWith(`${register}-`)),
  ).find((id) => id !== undefined)
  const all = [...new Set([party, ...parties.filter(isBuyer)])]
  const ids = [...(stableId ? [stableId] : []), ...all.flatMap(listRegisterIds)]
  const others = all
    .map((each) => cleanLine(each?.name))
    .filter((each) => each !== null && each !== name)
  return {
    name,
    ...(stableId ? { stableId } : {}),
    ...(localId ? { localId } : {}),
    ...(ids.length > 0 ? { ids: [...new Set(ids)] } : {}),
    ...(others.length > 0 ? { others: [...new Set(others as string[])] } : {}),
  }
}

function listRegisterIds(party: JsonObject | undefined): string[] {
  const stated = listIdentifiers(party).map(({ scheme, id }) =>
    asText(scheme) === null || asText(id) === null ? '' : `${scheme}-${id}`,
  )
  return [asText(party?.id) ?? '', ...stated].filter(isRegisterId)
}

const isRegisterId = (id: string) =>
  id.length <= MAX_REGISTER_ID && REGISTERS.some((register) => id.startsWith(`${register}-`))

/**
 * Lower case, `&` as `and`, no punctuation, no legal form: spellings of one organisation's name
 * meet.
 */
export function normaliseName(name: string): string {
  return name
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/['’.]/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\b(the|limited|ltd|plc|llp)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns one key for all spellings and portals, as far as possible. */
export function buyerKey(buyer: Buyer): string {
  return buyer.stableId ?? nameKey(buyer.name)
}

export function nameKey(name: string): string {
  return `name:${keyPart(normaliseName(name))}`
}
