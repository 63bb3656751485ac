import { expect, it } from 'vitest'
import { answerInTime } from './call-time.ts'

const signal = new AbortController().signal

/** Timers whose time comes when the test says so. */
function manualTimers() {
  const due: { delayMs: number; run: () => void }[] = []
  return {
    due,
    after(delayMs: number, run: () => void) {
      const entry = { delayMs, run }
      due.push(entry)
      return () => void due.splice(due.indexOf(entry), 1)
    },
  }
}

it('an answer in time is the answer, and no timer is left', async () => {
  const timers = manualTimers()
  expect(await answerInTime({ signal }, async () => 'answer', timers)).toBe('answer')
  expect(timers.due).toEqual([])
})

it('after 30 seconds: SETTLEMENT_UNKNOWN, and the call goes on as if the buyer had left', async () => {
  const timers = manualTimers()
  let given: AbortSignal | undefined
  const answering = answerInTime(
    { signal },
    (limited) => {
      given = limited.signal
      return new Promise<never>((_, reject) => {
        given!.addEventListener('abort', () => reject(new Error('left')))
      })
    },
    timers,
  )
  expect(timers.due.map(({ delayMs }) => delayMs)).toEqual([30_000])
  expect(given!.aborted).toBe(false)
  timers.due[0]!.run()
  await expect(answering).rejects.toMatchObject({ code: 'SETTLEMENT_UNKNOWN' })
  expect(given!.aborted).toBe(true)
})

it('a buyer who leaves is passed on', async () => {
  const leaving = new AbortController()
  leaving.abort()
  const { aborted } = await answerInTime(
    { signal: leaving.signal },
    async (limited) => limited.signal,
    manualTimers(),
  )
  expect(aborted).toBe(true)
})
