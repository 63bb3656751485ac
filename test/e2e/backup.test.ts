/** Backups by command of a selling service, compared with the chain after their restore. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxWallet } from '../../sandbox/wallets.ts'
import { cli, cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'
import { TEA } from '../support/service.ts'
import { eachInOneWorld, withoutChain } from '../support/world.ts'

describe.skipIf(withoutChain)('a backup', () => {
  const world = eachInOneWorld()
  const folder = createFolder()
  let postgres: Databases
  beforeAll(async () => {
    postgres = await sharedPostgres()
  })
  afterAll(async () => {
    await postgres?.stop()
  })
  const payeeOf = () => sandboxWallet(randomBytes(8).toString('hex'))

  it('is taken while the service sells, restored, moved to PostgreSQL, and agrees with the chain', async () => {
    const payee = payeeOf()
    const service = await world.serve({ environment: { X402_PAY_TO: payee.address } })
    const buyer = await world.buyerWith(1)
    const sell = async () => {
      const payment = await signedPayment(buyer, terms(payee.address))
      expect((await service.ask(TEA, { payment })).status).toBe(200)
    }
    const at = (DATA_DIR: string, more = {}) => ({
      DATA_DIR,
      X402_RPC_URL: world.chain.url,
      X402_PAY_TO: payee.address,
      ...more,
    })
    await sell()
    await sell()
    mkdirSync(join(service.store.dataDir, 'grant-seeds'))
    writeFileSync(join(service.store.dataDir, 'grant-seeds/one.json'), '{"curated":1}')

    const file = join(folder, 'first.backup')
    const backup = await cli(['backup', file], at(service.store.dataDir))
    expect(backup).toMatchObject({ code: 0, stderr: expect.stringMatching(/SHA-256 [0-9a-f]{64}/) })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await cliHere(['backup', file], at(service.store.dataDir))).code).toBe(1)

    const restored = join(folder, 'restored')
    expect(await cli(['restore', file], at(restored))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('rows and'),
    })
    expect(readFileSync(join(restored, 'grant-seeds/one.json'), 'utf8')).toBe('{"curated":1}')
    expect(await cliHere(['ledger', 'reconcile'], at(restored))).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 payments of 0.2 USDC'),
    })
    expect((await cliHere(['restore', file], at(restored))).stderr).toContain(
      'holds payments already',
    )

    const DATABASE_URL = await postgres.freshDatabaseUrl()
    expect((await cli(['migrate-store', '--to', DATABASE_URL], at(restored))).code).toBe(0)
    expect((await cliHere(['ledger', 'reconcile'], at(restored, { DATABASE_URL }))).code).toBe(0)

    // What was sold after the backup is on the chain, and named.
    await sell()
    const after = await cliHere(['ledger', 'reconcile', '--json'], at(restored))
    expect(after.code).toBe(1)
    expect(JSON.parse(after.stdout)).toMatchObject([
      { difference: 'not in the ledger', chain_amount_atomic: '100000' },
    ])
  })

  it('of a deployment whose payee changed agrees with the chain for both', async () => {
    const [former, present] = [payeeOf(), payeeOf()]
    const buyer = await world.buyerWith(1)
    const store = { databaseUrl: null, dataDir: join(folder, 'rotated') }
    for (const payee of [former, present]) {
      const service = await world.serve({ store, environment: { X402_PAY_TO: payee.address } })
      const payment = await signedPayment(buyer, terms(payee.address))
      expect((await service.ask(TEA, { payment })).status).toBe(200)
      await service.stop()
    }
    const environment = {
      DATA_DIR: store.dataDir,
      X402_RPC_URL: world.chain.url,
      X402_PAY_TO: present.address,
    }
    const { code, stderr } = await cliHere(['ledger', 'reconcile'], environment)
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('2 payments of 0.2 USDC'),
    })
  })
})
