/**
 * Agent-to-agent messages in three spellings. Protocol 1.0 has one (the members of a part identify
 * its kind; role `ROLE_USER`, states `TASK_STATE_…`). Protocol 0.3.0 has two: that of the JSON
 * schema (`parts` with `kind`, role `user`), which is the only one over JSON-RPC, and that of the
 * protocol buffers (`content` instead of `parts`, data one object deeper), which the official
 * client sends over HTTP+JSON. An answer has the spelling of its request.
 */
import { z } from 'zod'
import { isObject } from '../../platform/json.ts'

export type Dialect = '1.0' | '0.3-schema' | '0.3-protobuf'

/** Clients of several languages send null for a member that they leave out. */
const part = z.looseObject({
  kind: z.string().nullish(),
  text: z.string().nullish(),
  data: z.unknown().optional(),
})

/** Maximum length of a task id, which contains the request. */
const MAX_TASK_ID = 32 * 1024

const message = z.looseObject({
  messageId: z.string().max(200).nullish(),
  contextId: z.string().max(200).nullish(),
  taskId: z.string().max(MAX_TASK_ID).nullish(),
  parts: z.array(part).max(20).nullish(),
  content: z.array(part).max(20).nullish(),
  metadata: z.looseObject({}).nullish(),
})

const request = z.looseObject({ message: message.nullish(), request: message.nullish() })

export interface Incoming {
  dialect: Dialect
  contextId: string | null
  taskId: string | null
  /** Data parts, unwrapped. */
  data: Record<string, unknown>[]
  metadata: Record<string, unknown>
}

/** Null when it is no message. */
export function readMessage(body: unknown, version: '1.0' | '0.3'): Incoming | null {
  const parsed = request.safeParse(body)
  const found = parsed.success ? (parsed.data.message ?? parsed.data.request) : undefined
  // A payment may come with nothing to say but the task that it is for.
  const parts =
    found?.parts ??
    (version === '0.3' ? found?.content : undefined) ??
    (found?.taskId ? [] : undefined)
  if (!found || !parts) return null
  return {
    dialect: version === '1.0' ? '1.0' : found.content ? '0.3-protobuf' : '0.3-schema',
    contextId: found.contextId || null,
    taskId: found.taskId || null,
    data: parts.flatMap(({ kind, data }) => {
      if (!isObject(data)) return []
      return [version === '0.3' && !kind && isObject(data.data) ? data.data : data]
    }),
    metadata: found.metadata ?? {},
  }
}

export interface Outgoing {
  messageId: string
  text: string
  data: Record<string, unknown> | null
  metadata: Record<string, unknown>
  /** A message alone answers what needs no further step. */
  task: {
    id: string
    contextId: string
    state: TaskState
    result: Record<string, unknown> | null
  } | null
}

export type TaskState = 'input-required' | 'completed' | 'failed'

/** Writes the reply to a message: a message, or a task with the message as its status. */
export function writeAnswer(
  { dialect, contextId }: Incoming,
  { messageId, text, data, metadata, task }: Outgoing,
): object {
  const spell = SPELLINGS[dialect]
  const context = task?.contextId ?? contextId
  const written = {
    ...spell.kind('message'),
    messageId,
    ...(context === null ? {} : { contextId: context }),
    ...(task === null ? {} : { taskId: task.id }),
    role: spell.role,
    [spell.parts]: [spell.text(text), ...(data === null ? [] : [spell.data(data)])],
    metadata,
  }
  if (task === null) return { message: written }
  const artifacts =
    task.result === null
      ? {}
      : { artifacts: [{ artifactId: 'answer', name: 'answer', parts: [spell.data(task.result)] }] }
  return {
    task: {
      ...spell.kind('task'),
      id: task.id,
      contextId: task.contextId,
      status: { state: spell.state(task.state), message: written },
      ...artifacts,
    },
  }
}

interface Spelling {
  kind(of: string): object
  role: string
  parts: 'parts' | 'content'
  text(text: string): object
  data(data: object): object
  state(state: TaskState): string
}

const enumState = (state: TaskState) => `TASK_STATE_${state.toUpperCase().replace('-', '_')}`

const SPELLINGS: Readonly<Record<Dialect, Spelling>> = {
  '1.0': {
    kind: () => ({}),
    role: 'ROLE_AGENT',
    parts: 'parts',
    text: (text) => ({ text }),
    data: (data) => ({ data, mediaType: 'application/json' }),
    state: enumState,
  },
  '0.3-schema': {
    kind: (kind) => ({ kind }),
    role: 'agent',
    parts: 'parts',
    text: (text) => ({ kind: 'text', text }),
    data: (data) => ({ kind: 'data', data }),
    state: (state) => state,
  },
  '0.3-protobuf': {
    kind: () => ({}),
    role: 'ROLE_AGENT',
    parts: 'content',
    text: (text) => ({ text }),
    data: (data) => ({ data: { data } }),
    state: enumState,
  },
}
