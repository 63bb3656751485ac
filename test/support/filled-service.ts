/** A service in a sandbox whose sources are read, for tests that only look at it or ask it. */
import { join } from 'node:path'
import { awaitLine, startChild } from '../../sandbox/child-process.ts'
import { askShared } from './shared.ts'

export interface FilledService {
  readonly url: string
  /** Every published page, from the sitemap and the paid addresses. */
  readonly pages: readonly PublishedPage[]
  readonly operations: readonly { id: string; kind: 'paid' | 'free' }[]
  /** The home page before the first call. */
  readonly unvisitedHome: string
}

export interface PublishedPage {
  path: string
  status: number
}

const READY_WITHIN_MS = 120_000

/**
 * Returns the one service of this run. Its limits are out of reach, and it sells: tests of what a
 * call changes start their own.
 */
export async function filledService(): Promise<FilledService> {
  return JSON.parse((await askShared('filled-service'))!)
}

/** Starts the service of this run in another process, which ends with this one. */
export async function startFilledServiceProcess(): Promise<{
  answer: string
  stop(): Promise<void>
}> {
  const program = join(import.meta.dirname, 'filled-service-child.ts')
  const child = startChild(process.execPath, [program])
  try {
    const [answer] = await awaitLine(child, /^\{.*\}$/, READY_WITHIN_MS)
    return { answer, stop: () => child.stop() }
  } catch (error) {
    await child.stop()
    throw error
  }
}
