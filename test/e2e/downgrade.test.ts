/** Back to an earlier release as in the run book: this release with one more migration plays the later one. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cli } from '../support/cli.ts'
import { startDoomed } from '../support/killed.ts'
import { otherRelease, withLaterMigration } from '../support/other-release.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'
import { ask, seller } from '../support/service.ts'
import { eachInOneWorld, withoutChain } from '../support/world.ts'

const TEA = '/v1/shop/items/tea'

describe.skipIf(withoutChain)('back to an earlier release', () => {
  const world = eachInOneWorld()
  const folder = mkdtempSync(join(tmpdir(), 'ukintel-downgrade-'))
  const { checkout } = otherRelease(folder, withLaterMigration)
  let postgres: Databases
  beforeAll(async () => {
    postgres = await sharedPostgres()
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each(['sqlite', 'postgres'])(
    'restores the backup of before, and finds what was sold since on the chain (%s)',
    { timeout: 120_000 },
    async (engine) => {
      const placeOf = async (name: string) => ({
        dataDir: join(folder, `${engine}-${name}`),
        databaseUrl: engine === 'postgres' ? await postgres.freshDatabaseUrl() : null,
      })
      const [place, emptied] = [await placeOf('place'), await placeOf('emptied')]
      const at = ({ dataDir, databaseUrl }: typeof place) => ({
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl ?? '',
        X402_RPC_URL: world.chain.url,
        X402_PAY_TO: seller.address,
      })
      const buyer = await world.buyerWith(1)
      const options = {
        facilitatorUrl: world.facilitator.url,
        rpcUrl: world.chain.url,
        store: place,
      }
      const before = await startDoomed(options)
      expect((await ask(`${before.url}${TEA}`, { payment: await world.pays(buyer) })).status).toBe(
        200,
      )
      const file = join(folder, `${engine}.backup`)
      expect(await cli(['backup', file], at(place))).toMatchObject({ code: 0 })
      await before.kill()

      const later = await startDoomed(options, checkout)
      const sold = await ask(`${later.url}${TEA}`, { payment: await world.pays(buyer) })
      expect(sold.status).toBe(200)
      await later.kill()

      const refused = await cli(['ledger', 'list'], at(place))
      expect(refused.code).not.toBe(0)
      expect(refused.stderr).toContain('a later release wrote it')

      expect(await cli(['restore', file], at(emptied))).toMatchObject({ code: 0 })
      const compared = await cli(['ledger', 'reconcile', '--json'], at(emptied))
      expect(compared.code).toBe(1)
      const since = (
        JSON.parse(compared.stdout) as {
          difference: string
          transaction: string
          chain_transaction?: string
        }[]
      ).filter((row) =>
        JSON.stringify(row).toLowerCase().includes(sold.receipt!.transaction.toLowerCase()),
      )
      expect(since).toMatchObject([{ difference: 'not in the ledger' }])

      const after = await startDoomed({ ...options, store: emptied })
      expect((await ask(`${after.url}${TEA}`, { payment: await world.pays(buyer) })).status).toBe(
        200,
      )
      await after.kill()
    },
  )
})
