import type { Command } from 'commander'
import { nearest } from '../platform/text.ts'
import { CommandError } from './terminal.ts'

/** Exit code for wrong usage, as in shells. */
export const WRONG_USE = 2

/** Makes the program and its commands throw a CommanderError where they would end the process. */
export function throwOnExit(program: Command): void {
  program.exitOverride()
  for (const command of program.commands) throwOnExit(command)
}

/** Refuses a mistyped command, also if its help was requested. @throws CommandError */
export function refuseUnknownCommand(program: Command, args: readonly string[]): void {
  let command = program
  for (const arg of args) {
    if (arg === '--') return
    if (arg.startsWith('-')) continue
    const known = command.commands.map((each) => each.name())
    if (known.length === 0 || arg === 'help') return
    const next = command.commands.find((each) => each.name() === arg)
    if (!next) {
      const meant = nearest(arg, known)
      throw new CommandError(
        `unknown command "${arg}"${meant === null ? '' : `; did you mean ${meant}?`} Known: ${known.join(', ')}`,
        WRONG_USE,
      )
    }
    command = next
  }
}
