/**
 * x402's header form of JSON: base64 of its UTF-8 text. The same as the official package's `encode…Header` and `decode…Header`, which build
 * the text byte by byte and cost more than everything else that a paid request needs.
 */

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/

export function encodeHeader(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64')
}

/** @throws Error when it is not base64 or not JSON */
export function decodeHeader(header: string): unknown {
  if (!BASE64.test(header)) throw new Error('not base64')
  return JSON.parse(Buffer.from(header, 'base64').toString())
}
