import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { serveStdioBridge } from '../../packages/mcp/src/stdio.ts'
import { readVariables } from '../config.ts'
import { errorMessage } from '../platform/errors.ts'
import { serviceUrl } from './service-url.ts'
import { stateDirectory } from './state-directory.ts'
import { CommandError, note } from './terminal.ts'

const DEFAULT_BUDGET_USD = '5'

const CONFIGURATION = `
In the configuration of an MCP client, with the path of your own copy of this project:
  { "mcpServers": { "ukintel": { "command": "node", "args": ["/path/to/ukintel/bin/ukintel.js", "mcp", "--url", "https://…"],
      "env": { "BUYER_PRIVATE_KEY": "0x…", "BUYER_MAX_USD": "0.25" } } } }

BUYER_MAX_USD caps each call, --budget-usd all calls of the last 24 hours together, across restarts: what was signed is remembered in
BUYER_STATE_DIR. Every payment that was sent counts, whatever the seller says of it: until it expires the seller can take it. The next call at
the same price uses it again where it was not taken. Without BUYER_PRIVATE_KEY nothing is ever paid: paid tools then return their terms.
`

export function mcpCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('mcp')
    .description(
      'Offer a service as MCP tools over standard input and output, paying for them within a limit.',
    )
    .option('--url <url>', 'the service (default: PUBLIC_URL, or HOST and PORT)')
    .option('--budget-usd <amount>', 'most that is paid in 24 hours', DEFAULT_BUDGET_USD)
    .addHelpText('after', CONFIGURATION)
    .action(async ({ url: givenUrl, budgetUsd }: { url?: string; budgetUsd: string }) => {
      const { BUYER_PRIVATE_KEY, BUYER_MAX_USD, BUYER_RPC_URL } = readVariables(environment, [
        'BUYER_PRIVATE_KEY',
        'BUYER_MAX_USD',
        'BUYER_RPC_URL',
      ])
      const directory = stateDirectory(environment)
      if (!/^\d+(\.\d{1,6})?$/.test(budgetUsd))
        throw new CommandError(`--budget-usd ${budgetUsd} is not an amount like 2.50`)
      const url = serviceUrl(environment, givenUrl)
      const privateKey = BUYER_PRIVATE_KEY as `0x${string}` | null
      const settings = {
        url,
        version: packageJson.version,
        privateKey,
        perCallUsd: BUYER_MAX_USD,
        budgetUsd,
        directory,
        rpcUrl: BUYER_RPC_URL,
        onNote: note,
      }
      await serveStdioBridge(settings).catch((error: unknown) => {
        throw new CommandError(whyNot(url, error))
      })
    })
}

function whyNot(url: string, error: unknown): string {
  const message = errorMessage(error)
  return message.startsWith('BUYER_STATE_DIR')
    ? message
    : `${url} does not answer: ${errorMessage((error as Error).cause ?? error)}`
}
