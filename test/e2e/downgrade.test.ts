/**
 * Back to an earlier release as in the run book: this release with one more migration plays the
 * later one.
 */
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'
import { asLaterRelease } from '../support/later-release.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'
import { type Service, seller, TEA } from '../support/service.ts'
import { eachInOneWorld, withoutChain } from '../support/world.ts'

describe.skipIf(withoutChain)('back to an earlier release', () => {
  const world = eachInOneWorld()
  const folder = createFolder()
  let postgres: Databases
  beforeAll(async () => {
    postgres = await sharedPostgres()
  })
  afterAll(async () => {
    await postgres?.stop()
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
      const sell = async (service: Service) => {
        const reply = await service.ask(TEA, { payment: await world.pays(buyer) })
        expect(reply.status).toBe(200)
        return reply
      }
      const before = await world.serve({ store: place })
      await sell(before)
      const file = join(folder, `${engine}.backup`)
      expect(await cliHere(['backup', file], at(place))).toMatchObject({ code: 0 })
      await before.stop()

      const sold = await asLaterRelease(async () => {
        const later = await world.serve({ store: place })
        const reply = await sell(later)
        await later.stop()
        return reply
      })

      const refused = await cliHere(['ledger', 'list'], at(place))
      expect(refused.code).not.toBe(0)
      expect(refused.stderr).toContain('a later release wrote it')

      expect(await cliHere(['restore', file], at(emptied))).toMatchObject({ code: 0 })
      const compared = await cliHere(['ledger', 'reconcile', '--json'], at(emptied))
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

      await sell(await world.serve({ store: emptied }))
    },
  )
})
