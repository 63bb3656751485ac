/** Journal of a wallet in files of this machine, one a month, for programs on Node. */
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseJson } from './codec.ts'
import { type JournalEntry, type JournalLog, REMEMBERED_MS } from './payments.ts'

/**
 * Opens the journal. Lines are appended whole, so that processes can share it. A line that a crash
 * truncated is no JSON, and its payment was never sent.
 *
 * @param wallet name of the wallet and of the purpose of its payments, such as `mcp-0x…`
 * @throws Error if the directory cannot be used
 */
export function fileLog(
  directory: string,
  wallet: string,
  nowMs: () => number = Date.now,
): JournalLog {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const fileOf = (ms: number) =>
    join(directory, `${wallet.toLowerCase()}-${new Date(ms).toISOString().slice(0, 7)}.jsonl`)
  return {
    read() {
      // Half-way too: in March a whole month lies between today and 30 days ago.
      const files = new Set(
        [REMEMBERED_MS, REMEMBERED_MS / 2, 0].map((agoMs) => fileOf(nowMs() - agoMs)),
      )
      return [...files]
        .flatMap(readLines)
        .map(parseJson)
        .filter((entry) => entry !== undefined) as JournalEntry[]
    },
    append(entry) {
      const line = `\n${JSON.stringify(entry)}\n`
      appendFileSync(fileOf(nowMs()), line, { mode: 0o600, flush: true })
    },
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}
