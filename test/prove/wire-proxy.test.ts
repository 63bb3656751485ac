import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Databases, sharedPostgres } from '../support/postgres.ts'
import { type Passing, startWireProxy, unitsOf, type Verdict } from './wire/proxy.ts'

let server: Databases
let url: URL
beforeAll(async () => {
  server = await sharedPostgres()
  url = new URL(await server.freshDatabaseUrl())
})
afterAll(() => server.stop())

async function through<T>(
  decide: (passing: Passing) => Verdict,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const proxy = await startWireProxy(Number(url.port), decide)
  const client = new pg.Client({ connectionString: url.href.replace(url.port, String(proxy.port)) })
  client.on('error', () => {})
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
    await proxy.close()
  }
}

it('passes statements and answers on whole, whatever pieces they come in', () => {
  const message = (type: string, body: string) => {
    const bytes = Buffer.from(`${type}0000${body}`)
    bytes.writeUInt32BE(body.length + 4, 1)
    return bytes
  }
  const startup = Buffer.from([0, 0, 0, 8, 1, 2, 3, 4])
  const whole = Buffer.concat([
    startup,
    message('P', '\0SELECT 1\0'),
    message('B', 'x'),
    message('S', ''),
    message('Q', 'COMMIT\0'),
  ])
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: whole.length }), { maxLength: 8 }), (cuts) => {
      const units = unitsOf({ startsPlain: true, endsUnit: (type) => type === 'S' || type === 'Q' })
      const edges = [0, ...cuts.sort((a, b) => a - b), whole.length]
      const got = edges.slice(1).flatMap((end, index) => units(whole.subarray(edges[index], end)))
      expect(got.map(({ text }) => text)).toEqual(['', 'SELECT 1', 'COMMIT'])
      expect(Buffer.concat(got.map(({ bytes }) => bytes))).toEqual(whole)
    }),
  )
})

it('lets a session through and names its statements', async () => {
  const seen: string[] = []
  const rows = await through(
    ({ direction, sql }) => {
      if (direction === 'statement') seen.push(sql)
      return { pass: 0 }
    },
    async (client) => (await client.query('SELECT $1::int + 1 AS sum', [41])).rows,
  )
  expect(rows).toEqual([{ sum: 42 }])
  expect(seen).toContain('SELECT $1::int + 1 AS sum')
})

it('can lose the answer to a commit that the server made', async () => {
  const losing = ({ direction, sql }: Passing): Verdict =>
    direction === 'answer' && sql === 'COMMIT' ? { cut: true } : { pass: 1 }
  await expect(
    through(losing, async (client) => {
      await client.query('CREATE TABLE kept (id int)')
      await client.query('BEGIN')
      await client.query('INSERT INTO kept VALUES (1)')
      await client.query('COMMIT')
    }),
  ).rejects.toThrow()
  expect(
    await through(
      () => ({ pass: 0 }),
      async (client) => (await client.query('SELECT id FROM kept')).rows,
    ),
  ).toEqual([{ id: 1 }])
})
