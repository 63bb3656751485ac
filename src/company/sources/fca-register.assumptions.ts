/** What `fca-register.ts` and `model/firm.ts` take for granted of the regulator's register. */
import { type Assumption, lacking, objectOf, objectsOf } from '../../platform/assumption.ts'
import { fcaOutcome, readFirmRecord } from '../model/firm.ts'

/** The FCA's own examples, whose values it invented. */
const EXAMPLES = { on: "2026-11-20, the FCA's documented examples", live: false }
const held = (id: string, says: string, fault: Assumption['fault']): Assumption => ({
  id: `fca/${id}`,
  says,
  since: '2026-11-20',
  seen: EXAMPLES,
  fault,
})

export const FCA_SEARCH_ASSUMPTIONS: readonly Assumption[] = [
  held(
    'search-status',
    'a search is answered 200 with a `Status` of its own, which says found or nothing',
    ({ status, json }) =>
      status === 200 && fcaOutcome(json) !== 'failed'
        ? null
        : `status ${status}, Status ${String(objectOf(json).Status).slice(0, 20)}`,
  ),
  held('search-hits', 'hits have a `Name` and a numeric `Reference Number`', ({ json }) =>
    lacking(
      objectsOf(objectOf(json).Data) ?? [],
      'Name and Reference Number',
      (hit) => typeof hit.Name === 'string' && /^\d{1,10}$/.test(String(hit['Reference Number'])),
    ),
  ),
  held(
    'search-kind',
    'hits say whether they are firms in `Type of business or Individual`',
    ({ json }) =>
      lacking(
        objectsOf(objectOf(json).Data) ?? [],
        'Type of business or Individual',
        (hit) => typeof hit['Type of business or Individual'] === 'string',
      ),
  ),
]

export const FCA_FIRM_ASSUMPTIONS: readonly Assumption[] = [
  held(
    'firm-record',
    'a firm is answered with one record that `model/firm.ts` can read',
    ({ status, json }) =>
      status === 200 && fcaOutcome(json) === 'ok' && readFirmRecord(json) !== null
        ? null
        : `status ${status}, no readable record`,
  ),
  held(
    'firm-number',
    'the record names the company number in `Companies House Number`, empty where there is none',
    ({ json }) =>
      Object.hasOwn(readFirmRecord(json) ?? {}, 'Companies House Number')
        ? null
        : 'no Companies House Number',
  ),
  held('firm-status', 'the record has a `Status` in words', ({ json }) =>
    typeof readFirmRecord(json)?.Status === 'string' ? null : 'no Status',
  ),
]
