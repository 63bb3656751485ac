/** Where generations are built: a process of its own, so that serving stays responsive, whatever the engine compiles and collects there. */
import { type Beside, openBeside } from '../../kernel/beside.ts'

/** V8's heap; arrays come on top. */
const HEAP_MEBIBYTES = 1024
/** Every page of notices is garbage at once: the fewer collections, the less of what is kept is copied. */
const YOUNG_MEBIBYTES = 32

export const BUILDER = {
  entry: new URL('./build-child', import.meta.url),
  flags: [
    `--max-old-space-size=${HEAP_MEBIBYTES}`,
    `--min-semi-space-size=${YOUNG_MEBIBYTES}`,
    `--max-semi-space-size=${YOUNG_MEBIBYTES}`,
    // Neither compiles nor collects beside itself: nobody waits for it, one core stays with the requests, and threads that wait for each other cost.
    '--single-threaded',
    '--expose-gc',
  ],
  ended: 'the process that builds the tender index ended',
}

export interface BuildOrder {
  databaseUrl: string | null
  dataDir: string
  nowMs: number
  /** The process that asks; what it had built last may be built upon. */
  by: string
  /** Where the last generation lies, if there is one. */
  lastPath: string
  /** Where this one is put. */
  savePath: string
  /** The file of texts in `dataDir` that a build from nothing makes. */
  newTexts: string
}

/** What the process used since it began, or since the last build. */
export interface BuildReport {
  cpuMs: number
  /** Of memory, at its highest. */
  peakBytes: number
}

/**
 * Stays from the first build to the end of the service: to start a process copies the tables of this one's memory, which kept requests waiting for 10
 * to 25 ms, and it would load its modules and compile them anew each time. Half-made files stay when it is killed.
 */
export const openBuilder = (): Beside<BuildOrder, BuildReport, never> => openBeside(BUILDER)
