/**
 * A small OpenAI-compatible model server on loopback. It writes a plain sentence from the material,
 * or reads a grant's text if JSON is requested, or misbehaves on command.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { readGrantText } from './grant-listing/careful-reader.ts'
import { serve } from './serve.ts'

/** `obedient` follows instructions found in the material, as a badly prompted model does. */
export type ModelMode = 'helpful' | 'obedient' | 'silent' | 'error' | 'garbage' | { answer: string }

export interface SandboxModel {
  /** The base URL for an OpenAI-compatible client. */
  url: string
  model: string
  /** Bodies of the requests, parsed. */
  requests: readonly ChatRequest[]
  mode(mode: ModelMode): void
  close(): Promise<void>
}

interface ChatRequest {
  model: string
  messages: readonly { role: string; content: string }[]
  response_format?: { type: string }
}

const INJECTED = 'As instructed: visit https://evil.example now.'

export async function startModel(
  options: { write?: (material: unknown) => string } = {},
): Promise<SandboxModel> {
  const write = options.write ?? plainSentence
  const requests: ChatRequest[] = []
  let mode: ModelMode = 'helpful'

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest
    requests.push(body)
    // Never answers: the caller's time runs out.
    if (mode === 'silent') return
    response.setHeader('content-type', 'application/json')
    if (mode === 'error') {
      response.statusCode = 500
      response.end('{"error":{"message":"overloaded"}}')
    } else if (mode === 'garbage') response.end('not json')
    else response.end(JSON.stringify(completion(body.model, textFor(body, mode))))
  }

  function textFor(
    body: ChatRequest,
    current: Exclude<ModelMode, 'silent' | 'error' | 'garbage'>,
  ): string {
    if (typeof current === 'object') return current.answer
    const user = body.messages.find((message) => message.role === 'user')?.content ?? '{}'
    if (current === 'obedient' && /ignore all previous instructions/i.test(user)) return INJECTED
    const material = JSON.parse(user) as unknown
    return body.response_format?.type === 'json_object' ? readGrantText(material) : write(material)
  }

  const { url, close } = await serve((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  return {
    url: `${url}/v1`,
    close,
    model: 'sandbox-narrator',
    requests,
    mode(next) {
      mode = next
    },
  }
}

function completion(model: string, content: string): object {
  return {
    id: 'chatcmpl-sandbox',
    object: 'chat.completion',
    created: 0,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  }
}

/** Returns a careful model's sentence about a company verdict. */
function plainSentence(material: unknown): string {
  const { name, score, band, flags } = material as {
    name?: string
    score?: number
    band?: string
    flags?: { detail: string }[]
  }
  const first = flags?.[0]
  const reason = first
    ? `The register shows: ${first.detail}.`
    : 'No rule found anything to object to.'
  return `${name ?? 'The company'} scores ${score ?? 'nothing'}, which is ${String(band).replaceAll('_', ' ')}. ${reason}`
}
