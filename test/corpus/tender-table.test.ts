/**
 * Region, framework, deadline and submission link of every recorded notice, read on 22 November 2026: 207
 * lines, those of open Contracts Finder notices beside the notice, Scottish and Welsh ones in part by script, awarded ones for being plausible. Five wrong
 * links were found and mended; none is known to be left. Read again on 23 November: notices that are closed have no link of their own page any more, and one call-off is no dynamic market. `tender-table.json` has a hash of each line that was read; a reading that changes names the lines to read again.
 * To see them: `TENDER_TABLE=/tmp/table.txt npx vitest run test/corpus/tender-table.test.ts`.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256Hex } from '../../src/platform/hash.ts'
import { present } from './recorded-releases.ts'
import { recordedNotices, tableLine } from './tender-table.ts'

const FILE = join(import.meta.dirname, 'tender-table.json')

describe.skipIf(!present)('the table of the recorded notices', () => {
  test('has the lines that were read', () => {
    const lines = present ? recordedNotices().map(tableLine) : []
    const target = process.env.TENDER_TABLE
    if (target)
      writeFileSync(target, lines.map((line) => Object.values(line).join(' | ')).join('\n'))
    const hashes = Object.fromEntries(
      lines.map((line) => [line.ocid, sha256Hex(JSON.stringify(line)).slice(0, 16)]).sort(),
    )
    if (process.env.TENDER_TABLE_READ) writeFileSync(FILE, `${JSON.stringify(hashes, null, 1)}\n`)
    const read = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, string>
    expect(Object.keys(hashes).filter((ocid) => hashes[ocid] !== read[ocid])).toEqual([])
    expect(Object.keys(read)).toHaveLength(lines.length)
  })
})
