/** Backups that are taken while the service serves, and what is made of them. */
import { createHash } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { Command } from 'commander'
import { instant, systemClock } from '../platform/clock.ts'
import { errorMessage, StartError } from '../platform/errors.ts'
import { dump, load, RAW_RELEASES } from '../store/dump.ts'
import { openStore, type Store } from '../store/open.ts'
import { loadStoreConfig, onStore } from './on-store.ts'
import { CommandError, note } from './terminal.ts'
import { WRONG_USE } from './unknown-command.ts'

/** Files that cannot be fetched again: curated criteria and keys. */
const BACKUP_FILES = /^(grant-seeds\/.+\.json|signing-key\.pem)$/

interface BackupOptions {
  to?: string
  keep?: string
  withoutReleases?: boolean
}

export function backupCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('backup')
    .description(
      'Write everything that cannot be fetched again, and the rest, into one file, while the service serves.',
    )
    .argument('[file]', 'such as ukintel-2026-11-22.backup')
    .option('--to <folder>', 'name the file by the time, and restore it into a temporary database')
    .option('--keep <n>', 'with --to: how many of the newest backups stay in the folder')
    .option('--without-releases', 'leave out the releases of tender portals as they came')
    .addHelpText(
      'after',
      '\nThe file holds answers, payers and keys of DATA_DIR: keep it like the database. Both engines write the same.\n',
    )
    .action((file: string | undefined, { to, keep, withoutReleases = false }: BackupOptions) => {
      const { DATABASE_URL, DATA_DIR } = loadStoreConfig(environment)
      const without = withoutReleases ? RAW_RELEASES : []
      if ((file === undefined) === (to === undefined))
        throw new CommandError('state either a file or --to FOLDER', WRONG_USE)
      if (keep !== undefined && (to === undefined || !/^[1-9]\d{0,5}$/.test(keep)))
        throw new CommandError('--keep takes a number from 1 on, with --to FOLDER', WRONG_USE)
      return onStore(
        { DATABASE_URL, DATA_DIR },
        async (store) => {
          const write = (path: string) => writeBackup(store, DATA_DIR, path, without)
          if (to !== undefined) await writeToFolder(to, Number(keep ?? 0), write)
          else await writeOnce(file!, write)
        },
        // A restore has the layout of this release, so an older one could not be verified.
        to === undefined ? 'as-is' : 'current',
      )
    })
}

type Write = (path: string) => Promise<void>

const nameNow = () => `ukintel-${instant(systemClock.nowMs()).replaceAll(':', '')}.backup`
const NAMED_BY_TIME = /^ukintel-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/
const UNFINISHED = /^ukintel-\d{4}-\d\d-\d\dT\d{6}Z\.backup\.(partial|restored)$/
const UNFINISHED_MS = 24 * 3600_000

/** Writes a backup of which a restore was tried, then removes older ones. */
async function writeToFolder(folder: string, keep: number, write: Write): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  await writeOnce(join(folder, nameNow()), write, verify)
  const excess = keep === 0 ? [] : listBackups(folder).slice(keep)
  const leftOver = readdirSync(folder).filter(
    (name) =>
      UNFINISHED.test(name) &&
      statSync(join(folder, name)).mtimeMs < systemClock.nowMs() - UNFINISHED_MS,
  )
  for (const name of [...excess, ...leftOver])
    rmSync(join(folder, name), { recursive: true, force: true })
  if (excess.length > 0) note(`older backups removed: ${excess.length}`)
}

/** Lists backups that are named by their time, the newest first. */
const listBackups = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => NAMED_BY_TIME.test(name))
    .sort()
    .reverse()

/** A file has its name once it is whole and `check` has passed. @throws CommandError */
async function writeOnce(file: string, write: Write, check?: Write): Promise<void> {
  if (existsSync(file)) throw new CommandError(`${file} is there already; nothing was written`)
  const partial = `${file}.partial`
  try {
    await write(partial)
    await check?.(partial)
    renameSync(partial, file)
  } catch (error) {
    rmSync(partial, { force: true })
    throw new CommandError(`no backup was written: ${errorMessage(error)}`)
  }
  note(`${file}: ${statSync(file).size} bytes, SHA-256 ${await sha256(file)}`)
}

async function writeBackup(
  store: Store,
  dataDir: string,
  path: string,
  without: readonly string[],
): Promise<void> {
  const lines = withFiles(dump(store, instant(systemClock.nowMs()), without), dataDir)
  await pipeline(
    Readable.from(lines),
    createGzip({ level: 3 }),
    createWriteStream(path, { mode: 0o600, flush: true }),
  )
}

/** Restores a backup into a temporary SQLite database, whichever engine wrote it. */
async function verify(partial: string): Promise<void> {
  const dataDir = partial.replace(/partial$/, 'restored')
  try {
    const { rows } = await restoreFile(partial, { databaseUrl: null, dataDir })
    note(`restored into a temporary database: ${rows} rows`)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** @throws DumpError, and errors of the store and of the file */
async function restoreFile(path: string, place: { databaseUrl: string | null; dataDir: string }) {
  const store = await openStore(place)
  const packed = createReadStream(path)
  try {
    const files: [string, string][] = []
    const lines = createInterface({
      input: packed.pipe(createGunzip()),
      crlfDelay: Number.POSITIVE_INFINITY,
    })
    const loaded = await load(store, withoutFiles(lines, files))
    for (const [name, content] of files) {
      mkdirSync(dirname(join(place.dataDir, name)), { recursive: true })
      writeFileSync(join(place.dataDir, name), Buffer.from(content, 'base64'), { mode: 0o600 })
    }
    return { ...loaded, files: files.length }
  } finally {
    packed.destroy()
    await store.close()
  }
}

export function restoreCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('restore')
    .description('Bring a backup into an empty DATA_DIR or database. The service must not run.')
    .argument('<file>', 'what `ukintel backup` wrote; of a folder, the newest backup in it')
    .addHelpText('after', '\nThen compare with the chain: ukintel ledger reconcile\n')
    .action(async (path: string) => {
      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = loadStoreConfig(environment)
      const file = findBackup(path)
      const restored = await restoreFile(file, { databaseUrl, dataDir }).catch((error: unknown) => {
        if (error instanceof StartError) throw error
        throw new CommandError(`nothing was restored: ${errorMessage(error)}`)
      })
      const { rows, files, created } = restored
      note(
        `${rows} rows and ${files} ${files === 1 ? 'file' : 'files'} of ${created} restored; now: ukintel ledger reconcile`,
      )
    })
}

/** @throws CommandError */
function findBackup(path: string): string {
  if (!existsSync(path)) throw new CommandError(`there is no file ${path}`)
  if (!statSync(path).isDirectory()) return path
  const [newest] = listBackups(path)
  if (newest === undefined)
    throw new CommandError(`${path} holds no backup that \`ukintel backup --to\` wrote`)
  return join(path, newest)
}

export function migrateStoreCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('migrate-store')
    .description(
      'Copy the store of this configuration into an empty PostgreSQL. The service must not run.',
    )
    .requiredOption('--to <url>', 'postgres://…, an empty database')
    .addHelpText(
      'after',
      '\nThen set DATABASE_URL to it, keep DATA_DIR, and compare with the chain: ukintel ledger reconcile\n',
    )
    .action(async ({ to }: { to: string }) => {
      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = loadStoreConfig(environment)
      const { DATABASE_URL: target } = loadStoreConfig({ ...environment, DATABASE_URL: to })
      if (target === databaseUrl) throw new CommandError('--to is the store of this configuration')
      await onStore({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, async (from) => {
        const into = await openStore({ databaseUrl: target, dataDir })
        try {
          const { rows } = await load(into, dump(from, instant(systemClock.nowMs()))).catch(
            (error: unknown) => {
              throw new CommandError(`nothing was copied: ${errorMessage(error)}`)
            },
          )
          note(`${rows} rows copied; now set DATABASE_URL, and: ukintel ledger reconcile`)
        } finally {
          await into.close()
        }
      })
    })
}

async function* withFiles(lines: AsyncIterable<string>, dataDir: string): AsyncGenerator<string> {
  const names = existsSync(dataDir)
    ? (readdirSync(dataDir, { recursive: true }) as string[]).map((name) =>
        name.replaceAll('\\', '/'),
      )
    : []
  for (const name of names.filter(
    (each) => BACKUP_FILES.test(each) && statSync(join(dataDir, each)).isFile(),
  )) {
    yield `${JSON.stringify({ file: name, content: readFileSync(join(dataDir, name)).toString('base64') })}\n`
  }
  for await (const line of lines) yield `${line}\n`
}

async function* withoutFiles(
  lines: AsyncIterable<string>,
  files: [string, string][],
): AsyncGenerator<string> {
  for await (const line of lines) {
    if (!line.startsWith('{"file":')) {
      yield line
      continue
    }
    const { file, content } = JSON.parse(line) as { file: string; content: string }
    // A name that leads out of DATA_DIR is none that we wrote.
    if (BACKUP_FILES.test(file) && !file.split('/').includes('..')) files.push([file, content])
  }
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const part of createReadStream(path)) hash.update(part as Buffer)
  return hash.digest('hex')
}
