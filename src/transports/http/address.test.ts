import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addressReader, createTrust, toNetwork } from './address.ts'

it.each([null, '127.0.0.1'])('a connection that is gone has no address: proxies %s', (proxies) => {
  const request = new IncomingMessage(new Socket())
  request.headers['x-forwarded-for'] = '203.0.113.9'
  expect(addressReader(createTrust(proxies))(request)).toBe('')
})

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::', '2001:db8:1:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0::/64'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})

it.each([
  ['203.0.113.9:4711', '203.0.113.9'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2::/64'],
  ['198.51.100.1, 203.0.113.9:4711, 10.0.0.7:4712', '203.0.113.9'],
])('a proxy that forwards the port too: %s counts as %s', (forwarded, counted) => {
  const socket = { remoteAddress: '10.0.0.1' } as Socket
  const request = new IncomingMessage(socket)
  request.headers['x-forwarded-for'] = forwarded
  expect(addressReader(createTrust('10.0.0.0/8'))(request)).toBe(counted)
})

it('all addresses of one /64 count as one, however they are written', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 4, maxLength: 4 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (network, host) => {
        const hex = (numbers: number[]) => numbers.map((each) => each.toString(16)).join(':')
        expect(toNetwork(`${hex(network)}:${hex(host)}`)).toBe(`${hex(network)}::/64`)
      },
    ),
  )
})
