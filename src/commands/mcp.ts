import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { Command } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { createBuyer } from '../buyer/buyer.ts'
import { connectMcpBridge } from '../buyer/mcp-bridge.ts'
import { readVariables } from '../config.ts'
import { errorMessage } from '../kernel/errors.ts'
import { serviceUrl } from './service-url.ts'
import { openPurseOf, stateDirectory } from './state-directory.ts'
import { CommandError, note } from './terminal.ts'

const DEFAULT_BUDGET_USD = '5'

const CONFIGURATION = `
In the configuration of an MCP client:
  { "mcpServers": { "ukintel": { "command": "npx", "args": ["ukintel", "mcp", "--url", "https://…"],
      "env": { "BUYER_PRIVATE_KEY": "0x…", "BUYER_MAX_USD": "0.25" } } } }

BUYER_MAX_USD caps each call, --budget-usd all calls of the last 24 hours together, across restarts: what was signed is remembered in
BUYER_STATE_DIR. Every payment that was sent counts, whatever the seller says of it: until it expires he can take it. The next call at
the same price uses it again where it was not taken. Without BUYER_PRIVATE_KEY nothing is ever paid: paid tools then return their terms.
`

function walletOf(privateKey: `0x${string}`, perCallUsd: string, totalUsd: string, directory: string) {
  const buyer = createBuyer({ privateKey })
  return { buyer, purse: openPurseOf(buyer.address, 'mcp', directory, { perCallUsd, totalUsd }), perCallUsd }
}

export function mcpCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('mcp')
    .description('Offer a service as MCP tools over standard input and output, paying for them within a limit.')
    .option('--url <url>', 'the service (default: PUBLIC_URL, or HOST and PORT)')
    .option('--budget-usd <amount>', 'most that is paid in 24 hours', DEFAULT_BUDGET_USD)
    .addHelpText('after', CONFIGURATION)
    .action(async ({ url: told, budgetUsd }: { url?: string; budgetUsd: string }) => {
      const { BUYER_PRIVATE_KEY, BUYER_MAX_USD } = readVariables(environment, ['BUYER_PRIVATE_KEY', 'BUYER_MAX_USD'])
      const directory = stateDirectory(environment)
      if (!/^\d+(\.\d{1,6})?$/.test(budgetUsd)) throw new CommandError(`--budget-usd ${budgetUsd} is not an amount like 2.50`)
      const url = serviceUrl(environment, told)
      const wallet = BUYER_PRIVATE_KEY === null ? null : walletOf(BUYER_PRIVATE_KEY as `0x${string}`, BUYER_MAX_USD, budgetUsd, directory)
      const bridge = await connectMcpBridge({ url, version: packageJson.version, wallet, onNote: note }).catch((error: unknown) => {
        const { cause } = error as Error
        throw new CommandError(`${url} does not answer: ${errorMessage(cause ?? error)}`)
      })
      const ended = new Promise<void>((resolve) => {
        process.stdin.once('end', resolve)
        process.once('SIGTERM', () => resolve())
        process.once('SIGINT', () => resolve())
      })
      const connection = serveStdio(bridge.createServer)
      note(
        wallet ? `ukintel: paying as ${wallet.buyer.address}, at most ${BUYER_MAX_USD} USD a call` : 'ukintel: no wallet, nothing is paid',
      )
      await ended
      await connection.close()
      await bridge.close()
    })
}
