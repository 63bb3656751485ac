import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { listPlaceholders, loadConfig } from '../config.ts'
import { note, print, untilStopped } from './terminal.ts'

/** Time that the first requests have before background work and loading begin. */
const FIRST_REQUESTS_MS = 100
const FLUSH_MS = 1000

export function serveCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('serve')
    .description(
      'Serve the API. Configured by environment variables; `ukintel config` lists them all.',
    )
    .addHelpText(
      'after',
      '\nThe one variable without a default:\n  X402_PAY_TO   the address that receives the payments\n',
    )
    .action(async () => {
      const config = loadConfig(environment)
      const stopped = untilStopped()
      const { createApp } = await import('../app/compose.ts')
      const { flushLog } = await import('../observe/log.ts')
      const app = await createApp(config)
      let reason = 'the start failed'
      try {
        await app.listen()
        print(
          `ukintel serves ${app.catalogue.publicUrl} (listening on ${app.url}, payments on ${config.X402_NETWORK} to ${config.X402_PAY_TO})`,
        )
        for (const placeholder of listPlaceholders(config)) note(`warning: ${placeholder}`)
        const early = await Promise.race([sleep(FIRST_REQUESTS_MS), stopped])
        reason = early ?? (await Promise.race([stopped, app.start().then(() => stopped)]))
      } finally {
        await app.stop(reason)
      }
      // All is stored. A facilitator that does not answer would keep the process until its timeout,
      // and nobody may read the log.
      await Promise.race([flushLog(), sleep(FLUSH_MS)])
      process.exit()
    })
}
