import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Command } from 'commander'
import { generatedFiles } from './generated.ts'

const ROOT = join(import.meta.dirname, '..', '..')

export function genCommand(): Command {
  return new Command('gen')
    .description(
      'Write the files of this repository that are made from the registry: interface description, error list, price table, client.',
    )
    .option('--check', 'write nothing; exit with 1 when a file is not as it would be written')
    .action(async (options: { check?: boolean }) => {
      const drifted: string[] = []
      for (const { path, render } of await generatedFiles(ROOT)) {
        const file = join(ROOT, path)
        const present = await readFile(file, 'utf8').catch(() => null)
        const wanted = render(present)
        if (wanted === (present ?? '')) continue
        drifted.push(path)
        if (!options.check) {
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, wanted)
        }
      }
      process.stdout.write(drifted.length === 0 ? 'generated files are up to date\n' : `${drifted.join('\n')}\n`)
      if (options.check && drifted.length > 0) {
        process.stderr.write('these files differ from what the registry says; write them with: npm run gen\n')
        process.exitCode = 1
      }
    })
}
