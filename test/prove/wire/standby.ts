/**
 * A PostgreSQL and a streaming standby of it, from the same npm package as every other test's: the
 * standby begins as a copy of the new, empty cluster.
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../../../src/transports/free-port.ts'
import { postgresHome } from '../../support/postgres.ts'

export interface Pair {
  primaryPort: number
  standbyPort: number
  /** Median of so many small commits on the primary, one after the other. */
  commitMs(count: number): Promise<number>
  /** SIGKILL: nothing is flushed, nothing more is shipped. */
  killPrimary(): Promise<void>
  promote(): Promise<void>
  stop(): Promise<void>
}

export async function startPair({
  synchronous,
  shippingMs,
}: {
  synchronous: boolean
  shippingMs: number
}): Promise<Pair> {
  const { home, owned, initialise, run, discard } = postgresHome()
  const [primaryData, standbyData] = [join(home, 'data'), join(home, 'standby')]
  initialise(primaryData)
  cpSync(primaryData, standbyData, { recursive: true })
  writeFileSync(join(standbyData, 'standby.signal'), '')
  const [primaryPort, standbyPort] = [await freePort(), await freePort()]
  const link = await slowLink(primaryPort, shippingMs)
  writeFileSync(
    join(standbyData, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=127.0.0.1 port=${link.port} user=postgres application_name=standby'\n`,
  )
  owned(standbyData)
  mkdirSync(join(home, 'tmp'), { recursive: true })
  const primary = await run(primaryData, primaryPort, ['wal_level=replica', 'wal_keep_size=256MB'])
  const standby = await run(standbyData, standbyPort, ['hot_standby=on'])
  await until(
    async () =>
      (await answer(
        primaryPort,
        "SELECT count(*)::int AS n FROM pg_stat_replication WHERE state = 'streaming'",
      )) === 1,
  )
  if (synchronous) {
    await answer(primaryPort, "ALTER SYSTEM SET synchronous_standby_names = 'standby'")
    await answer(primaryPort, 'SELECT pg_reload_conf()::int AS n')
    await until(
      async () =>
        (await answer(
          primaryPort,
          "SELECT count(*)::int AS n FROM pg_stat_replication WHERE sync_state = 'sync'",
        )) === 1,
    )
  }
  return {
    primaryPort,
    standbyPort,
    commitMs: (count) => medianCommitMs(primaryPort, count),
    async killPrimary() {
      const pid = Number(readFileSync(join(primaryData, 'postmaster.pid'), 'utf8').split('\n')[0])
      link.drop()
      process.kill(pid, 'SIGKILL')
      await primary.ended
    },
    async promote() {
      await answer(standbyPort, 'SELECT pg_promote(true, 60)::int AS n')
    },
    async stop() {
      await Promise.all([primary.stop(), standby.stop()])
      await link.close()
      discard()
    },
  }
}

async function answer(port: number, statement: string): Promise<number | undefined> {
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
  })
  await client.connect()
  try {
    return (await client.query<{ n: number }>(statement)).rows[0]?.n
  } finally {
    await client.end()
  }
}

async function medianCommitMs(port: number, count: number): Promise<number> {
  const client = new pg.Client({
    connectionString: `postgres://postgres@127.0.0.1:${port}/postgres`,
  })
  await client.connect()
  await client.query('CREATE TABLE IF NOT EXISTS stopwatch (at int)')
  const took: number[] = []
  for (let index = 0; index < count; index += 1) {
    const from = performance.now()
    await client.query('INSERT INTO stopwatch VALUES ($1)', [index])
    took.push(performance.now() - from)
  }
  await client.query('DROP TABLE stopwatch')
  await client.end()
  return took.sort((a, b) => a - b)[Math.floor(count / 2)]!
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (
    const end = performance.now() + 30_000;
    !(await holds());
    await new Promise((resolve) => setTimeout(resolve, 50))
  ) {
    if (performance.now() > end) throw new Error('the standby never came to stream')
  }
}

/** Delays the data of the primary; data on its way is lost when the link is dropped. */
async function slowLink(
  targetPort: number,
  delayMs: number,
): Promise<{ port: number; drop(): void; close(): Promise<void> }> {
  const sockets = new Set<Socket>()
  let dropped = false
  const server: Server = createServer((client) => {
    const upstream = connect(targetPort, '127.0.0.1')
    for (const [from, to, lateMs] of [
      [client, upstream, 0],
      [upstream, client, delayMs],
    ] as const) {
      sockets.add(from)
      from.on('data', (chunk: Buffer) =>
        setTimeout(() => !dropped && !to.destroyed && to.write(chunk), lateMs),
      )
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const drop = () => {
    dropped = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as { port: number }).port,
    drop,
    close() {
      drop()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
