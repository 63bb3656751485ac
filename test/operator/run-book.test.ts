/**
 * Every command in the operators' pages runs here as printed, in a selling deployment, with
 * placeholders (`FILE`) filled in. A command without an entry below fails, and so does a flag that
 * no entry uses.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sandboxCompanies } from '../../sandbox/companies-house/companies.ts'
import { bulkArchives } from '../../sandbox/company-mirror/bulk-file.ts'
import { type LocalService, startLocalService } from '../../src/commands/local-service.ts'
import { londonDate } from '../../src/platform/london.ts'
import { readSigningKey, signerAt } from '../../src/signing/key.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { cliHere } from '../support/cli.ts'
import { createFolder } from '../support/folder.ts'
import { signedPayment, terms } from '../support/payments.ts'
import { type Databases, sharedPostgres } from '../support/postgres.ts'
import { ask } from '../support/service.ts'
import { withoutChain } from '../support/world.ts'

const ROOT = join(import.meta.dirname, '../..')
const PAGES = ['operations', 'replicas', 'data', 'books', 'maintenance', 'publishing']
const RUN_BOOK = PAGES.map((page) =>
  readFileSync(join(ROOT, `docs/operators/${page}.md`), 'utf8'),
).join('\n')

/** Code in the pages, blocks line by line. */
const code = [...RUN_BOOK.matchAll(/^```\w*\n([\s\S]*?)^```$|`([^`\n]+)`/gm)].flatMap(
  ([, block, span]) => span ?? block!.split('\n'),
)
const PROGRAMS = 'ukintel|npm|npx|node|openssl|docker|systemctl|haproxy|psql|curl|kill'
const printed = [
  ...new Set(code.filter((line) => new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:${PROGRAMS}) `).test(line))),
]
const printedFlags = [
  ...new Set(code.flatMap((line) => line.match(/(?<= |^)--[a-z][\w-]*/g) ?? [])),
]

interface Done {
  code: number | null
  stdout: string
  stderr: string
}

interface Run {
  /** Command line, if it differs from the printed one. */
  as?: string
  /** Environment in addition to the deployment's. */
  environment?: Record<string, string>
  /** A program, although no shell is needed: no other test spawns this command. */
  spawned?: boolean
  /** After it has started to serve. */
  stop?: NodeJS.Signals
  shows: (done: Done) => void
}

/**
 * Commands of one chain run in the order of the text, in which a backup comes before what is made
 * of it. Chains share nothing, and run at the same time.
 */
function chainOf(line: string): string {
  if (/^npm (ci|run publishable|publish)/.test(line)) return 'packages'
  return /^ukintel ingest (\w+)/.exec(line)?.[1] ?? 'deployment'
}

/** A command for which no shell is needed. It runs in this process. */
const PLAIN_COMMAND = /^ukintel [\w ./:@-]+$/

const ended = (code: number, shows: string | RegExp = '') => ({
  shows: (done: Done) => {
    expect(done).toMatchObject({ code })
    expect(`${done.stdout}${done.stderr}`).toMatch(shows)
  },
})

describe.skipIf(withoutChain || process.platform === 'win32')('the run book', () => {
  const folder = createFolder()
  const at = (...parts: string[]) => join(folder, ...parts)
  /** A separate checkout, whose products no other test reads. */
  const checkout = at('checkout')
  let service: LocalService
  let postgres: Databases
  let environment: Record<string, string>
  let paid: { number: string; transaction: string }
  let runs: Record<string, readonly Run[]>
  /** Knows no package. One that is away would be tried for a minute. */
  let registry: Server
  const chains = new Map<string, Promise<void>>()
  const performed = new Map<string, Promise<void>>()

  beforeAll(async () => {
    for (const each of readdirSync(ROOT).filter(
      (name) =>
        !['node_modules', '.git', 'dist', 'publish', 'coverage', 'test', 'bench'].includes(name),
    ))
      cpSync(join(ROOT, each), join(checkout, each), {
        recursive: true,
        filter: (path) => !['node_modules', 'dist', 'screenshots'].includes(basename(path)),
      })
    symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    postgres = await sharedPostgres()
    registry = createServer((_, response) => response.writeHead(404).end('{}'))
    await once(registry.listen(0, '127.0.0.1'), 'listening')
    service = await startLocalService({ port: await freePort(), logLevel: 'silent' })
    const { world, app } = service
    const payment = await signedPayment(world.buyer, terms(world.seller.address))
    const reply = await ask(`${app.url}/v1/company/99000001/verdict`, { payment })
    expect(reply.status, reply.bytes).toBe(200)
    // npm uses its registry and cache as for the developer.
    const npm = Object.fromEntries(
      Object.entries(process.env).filter(([name]) =>
        /^(PATH|HOME|npm_config_(registry|cache|userconfig))$/i.test(name),
      ),
    )
    environment = {
      ...world.environment,
      ...(npm as Record<string, string>),
      PORT: new URL(app.url).port,
    }
    mkdirSync(at('monthly'))
    for (const { name, bytes } of bulkArchives(
      sandboxCompanies(londonDate(Date.now())),
      `${londonDate(Date.now()).slice(0, 7)}-01`,
    ))
      writeFileSync(at('monthly', name), bytes)
    const [payments] = JSON.parse((await run('ukintel ledger list --json')).stdout)
    paid = { number: String(payments.payment), transaction: payments.transaction }
    runs = runsOf()
    for (const line of printed) {
      const chain = chainOf(line)
      const turn = (chains.get(chain) ?? Promise.resolve()).then(() => perform(line))
      performed.set(line, turn)
      // The test of the line reports a failure.
      chains.set(
        chain,
        turn.catch(() => {}),
      )
    }
  }, 180_000)
  afterAll(async () => {
    await Promise.all(chains.values())
    registry?.close()
    await service?.close()
    await postgres?.stop()
  })

  async function run(
    line: string,
    { environment: own = {}, spawned = false, stop }: Omit<Run, 'shows'> = {},
  ): Promise<Done> {
    if (!spawned && PLAIN_COMMAND.test(line))
      return await cliHere(line.split(' ').slice(1), { ...environment, ...own })
    const shell = `ukintel() { ${process.execPath} ${join(ROOT, 'bin/ukintel.js')} "$@"; }\n${line}`
    const inCheckout = /\bnpm (run|start|publish)/.test(line)
    const child = spawn('bash', ['-c', inCheckout ? line : shell], {
      cwd: inCheckout ? checkout : folder,
      env: { ...environment, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    if (stop)
      child.stdout.on('data', (said: Buffer) => said.includes('listening on') && child.kill(stop))
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { code: code as number | null, stdout, stderr }
  }

  /** A second deployment with separate files. */
  const elsewhere = (name: string) => ({ DATA_DIR: at(name) })
  const publisher = {
    CLIENT_PACKAGE: '@example/uk-client',
    BRIDGE_PACKAGE: '@example/uk-mcp',
    PUBLIC_URL: 'https://intel.example.org',
  }

  let newDatabase = ''
  async function perform(line: string): Promise<void> {
    for (const { as = line, environment: own = {}, shows, ...how } of runs[line] ?? []) {
      let typed = as
      if (as.includes('SENT')) typed = as.replace('SENT', await sentBack())
      if (JSON.stringify([as, own]).includes('NEW_DATABASE')) {
        newDatabase ||= await postgres.freshDatabaseUrl()
        typed = as.replace('NEW_DATABASE', newDatabase)
        if (own.DATABASE_URL) own.DATABASE_URL = newDatabase
      }
      shows(await run(typed, { environment: own, ...how }))
    }
  }

  async function sentBack(): Promise<string> {
    const { buyer, seller, facilitator } = service.world
    const back = terms(buyer.address)
    const order = {
      x402Version: 2,
      paymentPayload: await signedPayment(seller, back),
      paymentRequirements: back,
    }
    const settled = await fetch(`${facilitator.url}/settle`, {
      method: 'POST',
      body: JSON.stringify(order),
    })
    return ((await settled.json()) as { transaction: string }).transaction
  }

  function runsOf(): Record<string, readonly Run[]> {
    const monthly = at('monthly')
    return {
      'npm run --silent ukintel -- status': [
        { shows: ({ stdout }) => expect(stdout).toContain('Companies House') },
      ],
      'npm run ukintel -- config': [ended(0, /COMPANIES_HOUSE_CALLS_PER_5_MIN/)],
      'npm start': [
        {
          environment: { ...elsewhere('started'), PORT: '0', INGEST: 'off', LOG_LEVEL: 'info' },
          stop: 'SIGTERM',
          shows: ({ stderr }) => expect(stderr).toMatch(/"serving"[\s\S]*draining[\s\S]*"stopped"/),
        },
      ],
      'ukintel serve': [
        {
          // Without the shell around it, which would not pass the signal on.
          as: `exec ${process.execPath} ${join(ROOT, 'bin/ukintel.js')} serve`,
          environment: { ...elsewhere('served'), PORT: '0', INGEST: 'off', LOG_LEVEL: 'info' },
          stop: 'SIGTERM',
          shows: ({ stderr }) => expect(stderr).toMatch(/"serving"[\s\S]*"stopped"/),
        },
      ],
      'ukintel migrate': [{ environment: elsewhere('migrated'), spawned: true, ...ended(0) }],
      'ukintel doctor': [
        ended(0, /holds/),
        { as: 'ukintel doctor --json', ...ended(0, /"result": ?"holds"/) },
      ],
      'ukintel status': [
        {
          shows: ({ code, stdout }) =>
            expect([code, stdout]).toEqual([
              expect.toBeOneOf([0, 1]),
              expect.stringContaining('Companies House'),
            ]),
        },
      ],
      'ukintel ledger list': [
        ended(0, paid.transaction),
        {
          as: 'ukintel ledger list --csv --from 2001-01-01 --to 2001-12-31',
          ...ended(0, /^payment,settled,operation/),
        },
      ],
      'ukintel ledger sales --by day': [
        ended(0, /0\.1\b/),
        { as: 'ukintel ledger sales --by operation', ...ended(0, /company_verdict/) },
        { as: 'ukintel ledger sales --by payer', ...ended(0, /0x/) },
        { as: 'ukintel ledger sales --by network', ...ended(0, /eip155:84532/) },
      ],
      'ukintel ledger export --out sales.csv': [
        {
          as: `ukintel ledger export --out ${at('sales.csv')}`,
          shows: () =>
            expect(readFileSync(at('sales.csv'), 'utf8').trimEnd().split('\n')).toHaveLength(2),
        },
      ],
      'ukintel ledger reconcile': [ended(0, /equal, to the atomic unit/)],
      'ukintel ledger refund 4711': [
        {
          as: `ukintel ledger refund ${paid.number}`,
          ...ended(0, new RegExp(service.world.buyer.address, 'i')),
        },
        { as: `ukintel ledger refund ${paid.number} --sent SENT`, ...ended(0) },
      ],
      'ukintel ledger refund': [{ as: `ukintel ledger refund ${paid.transaction}`, ...ended(0) }],
      'ukintel feedback list': [ended(0)],
      'ukintel listings': [
        ended(1, /\/v1\/company\/\{number\}\/verdict +valid, by the facilitator +0 +nothing/),
      ],
      'ukintel ingest funders': [
        { environment: elsewhere('funders'), ...ended(0, /grants of \d+ funders/) },
        {
          as: `ukintel ingest funders --from ${at('nowhere')}`,
          environment: elsewhere('funders'),
          ...ended(1, /no data\.json/),
        },
        {
          as: 'ukintel ingest funders --accept-shrink',
          environment: elsewhere('funders'),
          ...ended(0),
        },
      ],
      'ukintel ingest companies': [
        {
          environment: { ...elsewhere('companies'), COMPANY_MIRROR: 'bulk' },
          spawned: true,
          ...ended(0, /companies/),
        },
        {
          as: `ukintel ingest companies --accept-shrink --from ${monthly}`,
          environment: { ...elsewhere('companies-here'), COMPANY_MIRROR: 'bulk' },
          ...ended(0, /companies/),
        },
      ],
      'ukintel ingest grants': [{ environment: elsewhere('grants'), ...ended(0) }],
      'ukintel ingest grants --seed-draft SLUG > DATA_DIR/grant-seeds/SLUG.json': [
        {
          as: 'mkdir -p "$DATA_DIR/grant-seeds"\nukintel ingest grants --seed-draft export-ready > "$DATA_DIR/grant-seeds/export-ready.json"',
          environment: elsewhere('grants'),
          shows: ({ code }) => {
            expect(code).toBe(0)
            expect(
              JSON.parse(readFileSync(at('grants/grant-seeds/export-ready.json'), 'utf8')),
            ).toHaveProperty('criteria')
          },
        },
      ],
      'openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out signing-key.pem': [
        {
          shows: () => {
            const key = readSigningKey({ file: at('signing-key.pem'), dataDir: folder })
            expect(signerAt('https://shop.test', key).jws({ said: 'this' })).toMatch(
              /^[\w-]+\.[\w-]+\.[\w-]+$/,
            )
          },
        },
      ],
      'ukintel backup FILE': [
        {
          as: `ukintel backup ${at('today.backup')}`,
          shows: () => expect(existsSync(at('today.backup'))).toBe(true),
        },
        {
          as: `ukintel backup ${at('small.backup')} --without-releases`,
          shows: () => expect(existsSync(at('small.backup'))).toBe(true),
        },
      ],
      'ukintel backup --to FOLDER --keep 48': [
        { as: `ukintel backup --to ${at('hourly')} --keep 48`, ...ended(0, /temporary database/) },
        {
          as: `ukintel restore ${at('hourly')}`,
          environment: elsewhere('restored-newest'),
          ...ended(0),
        },
      ],
      'ukintel restore FILE': [
        {
          as: `ukintel restore ${at('today.backup')}`,
          environment: elsewhere('restored'),
          ...ended(0),
        },
        {
          as: 'ukintel ledger reconcile',
          environment: elsewhere('restored'),
          ...ended(0, /equal, to the atomic unit/),
        },
      ],
      'ukintel migrate-store --to postgres://…': [
        {
          as: 'ukintel migrate-store --to NEW_DATABASE',
          environment: elsewhere('restored'),
          ...ended(0),
        },
        {
          as: 'ukintel ledger reconcile',
          environment: { ...elsewhere('restored'), DATABASE_URL: 'NEW_DATABASE' },
          ...ended(0, /equal, to the atomic unit/),
        },
      ],
      'npm run publishable': [
        {
          as: 'npm run publishable -- client',
          environment: publisher,
          ...ended(0, /publish\/client: @example\/uk-client/),
        },
      ],
      // As far as possible without an account: the package is packed and listed.
      'npm publish ./publish/client': [
        {
          as: 'npm publish ./publish/client --dry-run --access public',
          environment: {
            npm_config_registry: `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`,
          },
          ...ended(0, /@example\/uk-client@/),
        },
      ],
    }
  }

  it('has an entry here for every command and every flag that it prints, and none that it does not', () => {
    expect(printed.length).toBeGreaterThan(20)
    expect(Object.keys(runs).sort()).toEqual([...printed].sort())
    const typed = Object.entries(runs).flatMap(([line, each]) => each.map(({ as }) => as ?? line))
    expect(printedFlags.filter((flag) => !typed.some((line) => line.includes(` ${flag}`)))).toEqual(
      [],
    )
  })

  it.each(printed.map((line) => ({ line })))('$line', { timeout: 300_000 }, async ({ line }) => {
    await performed.get(line)
  })
})
