/** Commands of the program with their options, for completion and documents. */
import type { Command } from 'commander'
import { listExitCodes } from './exit-codes.ts'

interface CommandEntry {
  /** Words after `ukintel`. */
  path: string
  description: string
  /** Long options, and names of commands below it. */
  words: readonly string[]
  isGroup: boolean
  hasJson: boolean
}

/** Lists the commands in the order of the help, groups before their commands. */
export function listCommands(program: Command, prefix = ''): CommandEntry[] {
  return program.commands.flatMap((command) => {
    const path = `${prefix}${command.name()}`
    const options = command.options.flatMap(({ long }) => long ?? [])
    const below = command.commands.map((each) => each.name())
    return [
      {
        path,
        description: command.description(),
        words: [...below, ...options, '--help'],
        isGroup: below.length > 0,
        hasJson: options.includes('--json'),
      },
      ...listCommands(command, `${path} `),
    ]
  })
}

/** Writes a completion for bash, which zsh takes as well. */
export function renderCompletion(program: Command): string {
  const commands = listCommands(program)
  const first = commands.filter(({ path }) => !path.includes(' ')).map(({ path }) => path)
  const cases = commands
    .toReversed()
    .map(({ path, words }) => `    "${path} "*) words="${words.join(' ')}" ;;`)
  return `# ukintel completion: eval "$(ukintel completion)"
if [ -n "\${ZSH_VERSION:-}" ]; then autoload -U +X compinit bashcompinit && compinit && bashcompinit; fi
_ukintel() {
  local words="${first.join(' ')} --help --version"
  local typed="\${COMP_WORDS[*]:1:COMP_CWORD-1} "
  case "$typed" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  [ "\${#COMPREPLY[@]}" -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _ukintel ukintel
`
}

/** Writes the table of commands for operators. */
export function commandsMarkdown(program: Command): string {
  const rows = listCommands(program)
    .filter(({ isGroup }) => !isGroup)
    .map(({ path, description, hasJson }) => {
      const codes = Object.entries(listExitCodes(path)).map(([code, means]) => `${code} ${means}`)
      return `| \`ukintel ${path}\` | ${description.replaceAll('|', '\\|')} | ${hasJson ? 'yes' : ''} | ${codes.join('; ')} |`
    })
  return `# Commands

Generated from the command line by \`npm run gen\`. \`ukintel COMMAND --help\` lists arguments and options. Answers go to standard output, everything about them to
standard error. Completion for bash and zsh: \`eval "$(ukintel completion)"\`.

## In a clone, a container and a cluster

| Where | \`ukintel status\` is |
| --- | --- |
| clone | \`npm run --silent ukintel -- status\` |
| compose | \`docker compose -f deploy/compose.yml exec ukintel node bin/ukintel.js status\` |
| container | \`docker exec CONTAINER node bin/ukintel.js status\` |
| Kubernetes | \`kubectl exec deploy/ukintel -- node bin/ukintel.js status\` |

\`serve\` is the command of the image. Commands that must not run next to the service (\`restore\`, \`migrate-store\`) run in a container of their own, with the same
environment and volumes: \`docker compose -f deploy/compose.yml run --rm ukintel node bin/ukintel.js restore /backups\`.

## Exit codes

| Command | What it does | \`--json\` | Exit codes |
| --- | --- | --- | --- |
${rows.join('\n')}
`
}
