import type { ServerResponse } from 'node:http'
import { sendJson } from '../serve.ts'
import type { PublishedRelease } from './releases.ts'

const MAX_PAGE = 100

export interface Windows {
  /** Parameters for the first and the last moment. */
  names: readonly [from: string, to: string]
  bound(text: string): number
  /** Answers in Latin-1 where that can be. */
  latin: boolean
}

/**
 * Answers with releases of a window, newest first, at most a hundred, with a cursor for the rest.
 */
export function answerWindow(windows: Windows) {
  return (url: URL, all: readonly PublishedRelease[], response: ServerResponse) =>
    answer(windows, url, all, response)
}

function answer(
  windows: Windows,
  url: URL,
  all: readonly PublishedRelease[],
  response: ServerResponse,
): void {
  const query = url.searchParams
  const { names } = windows
  const bound = (text: string | null) => (text === null ? Number.NaN : windows.bound(text))
  const unknown = [...query.keys()].find(
    (key) => ![...names, 'limit', 'cursor', 'stages'].includes(key),
  )
  const limit = Number(query.get('limit') ?? MAX_PAGE)
  const from = bound(query.get(names[0]))
  const to = bound(query.get(names[1]))
  const bad =
    unknown !== undefined
      ? `Request parameter '${unknown}' is not recognised, allowed parameters are: stages, limit, cursor, updatedFrom, updatedTo`
      : !(limit >= 1 && limit <= MAX_PAGE)
        ? "'limit' must be greater than 0"
        : to - from < 2000
          ? `'${names[1]}' must be after '${names[0]}'`
          : null
  if (bad !== null) {
    const body = {
      timestamp: new Date().toISOString(),
      status: 400,
      error: 'Bad Request',
      message: 'Request parameters unknown',
      path: url.pathname,
      exception: bad,
    }
    sendJson(response, 400, body)
    return
  }
  const within = all
    .filter((release) => release.publishedMs >= from && release.publishedMs <= to)
    .sort((a, b) => b.publishedMs - a.publishedMs || (a.id < b.id ? -1 : 1))
  // The real cursor loses rows, and a page that lost some looks like the last one.
  const offset = query.has('cursor') ? MAX_PAGE + 7 : 0
  const page = within.slice(offset, offset + limit)
  const more = offset === 0 && within.length > limit
  const cursor = Buffer.from(
    `updatedFrom=${query.get(names[0])}|updatedTo=${query.get(names[1])}|nextCursor=${page.length}`,
  ).toString('base64')
  const head = JSON.stringify({
    uri: `https://sandbox.example.org${url.pathname}${url.search}`,
    version: '1.1',
    extensions: [],
    publishedDate: new Date(to).toISOString().replace('.000', ''),
    publisher: { name: 'Sandbox Office', scheme: 'GB-GOR', uid: 'D2' },
    license: 'http://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
    publicationPolicy: 'https://www.gov.uk/government/publications/open-contracting',
    ...(more
      ? {
          links: {
            next: `https://sandbox.example.org${url.pathname}${url.search}&cursor=${cursor}`,
          },
        }
      : {}),
  })
  const text = `${head.slice(0, -1)},"releases":[${page.map((release) => release.json).join(',')}]}`
  response.writeHead(200, { 'content-type': 'application/json' })
  const isLatin = ![...text].some((char) => char > 'ÿ')
  response.end(windows.latin && isLatin ? Buffer.from(text, 'latin1') : text)
}
