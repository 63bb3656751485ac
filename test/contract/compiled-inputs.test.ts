/** Generated parsers of paths and queries give what their schemas give, faults included. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readFields, readInput } from '../../src/contract/input.ts'
import { startService } from '../support/service.ts'

const RUNS = 300
const anyText = fc.oneof(
  fc.string(),
  fc.stringMatching(/^[0-9]{1,9}$/),
  fc.stringMatching(/^[A-Za-z0-9 -]{0,20}$/),
  fc.constantFrom('full', 'true', 'GBP', 'SC123456', ' 1234567 ', '2026-12-31', '2026-02-30', '{}'),
)

const service = await startService()
const read = service.app.operations.map(({ operation }) => operation)
await service.stop()

it.each(read.map((operation) => [operation.id, operation] as const))('%s', (_id, operation) => {
  const examples = Object.entries(operation.example.input).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ])
  for (const schema of [operation.params, operation.query]) {
    const names = Object.keys(schema.shape)
    const name = names.length > 0 ? fc.constantFrom(...names, 'other') : fc.constant('other')
    const valid = Object.fromEntries(examples.filter(([each]) => names.includes(each!)))
    const fields = fc
      .tuple(fc.dictionary(name, anyText), fc.boolean())
      .map(([given, isComplete]) => (isComplete ? { ...valid, ...given } : given))
    fc.assert(
      fc.property(fields, (given) => {
        const [ours, theirs] = [readFields(schema, given), readInput(schema, given)]
        expect(ours.data).toEqual(theirs.data)
        expect(ours.error?.issues).toEqual(theirs.error?.issues)
      }),
      { numRuns: RUNS, examples: [[valid], [{}]] },
    )
  }
})
