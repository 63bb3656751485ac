/**
 * Whether a tool's words lead to it: forty-two questions, each with the tool that answers it or none. Judged by the plainest chooser there is, as a floor under which no
 * description may fall; and by a language model where one is configured (`LLM_BASE_URL`, `LLM_API_KEY`, `LLM_MODEL`).
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { boundTools } from '../../src/transports/mcp/tools.ts'
import { type Service, startService } from '../support/service.ts'
import { lexicalRanker } from './lexical-ranker.ts'
import { modelChooser } from './model-chooser.ts'
import { QUESTIONS } from './questions.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ wings: 'real', overrides: { preload: true } })
})
afterAll(() => service?.stop())

const tools = () => boundTools(service.app.catalogue).map(({ tool }) => tool)
const isPaid = (name: string | null) =>
  service.app.operations.some(
    ({ kind, operation }) => kind === 'paid' && `uk_${operation.id}` === name,
  )

interface Choice {
  question: string
  wanted: string | null
  chosen: string | null
}

async function chosenBy(
  choose: (question: string) => string | null | Promise<string | null>,
): Promise<Choice[]> {
  const choices: Choice[] = []
  for (const { question, tool } of QUESTIONS)
    choices.push({ question, wanted: tool, chosen: await choose(question) })
  return choices
}

const wrong = (choices: readonly Choice[]) =>
  choices.filter(({ wanted, chosen }) => wanted !== chosen)
/** Paid calls without a suitable tool, or for a free answer. */
const needless = (choices: readonly Choice[]) =>
  wrong(choices).filter(({ wanted, chosen }) => isPaid(chosen) && !isPaid(wanted))

describe('forty-two questions', () => {
  it('are about every tool that answers questions, and some about none', () => {
    expect(QUESTIONS).toHaveLength(42)
    const asked = new Set(QUESTIONS.map(({ tool }) => tool))
    // These two serve who already has an answer.
    const follow = ['uk_grant_text', 'uk_rules_replay']
    expect(
      tools()
        .map(({ name }) => name)
        .filter((name) => !asked.has(name) && !follow.includes(name)),
    ).toEqual([])
    expect(QUESTIONS.filter(({ tool }) => tool === null).length).toBeGreaterThanOrEqual(5)
  })

  it('find their tool by words alone; what is free or not ours costs nothing', async () => {
    const choices = await chosenBy(lexicalRanker(tools()))
    expect(needless(choices)).toEqual([])
    expect(wrong(choices)).toEqual([])
  })

  it('are given tools that describe themselves in at most 60 words', () => {
    const long = tools().filter(({ description }) => description!.split(/\s+/).length > 60)
    expect(long.map(({ name }) => name)).toEqual([])
  })

  it('would not find it by words that say nothing', async () => {
    const mute = tools().map(({ name }) => ({ name, description: 'A tool of this service.' }))
    expect(wrong(await chosenBy(lexicalRanker(mute))).length).toBeGreaterThan(10)
  })
})

it('a model gets the whole list, and its call is its choice', async () => {
  const asked: { model: string; tools: { function: { name: string } }[] }[] = []
  const server = createServer(async (request, response) => {
    asked.push(JSON.parse(await text(request)))
    const calls =
      asked.length === 1
        ? { tool_calls: [{ function: { name: 'uk_company_search' } }] }
        : { content: 'None of them.' }
    response.end(JSON.stringify({ choices: [{ message: calls }] }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const choose = modelChooser({
    LLM_BASE_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`,
    LLM_MODEL: 'any',
  })!
  expect([await choose(tools(), 'one'), await choose(tools(), 'two')]).toEqual([
    'uk_company_search',
    null,
  ])
  expect(asked.map((each) => [each.model, each.tools.length])).toEqual([
    ['any', tools().length],
    ['any', tools().length],
  ])
  server.close()
})

const model = modelChooser(process.env)
describe.skipIf(model === null)('a language model that reads the list', () => {
  it('chooses as well as words alone, and makes no needless payment', {
    timeout: 600_000,
  }, async () => {
    const choices = await chosenBy((question) => model!(tools(), question))
    process.stdout.write(
      `${wrong(choices)
        .map((each) => JSON.stringify(each))
        .join('\n')}\n${QUESTIONS.length - wrong(choices).length} of ${QUESTIONS.length}\n`,
    )
    expect(needless(choices)).toEqual([])
    expect(wrong(choices).length).toBeLessThanOrEqual(4)
  })
})
