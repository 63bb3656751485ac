/** A contract in the dossier on its buyer. */
import { sha256Hex } from '../../platform/hash.ts'
import type { Money } from './money.ts'

export interface Contract {
  ocid: string
  title: string | null
  /** Names of organisations. Who may be a person is left out. */
  suppliers: string[]
  value: Money | null
  awarded: string
  contractEnd: string | null
  cpv: string[]
}

/** Words in names of organisations that persons' names lack. */
const ORGANISATION =
  /\b(?:ltd|limited|llp|lp|plc|cic|cio|inc|gmbh|bv|sa|ag|nv|council|university|college|school|trust|nhs|hospital|association|society|foundation|charity|group|services|solutions|systems|holdings|company|partnership|partners|institute|housing|authority|department|board|bank|consult\w*|contractors|construction|engineering|technolog\w+|international|uk|office|organi[sz]ation|barristers|solicitors|chambers|flooring|demolition|taxis?|cabs|coaches|travel|transport|clothing|builders|roofing|scaffolding|plumbing|heating|electrical|cleaning|catering|security|training|software|laborator(?:y|ies)|instruments|insurance|media|publishing|recruitment|logistics|architects|surveyors|motors|garages?|nurser(?:y|ies))\b/i
/** One word of some length: "Trustmarque". Persons are published with two names. */
const ONE_WORD = /^\p{Lu}[\p{L}\d]{4,}$/u
/** Registers that hold organisations only. */
const REGISTERED = /^GB-(?:COH|CHC|SC|NIC|NHS|LAE|LAS|UKPRN)$/

/** Returns the name of an organisation; `null` if it may be a person's, which never leaves. */
export function organisationName(name: string, schemes: readonly string[]): string | null {
  return ORGANISATION.test(name.replace(/\./g, '')) ||
    ONE_WORD.test(name.trim()) ||
    schemes.some((scheme) => REGISTERED.test(scheme))
    ? name
    : null
}

export function supplierKey(normalName: string): string {
  return sha256Hex(normalName).slice(0, 16)
}
