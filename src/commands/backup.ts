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
import { errorMessage } from '../platform/errors.ts'
import { DumpError, dump, load, RAW_RELEASES } from '../store/dump.ts'
import { openStore } from '../store/open.ts'
import { loadStoreConfig, onStore } from './on-store.ts'
import { CommandError, note } from './terminal.ts'

/** Files that cannot be fetched again: curated criteria and keys. */
const BACKUP_FILES = /^(grant-seeds\/.+\.json|signing-key\.pem)$/

export function backupCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('backup')
    .description(
      'Write everything that cannot be fetched again, and the rest, into one file, while the service serves.',
    )
    .argument('<file>', 'such as ukintel-2026-11-22.backup')
    .option('--without-releases', 'leave out the releases of tender portals as they came')
    .addHelpText(
      'after',
      '\nThe file holds answers, payers and keys of DATA_DIR: keep it like the database. Both engines write the same.\n',
    )
    .action((file: string, { withoutReleases = false }: { withoutReleases?: boolean }) => {
      const { DATABASE_URL, DATA_DIR } = loadStoreConfig(environment)
      if (existsSync(file)) throw new CommandError(`${file} is there already; nothing was written`)
      return onStore(
        { DATABASE_URL, DATA_DIR },
        async (store) => {
          const partial = `${file}.partial`
          const without = withoutReleases ? RAW_RELEASES : []
          const lines = withFiles(dump(store, instant(systemClock.nowMs()), without), DATA_DIR)
          try {
            await pipeline(
              Readable.from(lines),
              createGzip({ level: 3 }),
              createWriteStream(partial, { mode: 0o600, flush: true }),
            )
            renameSync(partial, file)
          } catch (error) {
            rmSync(partial, { force: true })
            throw new CommandError(`no backup was written: ${errorMessage(error)}`)
          }
          note(`${file}: ${statSync(file).size} bytes, SHA-256 ${await sha256(file)}`)
        },
        'as-is',
      )
    })
}

export function restoreCommand(environment: NodeJS.ProcessEnv): Command {
  return new Command('restore')
    .description('Bring a backup into an empty DATA_DIR or database. The service must not run.')
    .argument('<file>', 'what `ukintel backup` wrote')
    .addHelpText('after', '\nThen compare with the chain: ukintel ledger reconcile\n')
    .action(async (file: string) => {
      const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = loadStoreConfig(environment)
      if (!existsSync(file)) throw new CommandError(`there is no file ${file}`)
      const store = await openStore({ databaseUrl, dataDir })
      try {
        const lines = createInterface({
          input: createReadStream(file).pipe(createGunzip()),
          crlfDelay: Number.POSITIVE_INFINITY,
        })
        const files: [string, string][] = []
        const loaded = await load(store, withoutFiles(lines, files)).catch((error: unknown) => {
          throw new CommandError(
            `nothing was restored: ${error instanceof DumpError ? error.message : errorMessage(error)}`,
          )
        })
        for (const [name, content] of files) {
          mkdirSync(dirname(join(dataDir, name)), { recursive: true })
          writeFileSync(join(dataDir, name), Buffer.from(content, 'base64'), { mode: 0o600 })
        }
        note(
          `${loaded.rows} rows and ${files.length} ${files.length === 1 ? 'file' : 'files'} of ${loaded.created} restored; now: ukintel ledger reconcile`,
        )
      } finally {
        await store.close()
      }
    })
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
