/**
 * x402's header form of JSON: base64 of its UTF-8 text. The same as the official package's `encode…Header` and `decode…Header`, which build
 * the text byte by byte and cost more than everything else that a paid request needs.
 */

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

const utf8 = new TextDecoder()

export function encodeHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

/** @throws Error when it is not base64 or not JSON */
export function decodeHeader(header: string): unknown {
  const { length } = header
  const whole = length % 4 === 0 || (length % 4 > 1 && !header.endsWith('='))
  if (!whole || !BASE64.test(header)) throw new Error('not base64')
  return JSON.parse(utf8.decode(Buffer.from(header, 'base64')))
}
