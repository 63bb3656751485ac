/**
 * The generation of the mirror that serves: the monthly file, with the stored events of the streams
 * applied.
 */
import { setImmediate } from 'node:timers/promises'
import { createGenerations } from '../../background/generations.ts'
import type { Log } from '../../observe/log.ts'
import type { Clock } from '../../platform/clock.ts'
import type { MirrorGeneration } from '../../store/company-mirror/generation.ts'
import type { mirrorLocation } from '../../store/company-mirror/mirror-location.ts'
import type { CompanyStreamStore, StreamedCompany } from '../../store/company-stream.ts'
import { SNAPSHOT_MS } from '../limits.ts'
import type { MirrorDetail } from './refresh.ts'
import { buildStreamedRow, MIRROR_LAYOUT, readMirrorRow } from './row.ts'

const PUT_UNTIL = 'put_until_ms'
const PUT_AGAIN_MS = 30 * 60_000
const CLOSED_AFTER_MS = 60_000

export interface ServedMirror {
  generation: MirrorGeneration
  detail: MirrorDetail
}

export function createServing(options: {
  place: ReturnType<typeof mirrorLocation>
  /** `null` if no stream is followed. */
  streamed: CompanyStreamStore | null
  /** Returns since when the stream of companies is complete; `null` if it is not. */
  completeSinceMs: () => number | null
  clock: Clock
  log: Log
}) {
  const { place, streamed, completeSinceMs, clock, log } = options

  const generations = createGenerations<ServedMirror>({
    name: 'company mirror',
    log,
    describe: ({ detail }) => ({ as_of: detail.as_of, companies: detail.companies }),
    prepare: async (next, serving) => {
      await putStored(next)
      // Readers of the former generation get a moment; later ones query the register.
      if (serving)
        setTimeout(() => void serving.generation.close().catch(() => {}), CLOSED_AFTER_MS).unref()
    },
  })

  /** Applies the stored events of the streams, from the last position of the generation. */
  async function putStored({ generation, detail }: ServedMirror): Promise<void> {
    if (streamed === null) return
    const sinceMs = completeSinceMs() ?? Number.POSITIVE_INFINITY
    const put = Number(generation.meta[PUT_UNTIL] ?? 0)
    const fromMs =
      put > 0 ? put - PUT_AGAIN_MS : Math.min(parseDay(detail.as_of) - SNAPSHOT_MS, sinceMs)
    for await (const page of streamed.companies(fromMs)) {
      await generation.put(page.flatMap(toMirrorRow))
      await setImmediate()
    }
    await generation.setMeta(PUT_UNTIL, String(clock.nowMs()))
  }

  return {
    current: generations.current,
    /** Opens the generation, unless it serves already. One of another layout is none. */
    open: (detail: MirrorDetail) =>
      generations.follow(detail.generation, async () => {
        const generation = await place.open(detail.generation)
        if (generation?.meta.layout === MIRROR_LAYOUT) return { generation, detail }
        await generation?.close()
        return null
      }),
    /** Applies new events to the generation that serves. */
    async put(companies: readonly StreamedCompany[]): Promise<void> {
      const serving = generations.current()
      if (companies.length === 0 || !serving) return
      await serving.generation.put(companies.flatMap(toMirrorRow))
      await serving.generation.setMeta(PUT_UNTIL, String(clock.nowMs()))
    },
  }
}

export const parseDay = (date: string) => Date.parse(`${date}T00:00:00Z`)

const toMirrorRow = ({ number, json }: StreamedCompany): Parameters<MirrorGeneration['put']>[0] => {
  const read = json === null ? null : readMirrorRow(number, json)
  // Documents of an earlier layout only show that the file is older: the register is queried.
  return [
    read?.from === 'streamed'
      ? buildStreamedRow(read.facts, read.publishedMs)
      : { number, row: null },
  ]
}
