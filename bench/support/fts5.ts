/**
 * The peer of both searches: the same texts in memory in SQLite's full-text index, ranked by any
 * word.
 */
import { DatabaseSync } from 'node:sqlite'

export function openFts5(weights: readonly number[], rows: Iterable<readonly string[]>) {
  const database = new DatabaseSync(':memory:')
  const names = weights.map((_, index) => `c${index}`).join(', ')
  database.exec(`CREATE VIRTUAL TABLE t USING fts5(${names}, tokenize = 'porter unicode61'); BEGIN`)
  const insert = database.prepare(`INSERT INTO t VALUES (${weights.map(() => '?').join(', ')})`)
  for (const row of rows) insert.run(...row)
  // One segment gives the fastest search.
  database.exec("COMMIT; INSERT INTO t(t) VALUES ('optimize')")
  const best = database.prepare(
    `SELECT rowid FROM t WHERE t MATCH ? ORDER BY bm25(t, ${weights.join(', ')}) LIMIT 10`,
  )
  const total = database.prepare('SELECT count(*) FROM t WHERE t MATCH ?')
  return {
    search(text: string): void {
      const anyWord = [...new Set(text.toLowerCase().match(/[a-z]{3,}/g))].join(' OR ')
      best.all(anyWord)
      total.get(anyWord)
    },
    close: () => database.close(),
  }
}
