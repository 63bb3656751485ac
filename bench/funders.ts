import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Bench, progress, ratio, rowsOr } from './harness.ts'
import type { CorpusMeasurement } from './support/corpus-child.ts'
import { folderMib } from './support/engines.ts'
import { writeCorpus } from './support/grant-corpus.ts'

const ROWS = rowsOr(300_000)
const FEW_ROWS = ROWS / 10
/** Heap limit of the product's reading process. */
const HEAP_MIB = 640
const CHILD = join(import.meta.dirname, 'support', 'corpus-child.ts')

async function build(corpus: string, data: string): Promise<CorpusMeasurement> {
  const args = [`--max-old-space-size=${HEAP_MIB}`, CHILD, corpus, data]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout) as CorpusMeasurement
}

export const bench: Bench = {
  title: `grant corpus of ${ROWS} rows from files to dossiers in one process, against a corpus of ${FEW_ROWS}`,
  rounds: 1,
  in: 'its own processes',
  figures: {
    // Memory does not depend on how fast a machine is.
    memory: { of: 'memory', unit: 'MiB', aim: { atMost: 1024 } },
    growth: ratio('row', 'row of few', { aim: { atMost: 1.5 } }),
    'CPU of a row': { of: 'row', unit: 'us' },
    disk: { of: 'disk', unit: 'MiB' },
  },
  async setup() {
    const folder = mkdtempSync(join(tmpdir(), 'bench-funders-'))
    const at = (name: string) => join(folder, name)
    writeCorpus(at('few'), FEW_ROWS)
    writeCorpus(at('all'), ROWS)
    progress(`${ROWS} grants are written`)
    return {
      async round() {
        const few = await build(at('few'), at('few-data'))
        const all = await build(at('all'), at('all-data'))
        return {
          row: all.cpuUsPerRow,
          'row of few': few.cpuUsPerRow,
          memory: all.peakMib,
          disk: folderMib(at('all-data')),
        }
      },
      close: () => rmSync(folder, { recursive: true }),
    }
  },
}
