/**
 * Inputs that documents and terms show: subjects that this deployment can answer now, so that a
 * caller who tries an example gets an answer. The worked answers are invented and keep the input
 * that they answer.
 */

import type { Domain } from '../contract/domain.ts'
import type {
  BoundFreeOperation,
  BoundPaidOperation,
  Description,
  Example,
} from '../contract/operation.ts'
import { canonicalJson } from '../platform/hash.ts'

type Input = Readonly<Record<string, unknown>>

export interface Examples {
  /** The operation with an example whose input follows what is known. */
  withExample<Bound extends BoundPaidOperation | BoundFreeOperation>(bound: Bound): Bound
  /** Reads the examples of the domains again. Returns true if anything has changed. */
  refresh(): boolean
}

export function createExamples(domains: readonly Pick<Domain, 'exampleInputs'>[]): Examples {
  let known = new Map<string, Input>()

  const inputFor = ({ id, params, example }: Description): Input =>
    known.get(id) ?? without(example.input, Object.keys(params.shape))

  return {
    withExample(bound) {
      const { operation } = bound
      const example: Example = {
        ...operation.example,
        answeredInput: operation.example.input,
        get input() {
          return inputFor(operation)
        },
      }
      return { ...bound, operation: { ...operation, example } }
    },
    refresh() {
      const next = new Map(
        domains.flatMap((domain) => Object.entries(domain.exampleInputs?.() ?? {})),
      )
      const isOther = canonicalJson([...next]) !== canonicalJson([...known])
      known = next
      return isOther
    },
  }
}

/** Until a subject is known: the call without one, which is answered with its price. */
function without(input: Input, names: readonly string[]): Input {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)))
}
