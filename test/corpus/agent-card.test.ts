/** The agent card against the published JSON schema of protocol 0.3.0. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import { startService } from '../support/service.ts'
import { recordedData } from './recorded.ts'

const { present, folder } = recordedData('a2a')
const file = join(folder, 'a2a-0.3.0.schema.json')

describe.skipIf(!present)('the agent card', () => {
  it('and an answer to a message are valid by the schema of protocol 0.3.0', async () => {
    const service = await startService({ domains: 'real' })
    try {
      const ajv = new Ajv({ strict: false, allErrors: true })
      ;(formats as unknown as (ajv: Ajv) => void)(ajv)
      ajv.addSchema(JSON.parse(readFileSync(file, 'utf8')) as object, 'a2a')
      const valid = (definition: string, value: unknown) => {
        const validate = ajv.getSchema(`a2a#/definitions/${definition}`)!
        return validate(value) ? [] : validate.errors
      }
      const card = (await (await fetch(`${service.url}/.well-known/agent-card.json`)).json()) as {
        skills: { id: string }[]
        scheme?: string
      }
      expect(valid('AgentCard', card)).toEqual([])
      expect(card).toMatchObject({
        version: '1.0.1',
        protocolVersion: '0.3.0',
        preferredTransport: 'HTTP+JSON',
        capabilities: { streaming: false, pushNotifications: false, stateTransitionHistory: false },
        securitySchemes: { x402: { type: 'http', scheme: 'x402' } },
      })
      expect(card.skills.map(({ id }) => id)).toEqual(
        service.app.operations.map((bound) => bound.operation.id),
      )
      // The validator must be able to say no.
      expect(valid('AgentCard', { ...card, url: undefined })).not.toEqual([])
      const parts = [{ kind: 'data', data: { skill: card.skills[0]!.id, input: {} } }]
      const send = async (headers: Record<string, string>) => {
        const response = await fetch(`${service.url}/v1/message:send`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify({
            message: { kind: 'message', messageId: 'm1', role: 'user', parts },
          }),
        })
        return (await response.json()) as { message?: unknown; task?: unknown }
      }
      expect(valid('Message', (await send({})).message)).toEqual([])
      const x402 = 'https://github.com/google-agentic-commerce/a2a-x402/blob/main/spec/v0.2'
      expect(valid('Task', (await send({ 'x-a2a-extensions': x402 })).task)).toEqual([])
    } finally {
      await service.stop()
    }
  })
})
