/** A foreign page's bundle for buying: the official clients, unchanged. */
import { wrapAxiosWithPaymentFromConfig } from '@x402/axios'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch'
import axios from 'axios'
import { privateKeyToAccount } from 'viem/accounts'

/** An answer as the page sees it: of the headers those that browsers let it read. */
export interface Bought {
  status: number
  answer: unknown
  receipt: string | null
  requestId: string | null
}

function config(privateKey: `0x${string}`) {
  return {
    schemes: [
      {
        network: 'eip155:84532' as const,
        client: new ExactEvmScheme(privateKeyToAccount(privateKey)),
      },
    ],
  }
}

async function withFetch(
  url: string,
  privateKey: `0x${string}`,
  body: string | null,
): Promise<Bought> {
  const init =
    body === null ? {} : { method: 'POST', headers: { 'content-type': 'application/json' }, body }
  const response = await wrapFetchWithPaymentFromConfig(fetch, config(privateKey))(url, init)
  const { headers } = response
  return {
    status: response.status,
    answer: await response.json(),
    receipt: headers.get('payment-response'),
    requestId: headers.get('x-request-id'),
  }
}

async function withAxios(
  url: string,
  privateKey: `0x${string}`,
  body: string | null,
): Promise<Bought> {
  const client = wrapAxiosWithPaymentFromConfig(axios.create(), config(privateKey) as never)
  const response = body === null ? await client.get(url) : await client.post(url, JSON.parse(body))
  const header = (name: string) => (response.headers[name] as string | undefined) ?? null
  return {
    status: response.status,
    answer: response.data,
    receipt: header('payment-response'),
    requestId: header('x-request-id'),
  }
}

Object.assign(globalThis, { withFetch, withAxios })
