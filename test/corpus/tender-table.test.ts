/**
 * Region, framework, deadline and submission link of every recorded notice, read by a person on 22
 * November 2026: 207 lines, open Contracts Finder notices next to the notice, Scottish and Welsh
 * ones partly by script, awarded ones for plausibility. Five wrong links were found and fixed. On
 * 23 November closed notices lost the link to their own page, and one call-off is no dynamic
 * market. `tender-table.json` has a hash of each line. A changed reading names the lines to check
 * again. To print them: `TENDER_TABLE=/tmp/table.txt npx vitest run
 * test/corpus/tender-table.test.ts`.
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
