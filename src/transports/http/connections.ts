/**
 * Limits on connections: how many one address has open, and how many requests one has unanswered.
 */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Trust, toNetwork } from './address.ts'

/** Requests that a connection may have unanswered; the answer to the last one closes it. */
const MAX_UNANSWERED = 32

/**
 * Closes a connection unread if its address has its share open already. One address may be a whole
 * company or an attacker, so it gets half of all connections. Trusted proxies have no share.
 *
 * @param maxConnections limit of the server
 */
export function createConnectionShare(options: {
  maxConnections: number
  isTrusted: Trust
  onRefused: (address: string, share: number) => void
}): (socket: Socket) => void {
  const { isTrusted, onRefused } = options
  const share = Math.ceil(options.maxConnections / 2)
  const open = new Map<string, number>()

  return (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isTrusted?.(remoteAddress)) return
    const address = toNetwork(remoteAddress)
    const count = open.get(address) ?? 0
    if (count >= share) {
      socket.destroy()
      onRefused(address, share)
      return
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = open.get(address)! - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    })
  }
}

/**
 * `dropped`: an earlier answer closes the connection, so HTTP lets the caller send the request
 * again.
 */
type Turn = 'taken' | 'last' | 'dropped'

/**
 * Bounds the requests that one connection hands in before their answers have left. Node passes on
 * every request of a packet in one turn of the event loop.
 */
export function createPipelines<Entry extends { response: ServerResponse }>() {
  const connections = new WeakMap<Socket, { unanswered: Set<Entry>; isClosing: boolean }>()
  return {
    enter(socket: Socket, entry: Entry): Turn {
      const connection = connections.get(socket) ?? { unanswered: new Set(), isClosing: false }
      if (connection.isClosing) return 'dropped'
      connections.set(socket, connection)
      const { unanswered } = connection
      unanswered.add(entry)
      entry.response.once('close', () => unanswered.delete(entry))
      connection.isClosing = unanswered.size === MAX_UNANSWERED
      return connection.isClosing ? 'last' : 'taken'
    },

    /** Returns the request whose answer is due; undefined if all are answered. */
    findUnanswered(socket: Socket): Entry | undefined {
      const [first] = connections.get(socket)?.unanswered ?? []
      return first
    },
  }
}
