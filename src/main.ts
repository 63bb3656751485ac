/** The command line. Besides config.ts the only place that touches the environment, and it only hands it on. */
import { enableCompileCache } from 'node:module'
import { Command } from 'commander'
import packageJson from '../package.json' with { type: 'json' }
import { CommandError, note } from './commands/terminal.ts'
import { exitOnUnknownOptions, refuseUnknownCommand } from './commands/unknown-command.ts'

// Every start but the first finds its modules compiled, in the system's folder for temporary files; so does what is started beside this process.
const { directory } = enableCompileCache()
if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory

/** Loaded when they are asked for: a service needs no buyer, a buyer no service. */
const COMMANDS = {
  serve: async () => (await import('./commands/serve.ts')).serveCommand,
  demo: async () => (await import('./commands/demo.ts')).demoCommand,
  sandbox: async () => (await import('./commands/sandbox.ts')).sandboxCommand,
  call: async () => (await import('./commands/call.ts')).callCommand,
  verify: async () => (await import('./commands/verify.ts')).verifyCommand,
  ingest: async () => (await import('./commands/ingest.ts')).ingestCommand,
  config: async () => (await import('./commands/config.ts')).configCommand,
  status: async () => (await import('./commands/status.ts')).statusCommand,
  doctor: async () => (await import('./commands/doctor.ts')).doctorCommand,
  ledger: async () => (await import('./commands/ledger.ts')).ledgerCommand,
  listings: async () => (await import('./commands/listings.ts')).listingsCommand,
  backup: async () => (await import('./commands/backup.ts')).backupCommand,
  restore: async () => (await import('./commands/backup.ts')).restoreCommand,
  migrate: async () => (await import('./commands/migrate.ts')).migrateCommand,
  'migrate-store': async () => (await import('./commands/backup.ts')).migrateStoreCommand,
  feedback: async () => (await import('./commands/feedback.ts')).feedbackCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
}
type CommandName = keyof typeof COMMANDS

const EXPECTED_ERRORS = ['ConfigError', 'StartError', 'CommandError', 'SpendLimitError']

const program = new Command('ukintel')
  .description(
    'Pay-per-call intelligence about UK companies, public tenders and grants, paid per request in USDC over x402.',
  )
  .version(packageJson.version)
  .addHelpText(
    'after',
    '\nNew here? `ukintel demo` shows a whole purchase on this machine in half a minute, without real money.\n',
  )

const [, , named] = process.argv
const wanted =
  named !== undefined && Object.hasOwn(COMMANDS, named)
    ? [named as CommandName]
    : (Object.keys(COMMANDS) as CommandName[])
for (const name of wanted) {
  const command = await COMMANDS[name]()
  program.addCommand(command(process.env))
}

// A reader that has seen enough, such as `head`, is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
})

try {
  exitOnUnknownOptions(program)
  refuseUnknownCommand(program, process.argv.slice(2))
  await program.parseAsync()
} catch (error) {
  const expected = error instanceof Error && EXPECTED_ERRORS.includes(error.name)
  note(
    expected
      ? error.message
      : `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
  )
  process.exitCode = error instanceof CommandError ? error.exitCode : 1
}
