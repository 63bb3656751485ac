/**
 * `npm run prove`: the long proofs, outside CI. Each part is a module that says what it takes and
 * runs until it knows.
 */
import { Command } from 'commander'
import { parts } from '../test/prove/parts.ts'

const program = new Command('prove')
  .description('Long proofs of the money, outside CI. Results stand in docs/contributors/proof.md.')
  .showHelpAfterError()

for (const part of parts) {
  const command = program.command(part.name).description(part.summary)
  for (const { flag, about, byDefault } of part.arguments) {
    if (byDefault === undefined) command.option(flag, about)
    else command.option(flag, about, byDefault)
  }
  command.action(async (given: Record<string, string | boolean>) => {
    const passed = await (await part.load())(given, (line) => console.log(line))
    process.exitCode = passed ? 0 : 1
  })
}

const listed = parts.map(({ name, arguments: taken }) =>
  [
    `  ${name}`,
    ...taken.map(
      ({ flag, about, byDefault }) =>
        `      ${flag.padEnd(20)} ${about}${byDefault === undefined ? '' : ` (${byDefault})`}`,
    ),
  ].join('\n'),
)
program.addHelpText('after', `\nArguments of each part:\n${listed.join('\n')}`)

await program.parseAsync()
// Node 26.10 was seen (2026-11-22, after 800 kills) to turn for ever in its own cleanup of handles,
// once all was said and done.
process.exit()
