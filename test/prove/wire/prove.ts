/** PostgreSQL over a faulty connection, and with a standby that takes over. */
import type { Given, Proof } from '../parts.ts'
import { randomOf, wholeNumber } from '../random.ts'
import { failoverRound } from './failover.ts'
import { faultsRound } from './faults.ts'
import { identifierRounds } from './identifier.ts'

type Story = (
  given: Given,
  print: (line: string) => void,
  seed: number,
  untilMs: number,
) => Promise<number>

/** How late the standby is. */
const SHIPPING_MS = 40
const NO_CHAIN = 'skipped: there is no chain program for this platform'

/** Each returns how many violations it found. */
const STORIES: Record<string, Story> = {
  async identifier(given, print, seed, untilMs) {
    const delayMs = Number(given.delayMs)
    const { done, doubles, answers } = await identifierRounds(randomOf(seed), {
      rounds: wholeNumber(given.rounds, 'rounds'),
      delayMs,
      untilMs,
    })
    print(
      `${done} rounds of two signatures under one identifier over two replicas, mean delay ${delayMs} ms, seed ${seed}: ${answers.line()}`,
    )
    print(`${doubles} double charges`)
    return doubles
  },

  async faults(given, print, seed, untilMs) {
    let violations = 0
    for (
      let round = 0;
      round < wholeNumber(given.rounds, 'rounds') && performance.now() < untilMs;
      round += 1
    ) {
      const replicas =
        given.replicas === undefined
          ? round % 2 === 0
            ? 2
            : 4
          : wholeNumber(given.replicas, 'replicas')
      const shape = {
        replicas,
        purchases: wholeNumber(given.purchases, 'purchases'),
        delayMs: Number(given.delayMs),
        badMs: 8000,
      }
      const result = await faultsRound(randomOf(seed + round), shape)
      if (!result) {
        print(NO_CHAIN)
        return 0
      }
      for (const line of result.violations) print(`seed ${seed + round}: ${line}`)
      print(
        `seed ${seed + round}, ${replicas} replicas, ${result.purchases} purchases: ${result.injected.line()}; told ${result.told.line()}`,
      )
      violations += result.violations.length
    }
    return violations
  },

  async failover(given, print, seed, untilMs) {
    let violations = 0
    for (
      let round = 0;
      round < wholeNumber(given.rounds, 'rounds') && performance.now() < untilMs;
      round += 1
    ) {
      for (const mode of ['synchronous', 'asynchronous'] as const) {
        const result = await failoverRound(randomOf(seed + round), {
          mode,
          purchases: wholeNumber(given.purchases, 'purchases'),
          shippingMs: SHIPPING_MS,
        })
        if (!result) {
          print(NO_CHAIN)
          return 0
        }
        print(
          `seed ${seed + round}, ${mode} standby: ${result.events.line()}; median commit ${result.commitMs.toFixed(1)} ms; told ${result.told.line()}`,
        )
        // Data that an asynchronous standby never received is lost by design: it is reported, and
        // is no violation.
        for (const line of result.violations)
          print(`  ${mode === 'synchronous' ? 'VIOLATION' : 'lost'}: ${line}`)
        if (mode === 'synchronous') violations += result.violations.length
      }
    }
    return violations
  },
}

export const wire: Proof = async (given, print) => {
  const seed = wholeNumber(given.seed, 'seed')
  const untilMs =
    performance.now() +
    (given.seconds === undefined
      ? Number.POSITIVE_INFINITY
      : wholeNumber(given.seconds, 'seconds') * 1000)
  const story = STORIES[String(given.story)]
  if (!story)
    throw new RangeError(`--story is one of ${Object.keys(STORIES).join(', ')}, not ${given.story}`)
  const violations = await story(given, print, seed, untilMs)
  print(`${violations} violations`)
  return violations === 0
}
