/** Address of a request, as limits count it. */
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** Whether an address is one of the proxies whose X-Forwarded-For counts; `null` if none is. */
export type Trust = ((address: string) => boolean) | null

/** @param trusted addresses and ranges, comma-separated; `null` if no proxy is trusted */
export function createTrust(trusted: string | null): Trust {
  if (trusted === null) return null
  const isTrusted = proxyAddr.compile(trusted.split(',').map((each) => each.trim()))
  return (address) => isTrusted(withoutPort(address), 0)
}

/** The address is '' if the connection ended before its first request was read. */
export function addressReader(isTrusted: Trust): (request: IncomingMessage) => string {
  return (request) => {
    const { remoteAddress } = request.socket
    if (remoteAddress === undefined) return ''
    return toNetwork(
      isTrusted === null ? remoteAddress : withoutPort(proxyAddr(request, isTrusted)),
    )
  }
}

/** Some proxies forward the port too, which is another one for each connection. */
function withoutPort(forwarded: string): string {
  const [, v4, v6] = /^(?:([\d.]+):\d+|\[([^\]]+)\](?::\d+)?)$/.exec(forwarded) ?? []
  return v4 ?? v6 ?? forwarded
}

/**
 * An IPv4 address, also one written as IPv6, is itself; of IPv6 the first 64 bits are one
 * customer's (RFC 6177), who has all of the rest to choose from.
 */
export function toNetwork(address: string): string {
  const plain =
    address.startsWith('::ffff:') && address.includes('.')
      ? address.slice('::ffff:'.length)
      : address
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('%', 1)[0]!.toLowerCase().split('::') as [string, string?]
  const groups = head === '' ? [] : head.split(':')
  if (tail !== undefined) {
    const after = tail === '' ? [] : tail.split(':')
    // A dotted quad at the end is two groups.
    const width = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
    for (let missing = 8 - groups.length - width; missing > 0; missing -= 1) groups.push('0')
    groups.push(...after)
  }
  const first = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${first.join(':')}::/64`
}
