/**
 * The one client of a language model: any OpenAI-compatible chat endpoint. It writes narratives and
 * reads eligibility texts at ingestion.
 */
import { z } from 'zod'
import { UnexpectedAnswer } from '../platform/errors.ts'
import { postJson } from '../upstream/post.ts'

export interface LanguageModel {
  /** Names the endpoint's model; part of every cache key. */
  readonly id: string
  /**
   * One completion. `material` is untrusted data and is sent as a JSON string in the user's
   * message, never as an instruction.
   * @throws when the endpoint fails, is late or is aborted; callers treat every failure as "no
   * text".
   */
  complete(request: {
    instruction: string
    material: unknown
    maxTokens: number
    timeoutMs: number
    /** Requests a JSON object instead of prose. */
    json?: boolean
    signal?: AbortSignal
  }): Promise<string>
}

/** A completion of this service is a few sentences or a list of criteria. */
const MAX_BODY_BYTES = 1024 * 1024

/** Used members of a chat completion; other members are ignored. */
const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })),
})

export function createLanguageModel(options: {
  baseUrl: string
  apiKey: string | null
  model: string
}): LanguageModel {
  const url = `${options.baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`
  const headers = options.apiKey === null ? {} : { authorization: `Bearer ${options.apiKey}` }
  return {
    id: options.model,
    async complete({ instruction, material, maxTokens, timeoutMs, json, signal }) {
      const body = {
        model: options.model,
        temperature: 0,
        max_tokens: maxTokens,
        messages: [
          { role: 'system', content: instruction },
          { role: 'user', content: JSON.stringify(material) },
        ],
        ...(json ? { response_format: { type: 'json_object' } } : {}),
      }
      const answer = await postJson(url, body, {
        headers,
        timeoutMs,
        maxBodyBytes: MAX_BODY_BYTES,
        ...(signal ? { signal } : {}),
      })
      const read = completionSchema.safeParse(answer)
      if (!read.success) throw new UnexpectedAnswer('the model answered what is no completion')
      return read.data.choices[0]?.message.content ?? ''
    },
  }
}
