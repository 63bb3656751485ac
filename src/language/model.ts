/** The one client of a language model: any OpenAI-compatible chat endpoint. It writes narratives and reads eligibility texts at ingestion. */
import OpenAI from 'openai'

export interface LanguageModel {
  /** Names the endpoint's model; part of every cache key. */
  readonly id: string
  /**
   * One completion. `material` is untrusted data and is sent as a JSON string in the user's message, never as an instruction.
   * @throws when the endpoint fails, is late or is aborted; callers treat every failure as "no text".
   */
  complete(request: {
    instruction: string
    material: unknown
    maxTokens: number
    timeoutMs: number
    /** Asks for a JSON object instead of prose. */
    json?: boolean
    signal?: AbortSignal
  }): Promise<string>
}

export function createLanguageModel(options: { baseUrl: string; apiKey: string | null; model: string }): LanguageModel {
  const client = new OpenAI({ baseURL: options.baseUrl, apiKey: options.apiKey ?? 'none', maxRetries: 0 })
  return {
    id: options.model,
    async complete({ instruction, material, maxTokens, timeoutMs, json, signal }) {
      const completion = await client.chat.completions.create(
        {
          model: options.model,
          temperature: 0,
          max_tokens: maxTokens,
          messages: [
            { role: 'system', content: instruction },
            { role: 'user', content: JSON.stringify(material) },
          ],
          ...(json ? { response_format: { type: 'json_object' as const } } : {}),
        },
        { timeout: timeoutMs, ...(signal ? { signal } : {}) },
      )
      return completion.choices[0]?.message.content ?? ''
    },
  }
}
