/**
 * Replicas under steady paying load for a long time, with faults all the time: the first, which is
 * never killed, must not grow, and the books must hold.
 */
import type { Proof } from '../parts.ts'
import { randomOf, wholeNumber } from '../random.ts'
import { replicasRound, type Sample } from '../replicas/round.ts'

const BUYERS = 4
/** Memory may settle in the first half; after it, it may not grow by more than this. */
const MAY_GROW_MB = 64

const SAMPLES = 19

export const soak: Proof = async (given, print) => {
  const seconds = wholeNumber(given.seconds, 'seconds')
  const count = wholeNumber(given.replicas, 'replicas')
  const samples: Sample[] = []
  const result = await replicasRound(randomOf(wholeNumber(given.seed, 'seed')), {
    sells: 'service',
    replicas: count,
    buyers: BUYERS,
    seconds,
    faultEveryMs: wholeNumber(given.faultEveryMs, 'fault-every-ms'),
    leastFaults: 1,
    samples: SAMPLES,
    onSample(sample) {
      samples.push(sample)
      print(lineOf(sample))
    },
  })
  if (!result) {
    print('skipped: haproxy or the chain program is missing')
    return true
  }
  const { violations } = result
  const kept = samples.map((sample) => ({
    memory: sample.residentMb[0] ?? 0,
    open: sample.descriptors[0] ?? 0,
  }))
  const [middle, end] = [kept[Math.floor(kept.length / 2)]!, kept.at(-1)!]
  if (end.memory > middle.memory + MAY_GROW_MB)
    violations.push(`memory grew from ${middle.memory} to ${end.memory} MB in the second half`)
  if (end.open > middle.open + MAY_OPEN)
    violations.push(`descriptors grew from ${middle.open} to ${end.open} in the second half`)
  const undecided = result.last.claims?.settling ?? 0
  if (undecided > 0) violations.push(`${undecided} claims are undecided at the end`)
  for (const line of violations) print(line)
  print(`${count} replicas; faults: ${result.faults.line()}`)
  print(`buyers were told: ${result.told.line()}`)
  print(`others: ${result.others.line()}`)
  print(`sold: ${result.sold!.line()}; at the sources: ${result.happened!.line()}`)
  print(`${result.reconciled.replaceAll('\n', '; ')}`)
  print(`${result.purchases} purchases in ${seconds} s, ${violations.length} violations`)
  return violations.length === 0
}

/** Connections come and go. */
const MAY_OPEN = 40

function lineOf({ second, purchases, residentMb, descriptors, claims }: Sample): string {
  const each = (figures: readonly (number | null)[]) =>
    figures.map((figure) => figure ?? 'down').join(' ')
  const states =
    claims === null
      ? 'unknown, PostgreSQL is away'
      : Object.entries(claims).map(([state, rows]) => `${rows} ${state}`)
  return `${second} s: ${purchases} purchases; MB resident ${each(residentMb)}; descriptors ${each(descriptors)}; claims ${states || 'none'}`
}
