/** Recorded grant texts as adverts that a search could hold, named as `judgements.json` says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'

export interface RecordedAdvert {
  id: string
  title: string
  text: string
}

interface NamedText {
  id?: string
  name: string
  text: string
}

const lines = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as NamedText)

/**
 * All sections of each competition. Of competitions with the same text, only the first is listed.
 */
function competitions(path: string): Omit<RecordedAdvert, 'id'>[] {
  const rows = parse(readFileSync(path), { columns: true }) as Record<string, string>[]
  const titles = new Map<string, string>()
  for (const [title, sections] of Map.groupBy(rows, (row) => row['Competition name']!)) {
    const text = sections.map(({ Heading, Content }) => `${Heading}\n${Content}`).join('\n')
    if (!titles.has(text)) titles.set(text, title)
  }
  return [...titles].map(([text, title]) => ({ title, text }))
}

/** Reads the folder of recorded grants. */
export function recordedAdverts(folder: string): RecordedAdvert[] {
  return [
    ...lines(join(folder, 'gold-train.jsonl')).map(({ id, name, text }) => ({
      id: `gold/${id}`,
      title: name,
      text,
    })),
    ...lines(join(folder, 'real_eligibility_texts.jsonl')).map(({ name, text }, index) => ({
      id: `texts/${index}`,
      title: name,
      text,
    })),
    ...competitions(join(folder, 'ifs_public-content-groups.csv')).map((competition, index) => ({
      id: `ifs/${index}`,
      ...competition,
    })),
  ]
}
