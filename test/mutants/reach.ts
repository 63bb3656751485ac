/**
 * Changes that a piece of work reaches, by V8's coverage: work that never reaches a change cannot
 * notice it.
 */

import { readFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mutant, ROOT } from './mutants.ts'

export interface Reach {
  /** The ids of what was come by since the last time. */
  taken(): Promise<string[]>
}

export async function reachOf(all: readonly Mutant[]): Promise<Reach> {
  const byFile = Map.groupBy(all, ({ file }) => file)
  const outside = new Map(
    [...byFile.keys()].map((file) => [file, usersOf(file, [...byFile.keys()])]),
  )
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  return {
    async taken() {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const reached = new Set<string>()
      const ran = new Set<string>()
      for (const { url, functions } of result) {
        if (!url.startsWith('file:') || !url.includes('?anew=')) continue
        const file = fileURLToPath(url.split('?')[0]!).slice(ROOT.length + 1)
        const mutants = byFile.get(file)
        if (!mutants) continue
        // The file itself is one too, from its beginning; only what is in none takes effect with
        // it.
        const inner = functions.filter(
          ({ functionName, ranges }) => functionName !== '' || ranges[0]!.startOffset > 0,
        )
        if (inner.some(({ ranges }) => ranges[0]!.count > 0)) ran.add(file)
        for (const { id, reachedAt, isOutside } of mutants) {
          if (isOutside) continue
          const [nearest] = inner
            .filter(({ ranges }) => isWithin(reachedAt, ranges[0]!))
            .toSorted((one, other) => lengthOf(one.ranges[0]!) - lengthOf(other.ranges[0]!))
          const [range] =
            nearest?.ranges
              .filter((each) => isWithin(reachedAt, each))
              .toSorted((one, other) => lengthOf(one) - lengthOf(other)) ?? []
          if (range && range.count > 0) reached.add(id)
        }
      }
      // What takes effect when its file is loaded is come by when any function of the file runs, or
      // of a file that uses it.
      for (const { id, file, isOutside } of all)
        if (isOutside && outside.get(file)!.some((user) => ran.has(user))) reached.add(id)
      return [...reached]
    },
  }
}

type Range = { startOffset: number; endOffset: number }
const isWithin = (place: number, { startOffset, endOffset }: Range) =>
  startOffset <= place && place < endOffset
const lengthOf = ({ startOffset, endOffset }: Range) => endOffset - startOffset

function usersOf(file: string, files: readonly string[]): string[] {
  const name = `/${file.split('/').at(-1)}'`
  return [
    file,
    ...files.filter(
      (other) => other !== file && readFileSync(join(ROOT, other), 'utf8').includes(name),
    ),
  ]
}
