/**
 * `node scripts/pools.ts FILE [QUERIES]`: writes pools for manual judgement. For each query of
 * QUERIES (default: those of the project) it lists every notice in the first twenty of any ranker,
 * in an order independent of the rankers. Needs the recorded data.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { sha256Hex } from '../src/platform/hash.ts'
import { shorten } from '../src/platform/text.ts'
import type { PooledQuery } from '../test/corpus/tender-pools/measure.ts'
import { cpvLabels, pooledNotices, poolRankers } from '../test/corpus/tender-pools/rankers.ts'

const POOLED = 20
const TEXT_CHARACTERS = 400

const [file, given] = process.argv.slice(2)
if (file === undefined) throw new Error('usage: node scripts/pools.ts FILE [QUERIES]')
const from = given ?? new URL('../test/corpus/tender-pools/queries.json', import.meta.url)
const queries = JSON.parse(readFileSync(from, 'utf8')) as PooledQuery[]
const labels = cpvLabels()
const notices = new Map(pooledNotices().map((notice) => [notice.ocid, notice]))
const rankers = Object.values(poolRankers([...notices.values()]))

const pools = queries.map((query) => {
  const pooled = new Set(rankers.flatMap((rank) => rank(query).slice(0, POOLED)))
  const inNoOrder = [...pooled].sort((a, b) =>
    sha256Hex(query.q + a) < sha256Hex(query.q + b) ? -1 : 1,
  )
  return {
    query: query.q,
    notices: inNoOrder.map((ocid) => {
      const { title, cpv, description } = notices.get(ocid)!
      return {
        ocid,
        title,
        cpv: (cpv ?? []).slice(0, 8).map((code) => `${code} ${labels.get(code) ?? ''}`.trim()),
        text: shorten((description ?? '').replace(/\s+/g, ' '), TEXT_CHARACTERS),
      }
    }),
  }
})
writeFileSync(file, `${JSON.stringify(pools, null, 1)}\n`)
const count = pools.reduce((sum, { notices: pooled }) => sum + pooled.length, 0)
process.stdout.write(`${pools.length} queries, ${count} notices to judge: ${file}\n`)
