/** One side of the comparison of builds, in a process of its own: builds whenever it is told, and tells what that took. Arguments: side, notices. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { cpuUs } from '../harness.ts'
import { build, buildFts5, collectGarbage, newDirectory, rowsOf } from './tender-builds.ts'

/** `theirs` leaves what it built in a file, as ours do; `inMemory` leaves nothing. */
export type Side = 'ours' | 'again' | 'theirs' | 'inMemory'

/** Of all notices, so many were merged again since the last build: the two portals publish about one in a hundred between two refreshes. */
const CHANGED_SHARE = 0.02

const [side, count] = process.argv.slice(2) as [Side, string]
const rows = rowsOf(Number(count))
let round = 0
const directory = newDirectory()
if (side === 'again') await build(rows, directory, 'nothing')

async function aside(run: (directory: string) => unknown): Promise<number> {
  const directory = newDirectory()
  const us = await cpuUs(() => run(directory))
  rmSync(directory, { recursive: true })
  return us
}

const turns: Record<Side, () => Promise<number>> = {
  ours: () => aside((directory) => build(rows, directory, 'nothing')),
  async again() {
    const every = Math.round(1 / CHANGED_SHARE)
    for (let index = round % every; index < rows.count; index += every) rows.revisions[index]! += 1
    round += 1
    return cpuUs(() => build(rows, directory, 'the last'))
  },
  theirs: () => aside((directory) => buildFts5(rows, join(directory, 'fts5')).close()),
  inMemory: () => cpuUs(() => buildFts5(rows).close()),
}

process.on('message', async () => {
  collectGarbage()
  process.send!({ us: await turns[side]() })
})
process.once('disconnect', () => {
  rmSync(directory, { recursive: true })
  process.exit(0)
})
process.send!('ready')
