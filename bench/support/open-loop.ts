/** Load that does not wait for answers, as many callers who know nothing of each other are. */
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

interface OpenLoad {
  urls: readonly string[]
  path: string
  /** Requests a second, on average: their gaps are exponential. */
  rate: number
  seconds: number
  headers: () => Record<string, string>
}

/**
 * Returns the time from the moment when each request was due to its whole answer, in ms. Some are
 * refused with 503, free of charge, because too many run.
 */
export async function openLoop({ urls, path, rate, seconds, headers }: OpenLoad) {
  const agent = new Agent({ keepAlive: true })
  const startedMs = performance.now()
  const sinceStartMs = () => performance.now() - startedMs
  const pending: Promise<number | null>[] = []
  let dueMs = 0
  while (dueMs < seconds * 1000) {
    if (dueMs > sinceStartMs()) await sleep(1)
    for (; dueMs <= sinceStartMs(); dueMs += (-Math.log(1 - Math.random()) * 1000) / rate) {
      const since = dueMs
      const url = `${urls[pending.length % urls.length]}${path}`
      pending.push(
        send(url, headers(), agent).then((status) =>
          status === 200 ? sinceStartMs() - since : null,
        ),
      )
    }
  }
  const answers = await Promise.all(pending)
  agent.destroy()
  const latencies = answers.filter((each) => each !== null)
  return { latencies, sent: answers.length }
}

/** @throws Error for an answer that is neither 200 nor 503 */
function send(url: string, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      const status = response.statusCode!
      if (status !== 200 && status !== 503) reject(new Error(`answered ${status}`))
      response
        .resume()
        .once('end', () => resolve(status))
        .once('error', reject)
    })
      .once('error', reject)
      .end()
  })
}
