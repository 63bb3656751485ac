/**
 * Processor time against the length of an input: twice the length may cost little more than twice
 * the time.
 */
import type { PublishedOperation } from '../../support/generated-input.ts'
import { rawRequest } from '../raw-client.ts'
import type { Line } from './line.ts'

/** Fill of a text field of so many characters. */
const FILLS: Readonly<Record<string, (length: number) => string>> = {
  letters: (length) => 'a'.repeat(length),
  blanks: (length) => `a${' '.repeat(length - 2)}b`,
  words: (length) => 'community grounds '.repeat(length / 18 + 1).slice(0, length),
  digits: (length) => '0'.repeat(length),
  quotes: (length) => '"-'.repeat(length / 2),
  brackets: (length) => '[('.repeat(length / 2),
  'near matches': (length) => 'englan '.repeat(length / 7 + 1).slice(0, length),
  unicode: (length) => 'İ\u0301'.repeat(length / 2),
}
/** In a query percent-encoding takes up to six bytes a character, and a URL has 8 KB. */
const LENGTHS = {
  query: [300, 600, 1200],
  path: [300, 600, 1200],
  body: [3500, 7000, 14_000],
  tool: [14_000, 28_000, 56_000],
}
const REPEATS = 3
/** Four times the length at more than so many times the cost is more than linear. */
const MAX_FACTOR = 6
/** Less than this is noise, and never a failure. */
const NOTICED_MS = 4
/** Less than this is not even reported. */
const REPORTED_MS = 1

interface Probe {
  name: string
  lengths: readonly number[]
  request(length: number): Buffer
}

/** `cpuMs`: processor time of the service so far. */
export async function growthOf(
  cpuMs: () => number,
  operations: readonly PublishedOperation[],
  line: Pick<Line, 'send'>,
) {
  const failures: string[] = []
  let worst = { factor: 0, name: 'none', costs: [0] }
  let fields = 0
  for (const probe of [
    ...operations.flatMap((operation) => probesOf(operation)),
    ...otherProbes(),
  ]) {
    let measured = await measure(probe)
    // Measured again before it is believed: other work on the machine costs time as well.
    for (let again = 0; again < 2 && isSteep(measured); again += 1) measured = await measure(probe)
    fields += 1
    const factor = factorOf(measured)
    if (measured.at(-1)! > REPORTED_MS && factor > worst.factor)
      worst = { factor, name: probe.name, costs: measured }
    if (isSteep(measured)) failures.push(`${probe.name}: ${wordsOf(probe.lengths, measured)}`)
  }
  const shown = `steepest ${worst.factor.toFixed(1)} times for four times the length (${worst.name}, ${worst.costs.map((ms) => ms.toFixed(1)).join(', ')} ms)`
  return { failures, fields, worst: shown }

  async function measure({ name, lengths, request }: Probe): Promise<number[]> {
    const costs: number[] = []
    for (const length of lengths) {
      const bytes = request(length)
      let least = Number.POSITIVE_INFINITY
      for (let at = 0; at < REPEATS; at += 1) {
        const before = cpuMs()
        const [reply] = await line.send([{ bytes }])
        if (reply instanceof Error) failures.push(`${name}: ${reply.message}`)
        // What a limit refuses is not read, so its time says nothing.
        else if (reply?.status === 429) failures.push(`${name}: 429`)
        least = Math.min(least, cpuMs() - before)
      }
      costs.push(least)
    }
    return costs
  }
}

const factorOf = (costs: readonly number[]) => costs.at(-1)! / Math.max(costs[0]!, 0.2)
const isSteep = (costs: readonly number[]) =>
  costs.at(-1)! > NOTICED_MS && factorOf(costs) > MAX_FACTOR
const wordsOf = (lengths: readonly number[], costs: readonly number[]) =>
  lengths.map((length, at) => `${costs[at]!.toFixed(1)} ms for ${length}`).join(', ')

/**
 * Each text field with each fill over HTTP, and as a tool's argument; unknown fields by number;
 * JSON by depth.
 */
function probesOf(operation: PublishedOperation): Probe[] {
  const { id, method, path, fields } = operation
  const target = path.replace(/\{(\w+)\}/g, 'x')
  const probes: Probe[] = []
  for (const [name, { in: place }] of Object.entries(fields)) {
    for (const [fill, make] of Object.entries(FILLS)) {
      probes.push({
        name: `${id} ${name} (${place}) of ${fill}`,
        lengths: LENGTHS[place],
        request(length) {
          const value = make(length)
          if (place === 'body')
            return rawRequest({ method, target, body: JSON.stringify({ [name]: value }) })
          const encoded = encodeURIComponent(value).slice(0, 7500)
          return rawRequest({
            method,
            target:
              place === 'path'
                ? path.replace(`{${name}}`, encoded)
                : `${target}?${name}=${encoded}`,
          })
        },
      })
    }
    const longest =
      Object.entries(FILLS)[Object.keys(fields).indexOf(name) % Object.keys(FILLS).length]!
    probes.push({
      name: `uk_${id} ${name} of ${longest[0]}`,
      lengths: LENGTHS.tool,
      request: (length) => toolCall(id, { [name]: longest[1](length) }),
    })
  }
  probes.push({
    name: `uk_${id} unknown fields`,
    lengths: [500, 1000, 2000],
    request: (count) =>
      toolCall(
        id,
        Object.fromEntries(Array.from({ length: count }, (_, at) => [`unknown_field_${at}`, at])),
      ),
  })
  probes.push({
    name: `uk_${id} nested JSON`,
    lengths: [7000, 14_000, 28_000],
    request: (depth) =>
      rawRequest({
        method: 'POST',
        target: '/mcp',
        body: nested(id, Object.keys(fields)[0] ?? 'q', depth),
      }),
  })
  return probes
}

/** Headers, names of skills, and fields that come again and again. */
function otherProbes(): Probe[] {
  const target = '/v1/tenders/search'
  const header = (name: string, unit: string): Probe => ({
    name: `header ${name}`,
    lengths: [6000, 12_000, 24_000],
    request: (length) =>
      rawRequest({ target, headers: { [name]: unit.repeat(length / unit.length) } }),
  })
  const skill = (fill: string): Probe => ({
    name: `an unknown skill of ${fill}`,
    lengths: LENGTHS.tool,
    request(length) {
      const message = {
        messageId: 'm',
        role: 'user',
        parts: [{ kind: 'data', data: { skill: FILLS[fill]!(length), input: {} } }],
      }
      return rawRequest({
        method: 'POST',
        target: '/v1/message:send',
        body: JSON.stringify({ message }),
      })
    },
  })
  return [
    header('payment-signature', 'e30A'),
    header('if-none-match', '"x",'),
    header('accept', 'text/html;q=0.1,'),
    header('a2a-extensions', 'x,'),
    ...Object.keys(FILLS).map(skill),
    {
      name: 'the same query field again and again',
      lengths: [300, 600, 1200],
      request: (count) => rawRequest({ target: `${target}?${'q=a&'.repeat(count)}` }),
    },
  ]
}

function toolCall(id: string, fields: object): Buffer {
  const params = { name: `uk_${id}`, arguments: fields }
  return rawRequest({
    method: 'POST',
    target: '/mcp',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  })
}

function nested(id: string, field: string, depth: number): string {
  const value = `${'['.repeat(depth)}${']'.repeat(depth)}`
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"uk_${id}","arguments":{"${field}":${value}}}}`
}
