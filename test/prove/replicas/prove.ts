/** Two and four replicas behind haproxy: what faults do to the money. */
import type { Proof } from '../parts.ts'
import { randomOf, wholeNumber } from '../random.ts'
import { replicasRound } from './round.ts'

const SKIPPED = 'skipped: haproxy or the chain program is missing'

export const replicas: Proof = async (given, print) => {
  const seed = wholeNumber(given.seed, 'seed')
  const rounds = wholeNumber(given.rounds, 'rounds')
  let found = 0
  for (let round = 0; round < rounds; round += 1) {
    const count = round % 2 === 0 ? 2 : 4
    const shape = {
      replicas: count,
      buyers: 6,
      seconds: wholeNumber(given.seconds, 'seconds'),
      faultEveryMs: 1500,
      leastFaults: 4,
    }
    const result = await replicasRound(randomOf(seed + round), shape)
    if (!result) {
      print(SKIPPED)
      return true
    }
    for (const line of result.violations) print(`seed ${seed + round}: ${line}`)
    print(
      `seed ${seed + round}, ${count} replicas, ${result.purchases} purchases: ${result.faults.line()}`,
    )
    print(`  buyers were told ${result.told.line()}; others ${result.others.line()}`)
    print(`  ${result.reconciled.replaceAll('\n', '; ')}`)
    found += result.violations.length
  }
  print(`${found} violations`)
  return found === 0
}
