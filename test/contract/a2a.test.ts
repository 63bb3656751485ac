/**
 * Agents that speak the agent-to-agent protocol buy on the local chain with its official clients of
 * both eras: terms as a task, a payment for it, the answer.
 */
import { createPublicKey, verify as isSigned } from 'node:crypto'
import type { Message as OldMessage, Task as OldTask } from '@a2a-js/sdk'
import {
  A2AClient,
  ClientFactory as OldClients,
  ClientFactoryOptions as OldFactoryOptions,
  type RequestOptions as OldOptions,
} from '@a2a-js/sdk/client'
import type { PaymentPayload, PaymentRequired } from '@x402/core/types'
import { ExactEvmScheme } from '@x402/evm/exact/client'
import { x402Client } from '@x402/fetch'
import {
  type AgentCard,
  type Message,
  Role,
  type Task,
  TaskState,
  verifyAgentCardSignature,
} from 'a2a-new'
import { ClientFactory, ClientFactoryOptions } from 'a2a-new/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Wallet } from '../../sandbox/wallets.ts'
import { canonicalJson } from '../../src/platform/hash.ts'
import { headerOf } from '../support/payments.ts'
import type { Service } from '../support/service.ts'
import { TEA } from '../support/service.ts'
import { eachInOneWorld, ITEM_PRICE } from '../support/world.ts'

const EXTENSION = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'
const STATUS = 'x402.payment.status'
const REQUIRED = 'x402.payment.required'
const PAYLOAD = 'x402.payment.payload'
const RECEIPTS = 'x402.payment.receipts'

const world = eachInOneWorld()
const open = () => world.serve({ environment: { PUBLIC_URL: 'http://127.0.0.1:0' } })

/** Functions that a buyer needs, in any version and binding. */
interface Talk {
  ask(skill: string, input: object): Promise<Said>
  /** Names nothing but the task. */
  pay(taskId: string, payment: unknown): Promise<Said>
}

/** An answer in one form. */
interface Said {
  kind: 'message' | 'task'
  taskId: string
  state: string
  metadata: Record<string, unknown>
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  answer: any
}

async function signs(wallet: Wallet, terms: unknown): Promise<PaymentPayload> {
  const client = new x402Client().register('eip155:84532', new ExactEvmScheme(wallet.account))
  return await client.createPaymentPayload(terms as PaymentRequired)
}

async function newTalk(service: Service, binding: 'HTTP+JSON' | 'JSONRPC'): Promise<Talk> {
  const options = ClientFactoryOptions.createFrom(ClientFactoryOptions.default, {
    preferredTransports: [binding],
  })
  const client = await new ClientFactory(options).createFromUrl(service.url)
  const send = async (members: Partial<Message>): Promise<Said> => {
    const message = {
      messageId: 'm1',
      contextId: 'c1',
      taskId: '',
      role: Role.ROLE_USER,
      parts: [],
      metadata: undefined,
      extensions: [],
      referenceTaskIds: [],
      ...members,
    } as Message
    const params = { tenant: '', message, configuration: undefined, metadata: undefined }
    const said = await client.sendMessage(params, {
      serviceParameters: { 'A2A-Extensions': EXTENSION },
    })
    const task = 'status' in said ? (said as Task) : null
    const status = task ? task.status!.message! : (said as Message)
    return {
      kind: task ? 'task' : 'message',
      taskId: task?.id ?? '',
      state: task ? TaskState[task.status!.state] : '',
      metadata: status.metadata as Record<string, unknown>,
      text: String(status.parts[0]!.content!.value),
      answer: task?.artifacts[0]?.parts[0]?.content?.value,
    }
  }
  const part = (data: object) => ({
    content: { $case: 'data' as const, value: data },
    metadata: undefined,
    filename: '',
    mediaType: '',
  })
  return {
    ask: (skill, input) => send({ parts: [part({ skill, input })] }),
    pay: (taskId, payment) =>
      send({ taskId, metadata: { [STATUS]: 'payment-submitted', [PAYLOAD]: payment } }),
  }
}

type OldSend = (params: { message: OldMessage }) => Promise<OldMessage | OldTask>

/** Its client for every binding: by default the one that the card prefers. */
async function oldTalk(service: Service, preferredTransports: string[] = []): Promise<Talk> {
  const factory = new OldClients(
    OldFactoryOptions.createFrom(OldFactoryOptions.default, { preferredTransports }),
  )
  const client = await factory.createFromUrl(service.url)
  const options: OldOptions = { serviceParameters: { 'X-A2A-Extensions': EXTENSION } }
  return oldTalkBy((params) => client.sendMessage(params, options))
}

/**
 * Its first client, which sends JSON-RPC to the card's own address whatever transport the card
 * prefers.
 */
async function oldestTalk(service: Service): Promise<Talk> {
  const fetchImpl: typeof fetch = (url, init) =>
    fetch(url, { ...init, headers: { ...init?.headers, 'x-a2a-extensions': EXTENSION } })
  const client = await A2AClient.fromCardUrl(`${service.url}/.well-known/agent-card.json`, {
    fetchImpl,
  })
  return oldTalkBy(async (params) => {
    const response = await client.sendMessage(params)
    if ('error' in response) throw new Error(response.error.message)
    return response.result
  })
}

function oldTalkBy(sending: OldSend): Talk {
  const send = async (members: Partial<OldMessage>): Promise<Said> => {
    const said = await sending({
      message: {
        kind: 'message',
        messageId: 'm1',
        contextId: 'c1',
        role: 'user',
        parts: [],
        ...members,
      },
    })
    const task = said.kind === 'task' ? (said as OldTask) : null
    const status = task ? task.status.message! : (said as OldMessage)
    const [first] = status.parts
    const [result] = task?.artifacts?.[0]?.parts ?? []
    return {
      kind: said.kind,
      taskId: task?.id ?? '',
      state: task ? `TASK_STATE_${task.status.state.toUpperCase().replace('-', '_')}` : '',
      metadata: status.metadata ?? {},
      text: first?.kind === 'text' ? first.text : '',
      answer: result?.kind === 'data' ? result.data : undefined,
    }
  }
  return {
    ask: (skill, input) => send({ parts: [{ kind: 'data', data: { skill, input } }] }),
    pay: (taskId, payment) =>
      send({
        taskId,
        parts: [{ kind: 'text', text: 'Here it is.' }],
        metadata: { [STATUS]: 'payment-submitted', [PAYLOAD]: payment },
      }),
  }
}

const SPEAKERS: Readonly<Record<string, (service: Service) => Promise<Talk>>> = {
  'client 1.3.0 over HTTP+JSON': (service) => newTalk(service, 'HTTP+JSON'),
  'client 1.3.0 over JSON-RPC': (service) => newTalk(service, 'JSONRPC'),
  'client 0.3.14 over HTTP+JSON': (service) => oldTalk(service),
  'client 0.3.14 over JSON-RPC': (service) => oldTalk(service, ['JSONRPC']),
  'A2AClient of 0.3.14': oldestTalk,
}

describe.each(Object.entries(SPEAKERS))('the official %s', (_, talkTo) => {
  it('gets terms as a task, pays for it, gets the answer with the receipt; the same payment again, here and over HTTP, costs nothing', async () => {
    const service = await open()
    const talk = await talkTo(service)
    const wallet = await world.buyerWith(1)
    const quoted = await talk.ask('shop_item', { number: 'tea' })
    expect(quoted).toMatchObject({
      kind: 'task',
      state: 'TASK_STATE_INPUT_REQUIRED',
      metadata: { [STATUS]: 'payment-required' },
    })
    expect(quoted.text).toContain('0.10 USDC')
    const payment = await signs(wallet, quoted.metadata[REQUIRED])
    const paid = await talk.pay(quoted.taskId, payment)
    expect(paid).toMatchObject({
      taskId: quoted.taskId,
      state: 'TASK_STATE_COMPLETED',
      metadata: {
        [STATUS]: 'payment-completed',
        [RECEIPTS]: [
          { success: true, network: 'eip155:84532', payer: wallet.address.toLowerCase() },
        ],
      },
      answer: {
        query: { number: 'tea' },
        result: { item: 'tea' },
        cost: { amount: '0.10', currency: 'USDC' },
      },
    })
    expect((await talk.pay(quoted.taskId, payment)).answer).toEqual(paid.answer)
    const http = await service.ask(TEA, {
      headers: { 'payment-signature': headerOf(payment) },
    })
    expect([http.status, http.json]).toEqual([200, paid.answer])
    expect(await world.paidBy(wallet)).toEqual([ITEM_PRICE])
  })

  it('receives the reason why a payment bought nothing, and pays nothing', async () => {
    const service = await open()
    const talk = await talkTo(service)
    const poor = await world.buyerWith(0.01)
    const tea = await talk.ask('shop_item', { number: 'tea' })
    const refused = await talk.pay(tea.taskId, await signs(poor, tea.metadata[REQUIRED]))
    expect(refused).toMatchObject({
      state: 'TASK_STATE_FAILED',
      metadata: {
        [STATUS]: 'payment-failed',
        'x402.payment.error': 'INSUFFICIENT_FUNDS',
        [RECEIPTS]: [{ success: false, transaction: '' }],
        [REQUIRED]: { extensions: { refusal: { field: 'payload.authorization.from' } } },
      },
    })
    const rich = await world.buyerWith(1)
    const nothing = await talk.ask('shop_item', { number: 'unknown' })
    const missed = await talk.pay(nothing.taskId, await signs(rich, nothing.metadata[REQUIRED]))
    expect(missed).toMatchObject({
      state: 'TASK_STATE_FAILED',
      metadata: { 'x402.payment.error': 'SUBJECT_NOT_FOUND' },
    })
    expect(missed.text).toContain('Nothing was charged.')
    const down = await talk.ask('shop_item', { number: 'down' })
    // What may still become an answer ends no task: the protocol's error says so, and the same
    // payment may be sent again.
    await expect(talk.pay(down.taskId, await signs(rich, down.metadata[REQUIRED]))).rejects.toThrow(
      'The shelf is out of reach.',
    )
    await expect(talk.pay('made-up', await signs(rich, tea.metadata[REQUIRED]))).rejects.toThrow(
      'Task not found',
    )
    expect(await world.paidBy(poor)).toEqual([])
    expect(await world.paidBy(rich)).toEqual([])
  })
})

describe('the agent card', () => {
  afterEach(() => vi.restoreAllMocks())

  const verify = async (service: Service, card: object) => {
    // The official verifier logs every signature that it tries in vain.
    vi.spyOn(console, 'debug').mockImplementation(() => {})
    const jwks = (await service.ask('/.well-known/jwks.json')).json as unknown as {
      keys: { kid: string; kty: string }[]
    }
    await verifyAgentCardSignature(async (kid, jku) => {
      expect(jku).toBe(`${service.url}/.well-known/jwks.json`)
      return createPublicKey({ key: jwks.keys.find((key) => key.kid === kid)!, format: 'jwk' })
    })(card as AgentCard)
  }

  it('is signed with the listed key, as a card of 1.0 and as one of both versions; a changed one is not', async () => {
    const service = await open()
    const current = (
      await service.ask('/.well-known/agent-card.json', { headers: { 'a2a-version': '1.0' } })
    ).json
    const both = (await service.ask('/.well-known/agent-card.json')).json
    await verify(service, current)
    await verify(service, both)
    expect([current.url, current.preferredTransport, both.preferredTransport]).toEqual([
      undefined,
      undefined,
      'HTTP+JSON',
    ])
    expect(both.supportedInterfaces).toEqual(current.supportedInterfaces)
    await expect(verify(service, { ...current, name: 'Somebody else' })).rejects.toThrow(
      'No valid signatures',
    )
    await expect(verify(service, { ...both, description: 'Other' })).rejects.toThrow(
      'No valid signatures',
    )
    // Who knows no protocol buffers and signs the card as it stands finds a signature as well.
    for (const { signatures, ...card } of [current, both] as {
      signatures: { protected: string; signature: string }[]
    }[]) {
      const { jwk } = service.app.catalogue.signer
      const payload = Buffer.from(canonicalJson(card)).toString('base64url')
      const valid = signatures.filter((each) =>
        isSigned(
          'sha256',
          Buffer.from(`${each.protected}.${payload}`),
          { key: createPublicKey({ key: { ...jwk }, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
          Buffer.from(each.signature, 'base64url'),
        ),
      )
      expect(valid).toHaveLength(1)
    }
  })
})
