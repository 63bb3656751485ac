/**
 * `npm run gen`: writes the files of this repository that are made from the registry: interface
 * description, error list, rules pages, price table, client. `--check` writes nothing and exits
 * with 1 when a file is not as it would be written.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { generatedFiles } from './gen/generated.ts'

const ROOT = join(import.meta.dirname, '..')
const check = process.argv.includes('--check')

const drifted: string[] = []
for (const { path, render } of await generatedFiles(ROOT)) {
  const file = join(ROOT, path)
  const present = await readFile(file, 'utf8').catch(() => null)
  const wanted = render(present)
  if (wanted === (present ?? '')) continue
  drifted.push(path)
  if (check) continue
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, wanted)
}
process.stdout.write(
  drifted.length === 0 ? 'generated files are up to date\n' : `${drifted.join('\n')}\n`,
)
if (check && drifted.length > 0) {
  process.stderr.write(
    'these files differ from what the registry says; write them with: npm run gen\n',
  )
  process.exitCode = 1
}
