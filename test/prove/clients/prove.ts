/**
 * Clients of other makers buy from the service in a sandbox world, in the versions that
 * docs/callers/clients.md names.
 */
import { execFile } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import packageJson from '../../../package.json' with { type: 'json' }
import { companyProfile } from '../../../src/company/operations/profile.ts'
import { errorMessage } from '../../../src/platform/errors.ts'
import { usdcToAtomic } from '../../../src/platform/money.ts'
import { startFilledWorld } from '../../support/filled-world.ts'
import { createFolder } from '../../support/folder.ts'
import type { Proof } from '../parts.ts'

const run = promisify(execFile)
const TABLE = join(import.meta.dirname, '../../../docs/callers/clients.md')
const BUYERS = join(import.meta.dirname, 'buyers')
const INSTALL_MS = 300_000
const PURCHASE_MS = 120_000
const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|E?TIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/

interface Client {
  /** Name of the client in the table. */
  name: string
  /** File under `buyers`. */
  buyer: string
  purchases: number
  /** Packages of the same version. */
  besides?: readonly string[]
}

const CLIENTS: readonly Client[] = [
  {
    name: '@faremeter/fetch',
    buyer: 'faremeter.mjs',
    purchases: 1,
    besides: ['@faremeter/payment-evm'],
  },
  { name: '@dexterai/x402', buyer: 'dexter.mjs', purchases: 1 },
  { name: 'agents', buyer: 'cloudflare.mjs', purchases: 2 },
  { name: '@apify/mcpc', buyer: 'mcpc.mjs', purchases: 3 },
]
/** Packages that clients need and this project has. */
const OURS = ['@modelcontextprotocol/client', '@x402/core', '@x402/evm', 'viem'] as const

/** Returns version and word on buying of a client, as the table has them. */
function readRow(table: string, name: string): { version: string; buys: string } {
  const row = table.split('\n').find((line) => line.split('|')[1]?.includes(`\`${name}\``))
  const [, , version = '', , buys = ''] = row?.split('|').map((cell) => cell.trim()) ?? []
  if (!/^[\d.]+$/.test(version)) throw new Error(`${TABLE} names no version of ${name}`)
  return { version, buys }
}

/**
 * Returns why nothing can be installed; `null` if all is. @throws Error if the registry answers and
 * refuses
 */
async function install(folder: string, packages: readonly string[]): Promise<string | null> {
  // A silent `npm run` would silence this npm, too.
  const spoken = ['--loglevel=error', '--no-audit', '--no-fund']
  const options = [...spoken, '--ignore-scripts', '--fetch-retries=0']
  try {
    await run('npm', ['install', '--prefix', folder, ...options, ...packages], {
      cwd: folder,
      timeout: INSTALL_MS,
    })
    return null
  } catch (error) {
    const { killed, stderr = '' } = error as { killed?: boolean; stderr?: string }
    if (killed) return `npm had not ended after ${INSTALL_MS / 1000} s`
    const code = UNREACHABLE.exec(stderr)?.[0]
    if (code === undefined) throw error
    return code
  }
}

export const clients: Proof = async (_, print) => {
  const table = readFileSync(TABLE, 'utf8')
  const rows = CLIENTS.map((client) => ({ ...client, ...readRow(table, client.name) }))
  const folder = createFolder()
  const unreachable = await install(folder, [
    ...OURS.map((name) => `${name}@${packageJson.devDependencies[name]}`),
    ...rows.flatMap(({ name, besides = [], version }) =>
      [name, ...besides].map((each) => `${each}@${version}`),
    ),
  ])
  if (unreachable !== null) {
    print(`the npm registry cannot be reached (${unreachable}): no client is tried`)
    return true
  }
  cpSync(BUYERS, folder, { recursive: true })
  return await buyWithEach(rows, folder, print)
}

async function buyWithEach(
  rows: readonly (Client & ReturnType<typeof readRow>)[],
  folder: string,
  print: (line: string) => void,
): Promise<boolean> {
  const { world, app, close } = await startFilledWorld()
  let asTheTable = true
  try {
    const { chain } = world.money
    const price = BigInt(usdcToAtomic(companyProfile.priceUsdc))
    const numbers = world.sources.companiesHouse.companies.map(({ number }) => number).slice(0, 3)
    const { privateKey: key } = world.buyer
    const given = JSON.stringify({ url: app.url, key, rpc: chain?.url, numbers })
    for (const { name, version, buys, buyer, purchases } of rows) {
      if (buyer === 'dexter.mjs' && chain === null) {
        print(`${name} ${version} reads a chain, which this machine has not, and is not tried`)
        continue
      }
      const before = await world.money.balance(world.seller.address)
      const transactions = await run(process.execPath, [buyer, given], {
        cwd: folder,
        env: { PATH: process.env.PATH, HOME: folder },
        timeout: PURCHASE_MS,
      }).then(
        ({ stdout }) => new Set(stdout.match(/^0x[0-9a-f]{64}$/gm)),
        (error: unknown) => errorMessage(error),
      )
      const received = (await world.money.balance(world.seller.address)) - before
      const isBought =
        typeof transactions !== 'string' &&
        transactions.size === purchases &&
        received === price * BigInt(purchases)
      const isAsTheTable = isBought === /^yes/.test(buys)
      if (!isAsTheTable) asTheTable = false
      const found = isBought
        ? `buys: ${purchases} of ${purchases}, each for ${companyProfile.priceUsdc} USDC`
        : `does not buy: ${typeof transactions === 'string' ? transactions.slice(-300) : `${transactions.size} receipts, ${received} atomic units`}`
      print(`${name} ${version} ${found}${isAsTheTable ? '' : `; the table says "${buys}"`}`)
    }
  } finally {
    await close()
  }
  print(asTheTable ? 'all is as the table says' : 'the table is wrong')
  return asTheTable
}
