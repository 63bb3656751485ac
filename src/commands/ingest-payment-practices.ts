/** Reads the export of payment practices by hand: the same run that the service does by itself. */
import { resolve } from 'node:path'
import { Command } from 'commander'
import { runFill, withContext } from './ingest-context.ts'
import { print } from './terminal.ts'

interface Options {
  from?: string
  acceptShrink?: boolean
}

export function ingestPaymentPracticesCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('payment-practices')
    .description('Read all reports on payments to suppliers into the store.')
    .option('--from <file>', 'take the CSV export from a file instead of the network')
    .option('--accept-shrink', 'believe a file that lost more than a third of its rows')
    .action((options: Options) =>
      withContext(environment, async ({ config, context, stopping }) => {
        const { refreshPaymentPractices } = await import('../company/payment-practices.ts')
        const refresh = () =>
          refreshPaymentPractices({
            ...context,
            url: config.PAYMENT_PRACTICES_URL,
            fromFile: options.from === undefined ? null : resolve(options.from),
            acceptShrink: options.acceptShrink ?? false,
            signal: stopping,
          })
        const report = await runFill(refresh, {
          busy: 'reads the reports',
          failed: () => 'refused, the stored reports stay',
        })
        const { rows, layout, columns, date_order, quarantined, seconds } = report
        print(`${rows} rows of the ${layout} layout, ${columns} columns, dates ${date_order}`)
        print(`read in ${seconds.toFixed(1)} s`)
        for (const [reason, count] of Object.entries(quarantined))
          print(`! ${count} rows: ${reason}`)
      }),
    )
}
