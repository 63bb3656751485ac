/**
 * Requests quotes through PUBLIC_URL and compares them with those of the service itself. A proxy
 * in between may refuse their headers or change them.
 */
import { decodePaymentRequiredHeader } from '@x402/core/http'
import type { PaymentRequired } from '@x402/core/types'
import type { Config } from '../config.ts'
import { errorMessage } from '../platform/errors.ts'
import type { Check, Examination } from '../platform/examination.ts'
import { literalPath, type Route } from './listing-judge.ts'

const TIMEOUT_MS = 15_000
const PROGRAM = 'application/json'
const BROWSER = 'text/html'
/** Parts of the terms that may differ between two quotes. */
const MOMENTARY = ['freshness', 'offer-receipt']

export interface OpenApi {
  servers: { url: string }[]
  paths: Record<string, Record<string, { operationId: string; 'x-payment-info'?: object }>>
}

export function listPaidRoutes({ paths }: OpenApi): Route[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => described['x-payment-info'] !== undefined)
      .map(([method, { operationId }]) => ({
        operation: operationId,
        method: method.toUpperCase(),
        path,
      })),
  )
}

/** Address at which the service of this configuration listens. */
export function findOwnAddress({ HOST, PORT }: Pick<Config, 'HOST' | 'PORT'>): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`
}

/**
 * Compares the quotes of one route. Returns what differs; null if nothing does.
 * @throws Error if one of the two cannot be reached
 */
export async function findQuoteFault(
  own: string,
  publicUrl: string,
  { method, path }: Route,
  accept = PROGRAM,
): Promise<string | null> {
  const ask = (base: string) =>
    fetch(`${base}${literalPath(path)}`, {
      method,
      headers: { accept },
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  const wanted = await ask(own)
  const got = await ask(publicUrl)
  const terms = [wanted, got].map(readLastingTerms)
  if (terms[0] === null) throw new Error(`${method} ${path} is answered ${wanted.status} here`)
  if (terms[1] !== null)
    return terms[0] === terms[1] ? null : `${method} ${path} has other terms through ${publicUrl}`
  return `${method} ${path} is answered ${got.status} through ${publicUrl}${got.status === 502 ? ': a proxy may read less than 4,096 bytes of headers' : ''}`
}

function readLastingTerms({ status, headers }: Response): string | null {
  const header = headers.get('payment-required')
  if (status !== 402 || header === null) return null
  const { extensions = {}, ...rest } = decodePaymentRequiredHeader(header) as PaymentRequired
  const lasting = Object.entries(extensions).filter(([name]) => !MOMENTARY.includes(name))
  return JSON.stringify([rest, lasting])
}

/** Returns the examination of PUBLIC_URL, or the reason why there is nothing to compare. */
export async function examinePublicAddress(config: Config): Promise<Examination | string> {
  const own = findOwnAddress(config)
  const publicUrl = config.PUBLIC_URL
  if (publicUrl === own) return 'PUBLIC_URL is the address of the service itself'
  let routes: Route[]
  try {
    const response = await fetch(`${own}/openapi.json`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    routes = listPaidRoutes((await response.json()) as OpenApi)
  } catch (error) {
    return `no service answers at ${own} (${errorMessage(error).split('\n', 1)[0]})`
  }
  const compare = (compared: readonly Route[], accept: string) => async () => {
    for (const route of compared) {
      const fault = await findQuoteFault(own, publicUrl, route, accept)
      if (fault !== null) return fault
    }
    return null
  }
  const checks: Check[] = [
    {
      assumption: `public-address/quotes: all ${routes.length} quotes pass ${publicUrl} unchanged`,
      difference: compare(routes, PROGRAM),
    },
    {
      assumption: 'public-address/pages: so do the pages of paid addresses, with their terms',
      difference: compare(
        routes.filter(({ method }) => method === 'GET'),
        BROWSER,
      ),
    },
  ]
  return { upstream: 'public address', examine: () => checks }
}
