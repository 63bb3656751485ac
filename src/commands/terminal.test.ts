import { afterEach, expect, it, vi } from 'vitest'
import { untilStopped } from './terminal.ts'

const SIGNALS = ['SIGINT', 'SIGTERM'] as const

afterEach(() => vi.restoreAllMocks())

/** Calls the listeners that `untilStopped` adds, as the process would. */
function listen() {
  const before = SIGNALS.map((signal) => process.listeners(signal))
  const stopped = untilStopped()
  const added = SIGNALS.map((signal, index) => {
    const listener = process.listeners(signal).find((each) => !before[index]!.includes(each))!
    process.off(signal, listener)
    return listener as (signal: NodeJS.Signals) => void
  })
  const send = (signal: (typeof SIGNALS)[number]) => added[SIGNALS.indexOf(signal)]!(signal)
  return { stopped, send }
}

it('a second Ctrl-C ends the process, but not one that npm passes on within a second', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  const now = vi.spyOn(performance, 'now')
  const { stopped, send } = listen()
  now.mockReturnValue(5_000)
  send('SIGTERM')
  expect(await stopped).toBe('SIGTERM')
  now.mockReturnValue(6_000)
  send('SIGINT')
  expect(exit).not.toHaveBeenCalled()
  now.mockReturnValue(6_001)
  send('SIGINT')
  expect(exit).toHaveBeenCalledWith(130)
})
