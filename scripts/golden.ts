/** Adds the cases that the golden files of the rules do not hold yet; `node scripts/golden.ts`. Never rewrites one that they hold. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GOLDEN_FILE, makeGolden, readGolden } from '../test/company/golden.ts'
import { GRANTS_GOLDEN_FILE, makeGrantsGolden, readGrantsGolden } from '../test/grants/golden.ts'
import { FIT_GOLDEN_FILE, makeFitGolden, readFitGolden } from '../test/tenders/golden.ts'

/** One line a case, so that a difference shows which. */
function extend<Case extends { name: string }>(path: string, read: () => readonly Case[], made: readonly Case[]): void {
  const file = join(import.meta.dirname, '..', path)
  const held = existsSync(file) ? read() : []
  const added = made.filter(({ name }) => !held.some((each) => each.name === name))
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, [...held, ...added].map((each) => `${JSON.stringify(each)}\n`).join(''))
  process.stdout.write(`${path}: ${held.length} cases kept, ${added.length} added\n`)
}

extend(GOLDEN_FILE, readGolden, await makeGolden())
extend(GRANTS_GOLDEN_FILE, readGrantsGolden, makeGrantsGolden())
extend(FIT_GOLDEN_FILE, readFitGolden, await makeFitGolden())
