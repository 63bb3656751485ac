/**
 * Commands of a later release at the store of this one: only `serve` and `migrate` change its
 * layout.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'
import { asLaterRelease } from '../support/later-release.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'

describe.each(['sqlite', 'postgres'])('an upgrade (%s)', (engine) => {
  const folder = createFolder()
  const later = {
    cli: (...run: Parameters<typeof cliHere>) => asLaterRelease(() => cliHere(...run)),
  }
  let postgres: Databases | null = null
  beforeAll(async () => {
    if (engine === 'postgres') postgres = await sharedPostgres()
  })
  afterAll(async () => {
    await postgres?.stop()
  })
  const placeOf = async (name: string) => ({
    DATA_DIR: join(folder, name),
    DATABASE_URL: (await postgres?.freshDatabaseUrl()) ?? '',
    X402_PAY_TO: `0x${'1'.repeat(40)}`,
    X402_RPC_URL: 'http://127.0.0.1:9',
  })

  it('refuses commands until `ukintel migrate`, and writes a backup of the store as it is', {
    timeout: 120_000,
  }, async () => {
    const place = await placeOf('place')
    expect(await cliHere(['migrate'], place)).toMatchObject({ code: 0 })
    const file = join(folder, 'before.backup')
    const refused = [
      ['ledger', 'list'],
      ['ledger', 'reconcile'],
      ['feedback', 'list'],
      ['ingest', 'grants'],
      ['restore', file],
    ]

    expect(await later.cli(['backup', file], place)).toMatchObject({ code: 0 })
    for (const args of refused)
      expect(await later.cli(args, place), args.join(' ')).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('run `ukintel migrate`'),
      })
    // This release still takes the store, and the backup.
    expect(await cliHere(['ledger', 'list'], place)).toMatchObject({ code: 0 })
    expect(await cliHere(['restore', file], await placeOf('restored'))).toMatchObject({ code: 0 })

    expect(await later.cli(['migrate'], place)).toMatchObject({ code: 0 })
    expect(await later.cli(['ledger', 'list'], place)).toMatchObject({ code: 0 })
    expect((await cliHere(['ledger', 'list'], place)).stderr).toContain('a later release wrote it')
  })
})
