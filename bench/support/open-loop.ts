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

/** Returns the time from the moment when each request was due to its whole answer, in ms. */
export async function openLoop({ urls, path, rate, seconds, headers }: OpenLoad) {
  const agent = new Agent({ keepAlive: true })
  const startedMs = performance.now()
  const sinceStartMs = () => performance.now() - startedMs
  const pending: Promise<number>[] = []
  let dueMs = 0
  while (dueMs < seconds * 1000) {
    if (dueMs > sinceStartMs()) await sleep(1)
    for (; dueMs <= sinceStartMs(); dueMs += (-Math.log(1 - Math.random()) * 1000) / rate) {
      const since = dueMs
      const url = `${urls[pending.length % urls.length]}${path}`
      pending.push(send(url, headers(), agent).then(() => sinceStartMs() - since))
    }
  }
  const latencies = await Promise.all(pending)
  agent.destroy()
  return latencies
}

/** @throws Error for an answer that is not 200 */
function send(url: string, headers: Record<string, string>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`answered ${response.statusCode}`))
      response.resume().once('end', resolve).once('error', reject)
    })
      .once('error', reject)
      .end()
  })
}
