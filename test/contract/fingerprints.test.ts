/**
 * Fingerprints over the releases: a payment of yesterday buys the same answer tomorrow. Lines of
 * the golden file are only ever added.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawFromFields } from '../../src/api/fields.ts'
import { computeFingerprint, computeFormerFingerprint } from '../../src/api/fingerprint.ts'
import { type App, createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'
import { createFolder } from '../support/folder.ts'

interface Line {
  operation: string
  input: Record<string, unknown>
  form: 'absent fields as null' | 'fields that say something'
  fingerprint: string
}

const lines = readFileSync(
  join(import.meta.dirname, '../../src/api/golden/fingerprints.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Line)

const folder = createFolder()
let app: App
beforeAll(async () => {
  const config = loadConfig({
    X402_PAY_TO: `0x${'1'.repeat(40)}`,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
    INGEST: 'off',
  })
  app = await createApp(config, { chain: null })
})
afterAll(async () => {
  await app.stop()
})

it.each(lines)('$operation, $form: $fingerprint', ({ operation, input, form, fingerprint }) => {
  const bound = app.operations.find((each) => each.operation.id === operation)!
  const read = bound.read(rawFromFields(bound.operation, input))
  if (!read.ok) throw read.error
  const now =
    form === 'absent fields as null'
      ? computeFormerFingerprint(operation, read.echo)
      : computeFingerprint(operation, read.nonDefault())
  expect(now).toBe(fingerprint)
})

it('are held for every paid operation, in both forms where it is as old', () => {
  const held = new Set(
    lines
      .filter(({ form }) => form === 'fields that say something')
      .map(({ operation }) => operation),
  )
  expect(
    app.operations
      .filter(({ kind }) => kind === 'paid')
      .filter(({ operation }) => !held.has(operation.id)),
  ).toEqual([])
})
