/** Adds the cases that the golden file of the verdict rules does not hold yet; `node scripts/golden.ts`. Never rewrites one that it holds. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { GOLDEN_FILE, goldenText, makeGolden, readGolden } from '../test/company/golden.ts'

const file = join(import.meta.dirname, '..', GOLDEN_FILE)
const held = existsSync(file) ? readGolden() : []
const added = (await makeGolden()).filter(({ name }) => !held.some((each) => each.name === name))
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, goldenText([...held, ...added]))
process.stdout.write(`${GOLDEN_FILE}: ${held.length} cases kept, ${added.length} added\n`)
