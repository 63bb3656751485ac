/** Stored answers are given to who knows their payment, so no other user of the machine may read them. */
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { openStore } from '../../src/store/open.ts'

const folder = mkdtempSync(join(tmpdir(), 'ukintel-modes-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

it('DATA_DIR is created with mode 700, its databases with 600, also those that had another mode', async () => {
  const dataDir = join(folder, 'data')
  const modes = () => ['ledger.db', 'ukintel.db'].map((name) => modeOf(join(dataDir, name)))
  const first = await openStore({ databaseUrl: null, dataDir })
  expect([modeOf(dataDir), ...modes()]).toEqual(['700', '600', '600'])
  expect(modeOf(join(dataDir, 'ledger.db-wal'))).toBe('600')
  await first.close()

  chmodSync(join(dataDir, 'ledger.db'), 0o644)
  const second = await openStore({ databaseUrl: null, dataDir })
  expect(modes()).toEqual(['600', '600'])
  await second.close()
})
