/** Adds the cases that the golden files of the rules do not hold yet; `node scripts/golden.ts`. Never rewrites one that they hold. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GOLDEN_FILE, goldenText, makeGolden, readGolden } from '../test/company/golden.ts'
import { GRANTS_GOLDEN_FILE, makeGrantsGolden, readGrantsGolden } from '../test/grants/golden.ts'

function extend<Case extends { name: string }>(
  path: string,
  read: () => readonly Case[],
  made: readonly Case[],
  text: (cases: readonly Case[]) => string,
): void {
  const file = join(import.meta.dirname, '..', path)
  const held = existsSync(file) ? read() : []
  const added = made.filter(({ name }) => !held.some((each) => each.name === name))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text([...held, ...added]))
  process.stdout.write(`${path}: ${held.length} cases kept, ${added.length} added\n`)
}

extend(GOLDEN_FILE, readGolden, await makeGolden(), goldenText)
extend(GRANTS_GOLDEN_FILE, readGrantsGolden, makeGrantsGolden(), (cases) => cases.map((each) => `${JSON.stringify(each)}\n`).join(''))
