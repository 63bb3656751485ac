/** A language model handed the list of tools, as an agent's host hands it over: which one it would call first. */
import type { Described } from './lexical-ranker.ts'

interface Tool extends Described {
  inputSchema: object
}

interface Completion {
  choices: { message: { tool_calls?: { function: { name: string } }[] } }[]
}

/** Null where no model is configured. The model is any with a chat interface of the common form. */
export function modelChooser(environment: Readonly<Record<string, string | undefined>>) {
  const { LLM_BASE_URL: baseUrl, LLM_API_KEY: key, LLM_MODEL: model } = environment
  if (!baseUrl || !model) return null
  return async (tools: readonly Tool[], question: string): Promise<string | null> => {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key ? { authorization: `Bearer ${key}` } : {}),
      },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: [
          {
            role: 'system',
            content:
              'Call the one tool that answers the question, or none if none does. Paid calls cost your user money.',
          },
          { role: 'user', content: question },
        ],
        tools: tools.map(({ name, description, inputSchema }) => ({
          type: 'function',
          function: { name, description, parameters: inputSchema },
        })),
      }),
    })
    if (!response.ok) throw new Error(`the model answered ${response.status}`)
    const { choices } = (await response.json()) as Completion
    return choices[0]?.message.tool_calls?.[0]?.function.name ?? null
  }
}
