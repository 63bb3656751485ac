/** Pooled connections over undici, which is loaded with the first request: a start makes none. */
import type { Agent, Dispatcher, request } from 'undici'

type RequestOptions = Omit<NonNullable<Parameters<typeof request<null>>[1]>, 'dispatcher'>

export interface Connections {
  /** @throws Error of undici, or if the connections are closed */
  request(url: string, options: RequestOptions): Promise<Dispatcher.ResponseData>
  /** Waits for running requests. */
  close(): Promise<void>
  /** Ends running requests. */
  destroy(): Promise<void>
}

export const loadUndici = () => import('undici')

export function createConnections(options: Agent.Options): Connections {
  let opening: ReturnType<typeof open> | null = null
  let closed = false

  async function open() {
    const { Agent, request } = await loadUndici()
    return { agent: new Agent(options), request }
  }

  return {
    async request(url, given) {
      if (closed) throw new Error('the connections are closed')
      opening ??= open()
      const { agent, request } = await opening
      return await request(url, { ...given, dispatcher: agent })
    },
    async close() {
      closed = true
      if (opening !== null) await (await opening).agent.close()
    },
    async destroy() {
      closed = true
      if (opening !== null) await (await opening).agent.destroy()
    },
  }
}
