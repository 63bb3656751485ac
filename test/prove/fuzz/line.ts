/** One connection after the other to the service, and what its answers cost. */
import { readFileSync } from 'node:fs'
import { openConnection, type RawConnection, type RawReply } from '../raw-client.ts'
import type { Sandboxed } from '../sandboxed.ts'
import type { Shot } from './requests.ts'

const ANSWER_WITHIN_MS = 20_000

/** Processor time of the thread that serves, in ms so far. 0 where there is no /proc. */
export function cpuOf(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return 0
  }
}

export interface Line {
  /**
   * One answer for each, in order. A request after one whose answer closes the connection is sent
   * again.
   */
  send(shots: readonly Pick<Shot, 'bytes'>[]): Promise<(RawReply | Error)[]>
  close(): void
}

export function createLine(service: Sandboxed): Line {
  let connection: RawConnection | null = null

  async function attempt(bytes: readonly Buffer[]): Promise<(RawReply | Error)[]> {
    if (!connection?.isOpen) connection = await openConnection(service.url)
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(
      () => late.reject(new Error(`no answer in ${ANSWER_WITHIN_MS} ms`)),
      ANSWER_WITHIN_MS,
    )
    const sent = bytes.map((each) =>
      Promise.race([connection!.send(each), late.promise]).catch((error: Error) => error),
    )
    const replies = await Promise.all(sent)
    clearTimeout(timer)
    if (replies.some((reply) => reply instanceof Error || reply.headers.connection === 'close'))
      connection.close()
    return replies
  }

  return {
    async send(shots) {
      const replies: (RawReply | Error)[] = []
      while (replies.length < shots.length) {
        const rest = shots.slice(replies.length).map(({ bytes }) => bytes)
        const got = await attempt(rest)
        const answered = got.findIndex((reply) => reply instanceof Error)
        if (answered === -1) replies.push(...got)
        // The first without an answer is tried alone; only then it counts as unanswered.
        else if (answered > 0 || rest.length > 1)
          replies.push(
            ...got.slice(0, answered),
            ...(await attempt(rest.slice(answered, answered + 1))),
          )
        else replies.push(got[0]!)
      }
      return replies
    },
    close: () => connection?.close(),
  }
}
