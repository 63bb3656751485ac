/**
 * The fingerprint of a question: SHA-256 of the operation and its non-default fields. A payment
 * buys the answer to one question, so a buyer who repeats it in a later release must still ask the
 * same one. Therefore an absent field is not in it, nor is one that was given as its default, which
 * means the same: a release that adds an optional field, with a default or without, keeps every
 * fingerprint. A default that changes keeps them too. `golden/fingerprints.jsonl` lists them over
 * the releases.
 */
import type { z } from 'zod'
import { canonicalJson, sha256Hex } from '../platform/hash.ts'

type Fields = Readonly<Record<string, unknown>>

/** The default of each field that has one, as canonical JSON. */
export function listDefaults(schemas: readonly z.ZodObject[]): ReadonlyMap<string, string> {
  const defaults = new Map<string, string>()
  for (const { shape } of schemas) {
    for (const [name, schema] of Object.entries(shape)) {
      const absent = (schema as z.ZodType).safeParse(undefined)
      if (absent.success && absent.data !== undefined)
        defaults.set(name, canonicalJson(absent.data))
    }
  }
  return defaults
}

/** Returns the validated fields without those that have their default. */
export function nonDefaultFields(
  input: Fields,
  defaults: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const nonDefault: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined || value === null) continue
    const usual = defaults.get(name)
    if (usual === undefined || canonicalJson(value) !== usual) nonDefault[name] = value
  }
  return nonDefault
}

/**
 * The same question has the same fingerprint, however its fields were ordered and whatever carried
 * it.
 */
export function computeFingerprint(operationId: string, nonDefault: Fields): string {
  return sha256Hex(`${operationId}\n${canonicalJson(nonDefault)}`)
}

/**
 * The form until November 2026: every field that the operation had then, with defaults filled in
 * and absent fields as null.
 */
export function computeFormerFingerprint(operationId: string, echo: Fields): string {
  const names = FORMER_FIELDS[operationId]?.split(' ') ?? Object.keys(echo)
  return computeFingerprint(
    operationId,
    Object.fromEntries(names.map((name) => [name, echo[name] ?? null])),
  )
}

/**
 * The fields of each operation on the last day of the former form. Never changes; goes when no
 * claim of that form is left.
 */
const FORMER_FIELDS: Readonly<Record<string, string>> = {
  company_search: 'q limit',
  company_profile: 'number detail',
  company_verdict: 'number detail',
  company_fca: 'number',
  tenders_search: 'q cpv region value_min value_max deadline_after stage',
  tenders_fit_score:
    'description keywords exclude_keywords cpv regions remote value_min value_max certifications past_buyers sme min_working_days deadline_after stage limit',
  tender_brief: 'ocid',
  grants_search: 'q region org_type min max open_now',
  grants_match: 'description keywords org_type region amount_needed declare open_now limit',
  grant_eligibility: 'id org_type region declare',
  funder_dossier: 'name',
}
