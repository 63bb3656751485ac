/** Documents over HTTP: a strong ETag, five minutes of public caching, 304 if unchanged. */
import { gzipSync } from 'node:zlib'
import type { HttpDocument } from '../api/endpoint.ts'
import type { Reply } from '../api/problem.ts'
import { sha256Hex } from '../platform/hash.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
export const TEXT_TYPE = 'text/plain; charset=utf-8'
export const MARKDOWN_TYPE = 'text/markdown; charset=utf-8'

/** Smaller documents fit into a few packets as they are. */
const COMPRESS_FROM_BYTES = 8 * 1024

export function textDocument(
  path: string,
  contentType: string,
  text: string,
  headers: Record<string, string> = {},
): HttpDocument {
  return bytesDocument(path, contentType, Buffer.from(text), headers)
}

export function jsonDocument(
  path: string,
  value: object,
  contentType = JSON_TYPE,
  headers: Record<string, string> = {},
): HttpDocument {
  return textDocument(path, contentType, JSON.stringify(value), headers)
}

export function bytesDocument(
  path: string,
  contentType: string,
  body: Buffer,
  headers: Record<string, string> = {},
): HttpDocument {
  const compressible = body.length >= COMPRESS_FROM_BYTES
  const common = {
    'content-type': contentType,
    'cache-control': 'public, max-age=300',
    ...headers,
    ...(compressible
      ? {
          vary: headers.vary === undefined ? 'accept-encoding' : `accept-encoding, ${headers.vary}`,
        }
      : {}),
  }
  const hash = sha256Hex(body).slice(0, 32)
  const plain = variant(body, { ...common, etag: `"${hash}"` })
  let compressed: Variant | null = null
  return {
    path,
    read(request) {
      if (!compressible || !/\bgzip\b/.test(String(request['accept-encoding'] ?? '')))
        return plain(request['if-none-match'])
      compressed ??= variant(gzipSync(body), {
        ...common,
        etag: `"${hash}-gz"`,
        'content-encoding': 'gzip',
      })
      return compressed(request['if-none-match'])
    },
  }
}

/** Returns a document that the first request of it writes. */
export function lazyDocument(path: string, write: () => HttpDocument): HttpDocument {
  let document: HttpDocument | null = null
  return {
    path,
    read(headers) {
      document ??= write()
      return document.read(headers)
    },
  }
}

/** The documents of a list that is written again on demand; their addresses stay. */
export function createReloadableDocuments(write: () => HttpDocument[]): {
  documents: HttpDocument[]
  rewrite(): void
} {
  const byPath = () => new Map(write().map((document) => [document.path, document]))
  let current = byPath()
  const documents = [...current.keys()].map((path) => ({
    path,
    read: (headers: Parameters<HttpDocument['read']>[0]) => current.get(path)!.read(headers),
  }))
  return {
    documents,
    rewrite() {
      current = byPath()
    },
  }
}

type Variant = (ifNoneMatch: string | undefined) => Reply

function variant(body: Buffer, headers: Record<string, string> & { etag: string }): Variant {
  const whole: Reply = { status: 200, headers, body }
  const unchanged: Reply = { status: 304, headers, body }
  return (ifNoneMatch) => (matchesTag(ifNoneMatch, headers.etag) ? unchanged : whole)
}

const DAY_MS = 86_400_000

/** Returns a document that contains a date. The first request of each UTC day builds it again. */
export function dailyDocument(
  path: string,
  nowMs: () => number,
  write: (dayStartMs: number) => HttpDocument,
): HttpDocument {
  let day = -1
  let document: HttpDocument | null = null
  return {
    path,
    read(headers) {
      const today = Math.floor(nowMs() / DAY_MS)
      if (document === null || today !== day) {
        day = today
        document = write(today * DAY_MS)
      }
      return document.read(headers)
    },
  }
}

/** A permanent move, for addresses that older readers ask. */
export function redirectTo(path: string, target: string): HttpDocument {
  const reply: Reply = {
    status: 308,
    headers: {
      location: target,
      'content-type': TEXT_TYPE,
      'cache-control': 'public, max-age=300',
    },
    body: Buffer.from(`Moved to ${target}\n`),
  }
  return { path, read: () => reply }
}

function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((candidate) => {
    const tag = candidate.trim()
    return tag === '*' || tag === etag || tag === `W/${etag}`
  })
}
