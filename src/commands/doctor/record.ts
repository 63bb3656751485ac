/** Records answers, so that a first live run becomes recorded data; persons and their contacts never reach the disk. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { firstRows } from '../../company/sources/bulk-files.ts'
import { COMPANY_DOCUMENTS } from '../../company/sources/document-api.ts'
import { instant } from '../../platform/clock.ts'
import { either } from '../../platform/patterns.ts'
import { decodeText, parseLenient } from '../../tenders/model/json.ts'

type Json = Readonly<Record<string, unknown>>

const CONTACT = new RegExp(
  `^(?:.*(?:officer|psc)_name|${either(
    /additionalContactPoints|contact.*|e-?mail.*|telephone.*|phone.*|fax.*|care_of.*/,
    /date_of_birth|nationality|occupation|country_of_residence|former_names|name_elements/,
    /persons_entitled|practitioners|person_number|address_snippet/,
  )})$`,
  'i',
)
const OFFICER_FIELDS = [
  'officer_role',
  'appointed_on',
  'appointed_before',
  'resigned_on',
  'is_pre_1992_appointment',
  'identity_verification_details',
]
const EMAIL = /(?<![\w.+'-])[\w.+'-]+(@|%40|&#0*64;)[\w-]+(\.[\w-]+)+/g
const TELEPHONE = /(?<![\w.-])(\+44|\(?0)[\d\s()-]{8,14}\d(?![\w-])/g

const JSON_OBJECT = '{'.charCodeAt(0)

export interface Recorder {
  /** Names what is answered from now on. */
  begin(upstream: string, check: string): void
  /** Writes the answers and a list of them. */
  close(): void
}

interface Answer {
  upstream: string
  check: string
  url: string
  status: number
  headers: Readonly<Record<string, string>>
  chunks: Buffer[]
}

/** Message of undici about one request, its own or one of `fetch`. */
interface UndiciMessage {
  request: { origin: string; path: string; method: string }
  response: { statusCode: number; headers: Buffer[] }
  chunk: Buffer
}

/** Records all answers to this process until it is closed. */
export function createRecorder(folder: string, nowMs: () => number): Recorder {
  mkdirSync(folder, { recursive: true })
  const answers = new Map<UndiciMessage['request'], Answer>()
  let current = { upstream: '', check: '' }
  const listeners = {
    headers({ request, response }: UndiciMessage) {
      const { origin, path, method } = request
      // The path of an RPC may be its key.
      const url = method === 'GET' ? `${origin}${path}` : origin
      const { statusCode: status, headers } = response
      answers.set(request, { ...current, url, status, headers: toTexts(headers), chunks: [] })
    },
    bodyChunkReceived: ({ request, chunk }: UndiciMessage) =>
      answers.get(request)?.chunks.push(chunk),
  }
  const channels = Object.entries(listeners).map(
    ([name, listener]) =>
      [
        `undici:request:${name}`,
        (message: unknown) => void listener(message as UndiciMessage),
      ] as const,
  )
  for (const channel of channels) subscribe(...channel)
  return {
    begin: (upstream, check) => (current = { upstream, check }),
    close() {
      for (const channel of channels) unsubscribe(...channel)
      const files = new Map<string, object>()
      for (const { upstream, check, url, status, headers, chunks } of answers.values()) {
        const bytes = Buffer.concat(chunks)
        // A filing names directors and auditors in its text.
        if (upstream === COMPANY_DOCUMENTS && bytes[0] !== JSON_OBJECT) continue
        const body = parseContent(bytes, headers['content-encoding'])
        if (body === '') continue
        const ending = typeof body !== 'string' ? 'json' : /<html/i.test(body) ? 'html' : 'txt'
        const name = `${upstream.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.${check}`
        const count = [...files.keys()].filter((file) => file.startsWith(`${name}.`)).length
        const file = `${name}.${count === 0 ? '' : `${count + 1}.`}${ending}`
        const text =
          typeof body === 'string' ? clean(body) : JSON.stringify(withoutPersons(body), null, 1)
        writeFileSync(join(folder, file), text)
        const type = headers['content-type'] ?? null
        files.set(file, { file, upstream, url, status, type, fetched: instant(nowMs()) })
      }
      const manifest = `${JSON.stringify([...files.values()], null, 2)}\n`
      writeFileSync(join(folder, 'manifest.json'), manifest)
    },
  }
}

function toTexts(headers: readonly Buffer[]): Record<string, string> {
  const texts = headers.map((each) => each.toString('latin1'))
  return Object.fromEntries(
    texts.flatMap((name, index) =>
      index % 2 === 0 ? [[name.toLowerCase(), texts[index + 1]!]] : [],
    ),
  )
}

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

/** Returns the rows of an archive, text, or JSON as the portals' reader takes it, whole or line by line. */
function parseContent(bytes: Buffer, encoding: string | undefined): unknown {
  if (bytes.toString('latin1', 0, 2) === 'PK') return { rows: firstRows(bytes) }
  const text = decodeText(DECODERS[encoding ?? '']?.(bytes) ?? bytes).trim()
  if (!/^[[{]/.test(text)) return text
  return parseJsonOrNull(text) ?? { lines: text.split('\n').map(parseJsonOrNull) }
}

/** Returns `null` for text that is no JSON: it could hold anything, and is not recorded. */
function parseJsonOrNull(text: string): unknown {
  try {
    return parseLenient(text)
  } catch {
    return null
  }
}

/** Removes fields that contain persons, and blanks addresses and numbers in running text. */
function withoutPersons(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersons)
  if (typeof value === 'string') return clean(value)
  if (typeof value !== 'object' || value === null) return value
  const object = value as Json
  const isOfficer = 'officer_role' in object
  if ('transaction_id' in object || 'barcode' in object || 'description_values' in object)
    return redactFiling(object)
  const isPerson = /individual/i.test(String(object['Type of business or Individual'] ?? ''))
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) =>
        isOfficer
          ? OFFICER_FIELDS.includes(name)
          : !CONTACT.test(name) && !(isPerson && name === 'Name'),
      )
      .map(([name, member]) => [
        name,
        name === 'identity_verification_details' ? pickDates(member) : withoutPersons(member),
      ]),
  )
}

/** Descriptions are codes; those of old filings are text, and the values put into them name persons. */
function redactFiling(raw: Json): Json {
  const { date, type, category, subcategory, action_date, pages, description } = raw
  const code = /^[a-z0-9-]+$/.test(String(description)) ? description : '[text]'
  return { date, type, category, subcategory, action_date, pages, description: code }
}

/** Nothing but the days of an identity check: who vouched for it is a person or their firm. */
const pickDates = (value: unknown) =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Json).filter(([name]) => /_(on|date|from|to)$/.test(name)),
  )

const clean = (text: string) => text.replace(EMAIL, '[e-mail]').replace(TELEPHONE, '[telephone]')
