/**
 * A proxy between a service and PostgreSQL that can delay and cut. It knows message boundaries: it
 * passes whole statements one way (up to Sync or a simple Query) and whole answers the other (up to
 * ReadyForQuery). Each connection keeps its order; between connections every interleaving can
 * happen.
 */
import { connect, createServer, type Server, type Socket } from 'node:net'

/**
 * Action for a statement or an answer. `cut`: it is lost, and both ends see the connection reset.
 */
export type Verdict = { pass: number } | { cut: true }

export interface Passing {
  /** Counts connections. */
  connection: number
  direction: 'statement' | 'answer'
  /** The SQL, as far as it can be read; of an answer, of the statement it answers. */
  sql: string
}

export interface WireProxy {
  port: number
  /**
   * Nothing goes through until the returned call; connections stay open, as when packets are
   * dropped.
   */
  partition(): () => void
  /** Target of new connections. */
  redirect(port: number): void
  /** Resets every connection. */
  cutAll(): void
  close(): Promise<void>
}

export async function startWireProxy(
  targetPort: number,
  decide: (passing: Passing) => Verdict,
): Promise<WireProxy> {
  let target = targetPort
  let connections = 0
  let healed: Promise<void> = Promise.resolve()
  const open = new Set<Wire>()
  const sockets = new Set<Socket>()
  const server: Server = createServer((client) => {
    connections += 1
    const upstream = connect(target, '127.0.0.1')
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.once('close', () => sockets.delete(socket))
    }
    const wire = joined(client, upstream, connections, decide, () => healed)
    open.add(wire)
    client.once('close', () => open.delete(wire))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    partition() {
      const { promise, resolve } = Promise.withResolvers<void>()
      healed = promise
      return resolve
    },
    redirect(port) {
      target = port
    },
    cutAll() {
      for (const wire of open) wire.cut()
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}

interface Wire {
  cut(): void
}

function joined(
  client: Socket,
  server: Socket,
  connection: number,
  decide: (passing: Passing) => Verdict,
  healed: () => Promise<void>,
): Wire {
  let sql = ''
  const cut = () => {
    client.resetAndDestroy()
    server.resetAndDestroy()
  }
  const lane = (to: Socket, direction: Passing['direction']) => {
    let last = Promise.resolve()
    return (unit: Buffer) => {
      const verdict = decide({ connection, direction, sql })
      last = last.then(async () => {
        await healed()
        if ('cut' in verdict) return cut()
        if (verdict.pass > 0) await new Promise((resolve) => setTimeout(resolve, verdict.pass))
        if (!to.destroyed) to.write(unit)
      })
    }
  }
  const forward = lane(server, 'statement')
  const back = lane(client, 'answer')
  const statements = unitsOf({
    startsPlain: true,
    endsUnit: (type) =>
      type === 'S' || type === 'Q' || type === 'X' || type === 'H' || type === 'p',
  })
  const answers = unitsOf({
    startsPlain: false,
    endsUnit: (type) => type === 'Z' || type === 'R' || type === 'E',
  })
  client.on('data', (chunk: Buffer) => {
    for (const { bytes, text } of statements(chunk)) {
      sql = text
      forward(bytes)
    }
  })
  server.on('data', (chunk: Buffer) => {
    for (const { bytes } of answers(chunk)) back(bytes)
  })
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => other.destroy())
    one.on('close', () => other.destroy())
  }
  return { cut }
}

interface Unit {
  bytes: Buffer
  text: string
}

/**
 * Bytes as they come into units as they end. `startsPlain`: the first message has no type (the
 * startup packet).
 */
function unitsOf({
  startsPlain,
  endsUnit,
}: {
  startsPlain: boolean
  endsUnit: (type: string) => boolean
}): (chunk: Buffer) => Unit[] {
  let rest: Buffer = Buffer.alloc(0)
  let parts: Buffer[] = []
  let text = ''
  let plain = startsPlain
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const units: Unit[] = []
    for (;;) {
      const head = plain ? 0 : 1
      if (rest.length < head + 4) return units
      const size = head + rest.readUInt32BE(head)
      if (rest.length < size) return units
      const message = rest.subarray(0, size)
      rest = rest.subarray(size)
      parts.push(message)
      const type = plain ? '' : String.fromCharCode(message[0]!)
      if (type === 'Q') text = textOf(message.subarray(5))
      if (type === 'P') text = textOf(message.subarray(5 + textLength(message.subarray(5)) + 1))
      if (!plain && !endsUnit(type)) continue
      plain = false
      units.push({ bytes: Buffer.concat(parts), text })
      parts = []
    }
  }
}

const textLength = (bytes: Buffer) => bytes.indexOf(0)
const textOf = (bytes: Buffer) => bytes.subarray(0, textLength(bytes)).toString()
