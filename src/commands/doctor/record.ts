/** Keeps what came back, so that a first live run becomes recorded data; persons and their contacts never reach the disk. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Json, objectOf, type Payload } from '../../platform/assumption.ts'
import { instant } from '../../platform/clock.ts'
import { parseLenient } from '../../tenders/model/json.ts'

const CONTACT =
  /^(contactPoint|additionalContactPoints|contact.*|e-?mail.*|telephone.*|phone.*|fax.*|date_of_birth|nationality|occupation|country_of_residence|former_names|care_of.*|name_elements|persons_entitled|practitioners|.*officer_name|.*psc_name|person_number|address_snippet)$/i
const OFFICER_KEPT = [
  'officer_role',
  'appointed_on',
  'appointed_before',
  'resigned_on',
  'is_pre_1992_appointment',
  'identity_verification_details',
]
const EMAIL = /(?<![\w.+'-])[\w.+'-]+(@|%40|&#0*64;)[\w-]+(\.[\w-]+)+/g
const TELEPHONE = /(?<![\w.-])(\+44|\(?0)[\d\s()-]{8,14}\d(?![\w-])/g

export interface Recorder {
  keep(upstream: string, question: string, payload: Payload): void
  /** Writes the list of what was kept. */
  close(): void
}

export function createRecorder(folder: string, nowMs: () => number): Recorder {
  mkdirSync(folder, { recursive: true })
  const kept: object[] = []
  return {
    keep(upstream, question, payload) {
      const json = jsonOf(payload)
      const isJson = json !== undefined
      const text = isJson ? JSON.stringify(withoutPersons(json), null, 1) : cleaned(payload.body)
      const ending = isJson ? 'json' : /<html/i.test(payload.body) ? 'html' : 'txt'
      const file = `${upstream.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.${question}.${ending}`
      writeFileSync(join(folder, file), text)
      kept.push({
        file,
        upstream,
        url: payload.url,
        status: payload.status,
        type: payload.headers['content-type'] ?? null,
        fetched: instant(nowMs()),
      })
    },
    close: () => writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(kept, null, 2)}\n`),
  }
}

/** As the portals' reader takes it, faults and all. @throws SyntaxError for what looks like JSON and is none: nobody knows what is in it */
function jsonOf({ json, body }: Payload): unknown {
  return json === undefined && /^\s*[[{]/.test(body) ? parseLenient(body) : json
}

/** What is known to hold persons is left out; addresses and numbers in running text are blanked. */
function withoutPersons(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutPersons)
  if (typeof value === 'string') return cleaned(value)
  if (typeof value !== 'object' || value === null) return value
  const object = value as Json
  const isOfficer = 'officer_role' in object
  if ('transaction_id' in object || 'barcode' in object || 'description_values' in object)
    return filing(object)
  const isPerson = /individual/i.test(String(object['Type of business or Individual'] ?? ''))
  return Object.fromEntries(
    Object.entries(object)
      .filter(([name]) =>
        isOfficer
          ? OFFICER_KEPT.includes(name)
          : !CONTACT.test(name) && !(isPerson && name === 'Name'),
      )
      .map(([name, member]) => [
        name,
        name === 'identity_verification_details' ? datesOf(member) : withoutPersons(member),
      ]),
  )
}

/** Descriptions are codes; those of old filings are text, and the values put into them name persons. */
function filing(raw: Json): Json {
  const { date, type, category, subcategory, action_date, pages, description } = raw
  const code = /^[a-z0-9-]+$/.test(String(description)) ? description : '[text]'
  return { date, type, category, subcategory, action_date, pages, description: code }
}

/** Nothing but the days of an identity check: who vouched for it is a person or their firm. */
const datesOf = (value: unknown) =>
  Object.fromEntries(
    Object.entries(objectOf(value)).filter(([name]) => /_(on|date|from|to)$/.test(name)),
  )

const cleaned = (text: string) => text.replace(EMAIL, '[e-mail]').replace(TELEPHONE, '[telephone]')
