import { Command } from 'commander'
import { renderCompletion } from './command-tree.ts'

export function completionCommand(): Command {
  return new Command('completion')
    .description('Print a completion for bash and zsh: eval "$(ukintel completion)".')
    .action((_: object, command: Command) => {
      process.stdout.write(renderCompletion(command.parent!))
    })
}
