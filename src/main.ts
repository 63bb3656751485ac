/** The command line. Besides config.ts the only place that touches the environment, and it only hands it on. */
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { SpendLimitError } from './buyer/buyer.ts'
import { callCommand } from './commands/call.ts'
import { configCommand } from './commands/config.ts'
import { demoCommand } from './commands/demo.ts'
import { genCommand } from './commands/gen.ts'
import { ingestCommand } from './commands/ingest.ts'
import { mcpCommand } from './commands/mcp.ts'
import { sandboxCommand } from './commands/sandbox.ts'
import { serveCommand } from './commands/serve.ts'
import { statusCommand } from './commands/status.ts'
import { CommandError, note } from './commands/terminal.ts'
import { ConfigError } from './config.ts'

const program = new Command('ukintel')
  .description('Pay-per-call intelligence about UK companies, public tenders and grants, paid per request in USDC over x402.')
  .version(packageJson.version)
  .addHelpText('after', '\nNew here? `ukintel demo` shows a whole purchase on this machine in half a minute, without real money.\n')

for (const command of [
  serveCommand,
  demoCommand,
  sandboxCommand,
  callCommand,
  ingestCommand,
  configCommand,
  statusCommand,
  mcpCommand,
  genCommand,
]) {
  program.addCommand(command(process.env))
}

// A reader that has seen enough, such as `head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  await program.parseAsync()
} catch (error) {
  const expected = error instanceof ConfigError || error instanceof CommandError || error instanceof SpendLimitError
  note(expected ? error.message : `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : error}`)
  process.exitCode = 1
}
