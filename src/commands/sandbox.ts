import { Command } from 'commander'
import { atomicToUsdc } from '../platform/money.ts'
import { startLocalService } from './local-service.ts'
import { CommandError, paint, print, untilStopped, usd } from './terminal.ts'

const DEFAULT_PORT = '4021'

export function sandboxCommand(): Command {
  return new Command('sandbox')
    .description(
      'Keep the real service running in a synthetic world on this machine, for calls of your own. No real money.',
    )
    .option('--port <port>', 'listen port', DEFAULT_PORT)
    .option('--host <host>', 'listen address', '127.0.0.1')
    .option('--log-level <level>', 'log level of the service', 'warn')
    .action(async (options: { port: string; host: string; logLevel: string }) => {
      if (!/^\d{1,5}$/.test(options.port))
        throw new CommandError(`--port ${options.port} is not a port number`)
      const stopped = untilStopped()
      const service = await startLocalService({
        host: options.host,
        port: Number(options.port),
        logLevel: options.logLevel,
      }).catch((error: Error) => {
        if ((error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE')
          throw new CommandError(`port ${options.port} is already in use; try --port 4022`)
        throw error
      })
      try {
        const { world, app } = service
        const funds = usd(atomicToUsdc(await world.money.balance(world.buyer.address)))
        const example = `${app.url}/v1/company/99000020/verdict`
        const printHeading = (text: string) => print(`\n${paint('bold', text)}`)
        print(`${paint('green', 'ukintel sandbox')} at ${paint('bold', app.url)}, until Ctrl-C`)
        print(`Payments: ${world.money.description}`)
        print(`Buyer ${world.buyer.address} holds ${funds} USDC, seller ${world.seller.address}`)
        printHeading('Buy an answer in a browser, by two clicks')
        print(`  ${example}`)
        printHeading('See a price (HTTP 402)')
        print(`  curl -i ${example}`)
        printHeading('Pay for an answer')
        print(`  BUYER_PRIVATE_KEY=${world.buyer.privateKey} \\`)
        print(`    npm run --silent ukintel -- call GET ${example} --max-usd 0.10`)
        printHeading('See how the service and its sources are')
        print(`  npm run --silent ukintel -- status --url ${app.url}`)
        printHeading('The environment it runs with')
        for (const [name, value] of Object.entries(world.environment)) print(`  ${name}=${value}`)
        print('\nCtrl-C ends it all.')
        await stopped
        print('stopping')
      } finally {
        await service.close()
      }
    })
}
