/**
 * x402's header form of JSON: base64 of its UTF-8 text. The same as the official package's `encode…Header` and `decode…Header`, which build
 * the text byte by byte and cost more than everything else that a paid request needs.
 */

import { isAscii } from 'node:buffer'
import { randomUUID } from 'node:crypto'

const utf8 = new TextDecoder()

export function encodeHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

/** More than any header that is let in stands for. Decoding into it spares every payment a buffer of its own. */
const scratch = Buffer.allocUnsafeSlow(32 * 1024)

/**
 * What the official package gives. Of a payment only the payload, a few hundred characters, is new; the thousands around it are what the 402 said, the same
 * for all who ask the same within a minute, and are read once. @throws Error when it is not base64 or not JSON
 */
export function decodeHeader(header: string): unknown {
  for (const [place, around] of familiar.entries()) {
    const decoded = within(around, header)
    if (decoded === null) continue
    if (place > 0) familiar.unshift(...familiar.splice(place, 1))
    return decoded
  }
  const length = decode(header)
  if (length === null) throw new Error('not base64')
  const text = utf8.decode(scratch.subarray(0, length))
  const whole = JSON.parse(text)
  // Of text that is not ASCII characters are no bytes.
  if (text.length === length && length <= MAX_FAMILIAR_BYTES) learn(header, text)
  return whole
}

/** How many bytes lie in `scratch` now. Null: it is not base64, or too long. */
function decode(digits: string): number | null {
  const expected = lengthOf(digits)
  if (expected > scratch.length) return null
  const length = scratch.write(digits, 'base64')
  // Node decodes fewer bytes where it meets anything that is not base64, and knows the alphabet of URLs as well.
  return length === expected && !digits.includes('-') && !digits.includes('_') ? length : null
}

/** What was echoed around a payload. Digits of base64 stand for three bytes each four, so up to two characters at each end are among those of the payload. */
interface Around {
  before: string
  lead: string
  trail: string
  after: string
  /** What it says, without the payload's own members. */
  frame: Readonly<Record<string, unknown>>
}

/** The ones met last first. */
const familiar: Around[] = []
const MAX_FAMILIAR = 32
const MAX_FAMILIAR_BYTES = 8192
const OPENING = '"payload":'
/** Nobody can have written it. */
const HOLE = randomUUID()

/** Null: something else is around its payload, or it has to be looked at as a whole. */
function within({ before, lead, trail, after, frame }: Around, header: string): object | null {
  const end = header.length - after.length
  // Slices are compared at once, `startsWith` goes digit by digit: 0.2 and 10 us (Node 26.10, 2026-11-22).
  if (header.slice(0, before.length) !== before || header.slice(end) !== after) return null
  const digits = header.slice(before.length, end)
  // In front of more digits there are only whole groups of four.
  if (after !== '' && (digits.length % 4 !== 0 || digits.endsWith('='))) return null
  const length = decode(digits)
  if (length === null || !isAscii(scratch.subarray(0, length))) return null
  const text = scratch.toString('latin1', 0, length)
  const to = text.indexOf('}}', lead.length) + 2
  if (to < 2 || !text.startsWith(lead) || text.slice(to) !== trail) return null
  try {
    return { ...frame, payload: JSON.parse(text.slice(lead.length, to)) }
  } catch {
    return null
  }
}

/**
 * Where it is cut does not matter: what is around the cut must be an object whose `payload` is the hole. What is cut out of another header at the same
 * places must be JSON by itself.
 */
function learn(header: string, text: string): void {
  const from = text.indexOf(`${OPENING}{`) + OPENING.length
  const to = text.indexOf('}}', from) + 2
  if (from < OPENING.length || to < 2) return
  try {
    const frame = JSON.parse(`${text.slice(0, from)}"${HOLE}"${text.slice(to)}`) as Record<string, unknown>
    if (frame.payload !== HOLE) return
    const [fromGroup, toGroup] = [Math.floor(from / 3), Math.ceil(to / 3)]
    familiar.unshift({
      before: header.slice(0, fromGroup * 4),
      lead: text.slice(fromGroup * 3, from),
      trail: text.slice(to, toGroup * 3),
      after: header.slice(toGroup * 4),
      frame: deeplyFrozen(frame),
    })
    familiar.length = Math.min(familiar.length, MAX_FAMILIAR)
  } catch {}
}

/** It is handed to everybody who echoes the same. */
function deeplyFrozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deeplyFrozen(member)
  return Object.freeze(value)
}

/** How many bytes a base64 text stands for. */
function lengthOf(text: string): number {
  const padded = text.length % 4 === 0
  const padding = padded && text.endsWith('==') ? 2 : padded && text.endsWith('=') ? 1 : 0
  const digits = text.length - padding
  return digits % 4 === 1 ? -1 : Math.floor((digits * 3) / 4)
}

export interface Encoded {
  body: Buffer
  /** The body in base64. */
  header: string
}

/** A text of which one place changes: of its bytes and their base64 only that place is made anew. */
export function splicedText(before: string, after: string): (middle: string) => Encoded {
  const head = Buffer.from(before)
  const tail = Buffer.from(after)
  // Three bytes are four digits, so what is encoded apart begins and ends at a multiple of three.
  const headRest = head.subarray(head.length - (head.length % 3))
  const headDigits = head.subarray(0, head.length - (head.length % 3)).toString('base64')
  const tails = [0, 1, 2].map((taken) => ({ taken: tail.subarray(0, taken), digits: tail.subarray(taken).toString('base64') }))
  return (middle) => {
    const changing = Buffer.from(middle)
    const { taken, digits } = tails[(3 - ((headRest.length + changing.length) % 3)) % 3]!
    return {
      body: Buffer.concat([head, changing, tail]),
      header: `${headDigits}${Buffer.concat([headRest, changing, taken]).toString('base64')}${digits}`,
    }
  }
}
