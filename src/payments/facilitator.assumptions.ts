/** What `facilitator-client.ts` and the gate take for granted of a facilitator. */
import { type Assumption, type Json, objectOf, objectsOf } from '../kernel/assumption.ts'

const held = (id: string, says: string, fault: Assumption['fault']): Assumption => ({
  id: `facilitator/${id}`,
  says,
  since: '2026-11-20',
  seen: null,
  fault,
})
const kindsOf = (json: unknown): readonly Json[] | null => objectsOf(objectOf(json).kinds)

export const facilitatorAssumptions = (network: string): readonly Assumption[] => [
  held('supported', '`/supported` answers 200 with a list of `kinds`', ({ status, json }) =>
    status === 200 && kindsOf(json) !== null ? null : `status ${status}, no kinds`,
  ),
  held('version', 'it speaks x402 version 2', ({ json }) =>
    kindsOf(json)?.some((kind) => kind.x402Version === 2) ? null : 'no kind of version 2',
  ),
  held('network', `it settles scheme exact on ${network}`, ({ json }) =>
    kindsOf(json)?.some((kind) => kind.x402Version === 2 && kind.scheme === 'exact' && kind.network === network)
      ? null
      : `not on ${network}`,
  ),
]
