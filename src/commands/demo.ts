import { Command } from 'commander'
import { errorMessage } from '../platform/errors.ts'
import { freePort } from '../transports/free-port.ts'
import { type LocalService, startLocalService } from './local-service.ts'
import { paint, print, untilStopped } from './terminal.ts'
import { walk } from './tour/tour.ts'
import { createStage } from './tour/tour-services.ts'
import { createWatchdog, type Watchdog } from './tour/watchdog.ts'

/** Longest time without progress. The longest step takes a second or two on an idle machine. */
const STALLED_MS = 120_000

export function demoCommand(): Command {
  return new Command('demo')
    .description(
      'A tour on this machine: prices, payments, answers, and what never costs anything. No real money.',
    )
    .option(
      '--in-memory',
      'keep balances in memory, as where no chain program exists for the platform',
    )
    .addHelpText(
      'after',
      '\nExit code 0 only if every step truly happened; balances are read where the money is, not from the service.\n',
    )
    .action(async (options: { inMemory?: boolean }) => {
      const stopped = untilStopped()
      const watchdog = createWatchdog(STALLED_MS)
      const { progress: onProgress } = watchdog
      const world = { inMemory: options.inMemory ?? false, logLevel: 'silent', onProgress }
      const service = freePort().then((port) => startLocalService({ port, ...world }))
      try {
        const started = performance.now()
        const walked = service.then((running) => guide(running, onProgress))
        const steps = await Promise.race([
          walked,
          stopped.then(() => fail('stopped')),
          watchdog.expired,
        ])
        const seconds = ((performance.now() - started) / 1000).toFixed(1)
        print()
        print(paint('green', `All ${steps} steps truly happened, in ${seconds} s.`))
        print('`npm run sandbox` keeps this world running for calls of your own.')
      } catch (error) {
        print()
        print(paint('red', `The tour failed: ${errorMessage(error)}`))
        process.exitCode = 1
      } finally {
        watchdog.end()
        // Even when stopped while it still starts: whatever was started is ended.
        await service.then(
          (running) => running.close(),
          () => {},
        )
      }
    })
}

function guide({ world, app }: LocalService, onProgress: Watchdog['progress']): Promise<number> {
  print(paint('bold', 'ukintel, a tour'))
  print('The real service, in an isolated world on this machine: invented registers and portals,')
  print(`a facilitator, a buyer with test money, and ${world.money.description}.`)
  return walk(createStage(app.url, world, { onProgress }))
}

function fail(reason: string): never {
  throw new Error(reason)
}
