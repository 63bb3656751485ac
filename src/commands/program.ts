/** The command line as a function, which `src/main.ts` runs as a program. */
import { Command, CommanderError } from 'commander'
import packageJson from '../../package.json' with { type: 'json' }
import { CommandError, note } from './terminal.ts'
import { refuseUnknownCommand, throwOnExit, WRONG_USE } from './unknown-command.ts'

/** Loaded on demand: a service needs no buyer, a buyer no service. */
const COMMANDS = {
  serve: async () => (await import('./serve.ts')).serveCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  sandbox: async () => (await import('./sandbox.ts')).sandboxCommand,
  call: async () => (await import('./call.ts')).callCommand,
  verify: async () => (await import('./verify.ts')).verifyCommand,
  ingest: async () => (await import('./ingest.ts')).ingestCommand,
  config: async () => (await import('./config.ts')).configCommand,
  status: async () => (await import('./status.ts')).statusCommand,
  doctor: async () => (await import('./doctor.ts')).doctorCommand,
  ledger: async () => (await import('./ledger.ts')).ledgerCommand,
  listings: async () => (await import('./listings.ts')).listingsCommand,
  backup: async () => (await import('./backup.ts')).backupCommand,
  restore: async () => (await import('./backup.ts')).restoreCommand,
  migrate: async () => (await import('./migrate.ts')).migrateCommand,
  'migrate-store': async () => (await import('./backup.ts')).migrateStoreCommand,
  feedback: async () => (await import('./feedback.ts')).feedbackCommand,
  mcp: async () => (await import('./mcp.ts')).mcpCommand,
  completion: async () => (await import('./completion.ts')).completionCommand,
}
type CommandName = keyof typeof COMMANDS

const EXPECTED_ERRORS = ['ConfigError', 'StartError', 'CommandError', 'SpendLimitError']

/** Runs one command. Its exit code is in `process.exitCode`, which is undefined for 0. */
export async function runCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  try {
    const program = await createProgram(args, environment)
    refuseUnknownCommand(program, args)
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the message. Requested help has the code 0.
      const code = error.code === 'commander.unknownOption' ? WRONG_USE : error.exitCode
      if (code !== 0) process.exitCode = code
      return
    }
    const expected = error instanceof Error && EXPECTED_ERRORS.includes(error.name)
    note(
      expected
        ? error.message
        : `unexpected: ${error instanceof Error ? (error.stack ?? error.message) : error}`,
    )
    process.exitCode = error instanceof CommandError ? error.exitCode : 1
  }
}

/** Creates the program; with a command named first, that command alone. */
export async function createProgram(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<Command> {
  const program = new Command('ukintel')
    .description(
      'Pay-per-call intelligence about UK companies, public tenders and grants, paid per request in USDC over x402.',
    )
    .version(packageJson.version)
    .addHelpText(
      'after',
      '\nNew here? `ukintel demo` shows a whole purchase on this machine in half a minute, without real money.\n',
    )
  const [named] = args
  const wanted =
    named !== undefined && named !== 'completion' && Object.hasOwn(COMMANDS, named)
      ? [named as CommandName]
      : (Object.keys(COMMANDS) as CommandName[])
  for (const name of wanted) {
    const command = await COMMANDS[name]()
    program.addCommand(command(environment))
  }
  throwOnExit(program)
  return program
}
