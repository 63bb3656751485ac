import { Command } from 'commander'
import { describeConfig, listPlaceholders, loadConfig } from '../config.ts'
import { errorMessage } from '../platform/errors.ts'
import { paint, print } from './terminal.ts'

export function configCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('config')
    .description(
      'Show every variable: its value, where it comes from, what it means. Secrets are masked.',
    )
    .option('--json', 'print JSON')
    .option('--check', 'exit with 1 when this configuration cannot serve')
    .action((options: { json?: boolean; check?: boolean }) => {
      const lines = describeConfig(environment)
      const { fault, warnings } = judge(environment)
      if (options.json)
        print(
          JSON.stringify({ serves: fault === null, fault, warnings, variables: lines }, null, 2),
        )
      else {
        for (const { name, value, source, meaning } of lines) {
          const line = `${name}=${value}`
          print(
            `${source === 'missing' ? paint('red', line) : paint('bold', line)}  ${paint('dim', `(${source})`)}`,
          )
          print(`    ${meaning}`)
        }
        print()
        for (const warning of warnings) print(paint('yellow', `Warning: ${warning}`))
        print(
          fault === null
            ? paint('green', 'This configuration can serve.')
            : paint('red', `This configuration cannot serve: ${fault}`),
        )
      }
      if (options.check && fault !== null) process.exitCode = 1
    })
}

function judge(environment: NodeJS.ProcessEnv): { fault: string | null; warnings: string[] } {
  try {
    return { fault: null, warnings: listPlaceholders(loadConfig(environment)) }
  } catch (error) {
    return { fault: errorMessage(error), warnings: [] }
  }
}
