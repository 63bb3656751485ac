/**
 * Agent-to-agent messages on the wire. Two spellings of protocol 0.3.0 are in use over HTTP+JSON: the JSON schema's (`parts` with `kind`,
 * role `user`) and the protocol buffers' (`content` with one member, role `ROLE_USER`), which the official client sends. An answer
 * comes in the spelling of its question.
 */
import { z } from 'zod'

const part = z.looseObject({ kind: z.string().optional(), text: z.string().optional(), data: z.record(z.string(), z.unknown()).optional() })

const message = z.looseObject({
  messageId: z.string().max(200).optional(),
  contextId: z.string().max(200).optional(),
  parts: z.array(part).max(20).optional(),
  content: z.array(part).max(20).optional(),
})

const request = z.looseObject({ message: message.optional(), request: message.optional() })

export interface Incoming {
  spelling: 'schema' | 'protobuf'
  contextId: string | null
  /** Data parts, unwrapped. */
  data: Record<string, unknown>[]
}

/** Null when it is no message. */
export function readMessage(body: unknown): Incoming | null {
  const parsed = request.safeParse(body)
  const found = parsed.success ? (parsed.data.message ?? parsed.data.request) : undefined
  const parts = found?.parts ?? found?.content
  if (!found || !parts) return null
  return {
    spelling: found.content ? 'protobuf' : 'schema',
    contextId: found.contextId || null,
    data: parts.flatMap(({ kind, data }) => (data === undefined ? [] : [kind === undefined && isObject(data.data) ? data.data : data])),
  }
}

export interface Outgoing {
  messageId: string
  text: string
  data: Record<string, unknown>
  metadata: Record<string, unknown>
}

export function writeMessage({ spelling, contextId }: Incoming, { messageId, text, data, metadata }: Outgoing): object {
  const context = contextId === null ? {} : { contextId }
  return spelling === 'protobuf'
    ? { message: { messageId, ...context, role: 'ROLE_AGENT', content: [{ text }, { data: { data } }], metadata } }
    : {
        message: {
          kind: 'message',
          messageId,
          ...context,
          role: 'agent',
          parts: [
            { kind: 'text', text },
            { kind: 'data', data },
          ],
          metadata,
        },
      }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
