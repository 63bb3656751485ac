/** Long grant texts are read in another process, so that requests do not wait for them. */

import type { Criterion } from 'ukintel-grant-reader/criterion'
import { type ChildWorker, openWorker } from '../platform/child-worker.ts'
import type { GrantText } from './model/detail.ts'

/** Shorter texts take less time than a message to another process is worth. */
export const READ_HERE_CHARACTERS = 4000

export type LongTexts = ChildWorker<GrantText, Criterion[], never>

/** Starts no process before the first long text. */
export const openLongTexts = (): LongTexts =>
  openWorker({
    entry: new URL('./reading-child', import.meta.url),
    flags: ['--max-old-space-size=256'],
    ended: 'the process that reads grant texts ended',
  })
