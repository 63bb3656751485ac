/**
 * x402's header form of JSON: base64 of its UTF-8 text. The same as the official package's
 * `encode…Header` and `decode…Header`, which build the text byte by byte and cost more than
 * everything else that a paid request needs.
 */

const utf8 = new TextDecoder()

export function encodeHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

/** More bytes than any accepted header decodes to. All payments share this buffer. */
const scratch = Buffer.allocUnsafeSlow(32 * 1024)

/** Decodes like the official package. @throws Error if it is not base64 or not JSON */
export function decodeHeader(header: string): unknown {
  const expected = countDecodedBytes(header)
  if (expected > scratch.length) throw new Error('too long')
  const length = scratch.write(header, 'base64')
  // Node decodes fewer bytes where it meets anything that is not base64, and knows the alphabet of
  // URLs as well.
  if (length !== expected || header.includes('-') || header.includes('_'))
    throw new Error('not base64')
  return JSON.parse(utf8.decode(scratch.subarray(0, length)))
}

/** Returns the number of bytes that a base64 text encodes. */
function countDecodedBytes(text: string): number {
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
