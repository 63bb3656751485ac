import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { getPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TestOrder } from '../../test/support/worker-child.ts'
import { type ChildWorker, openWorker } from './child-worker.ts'

const entry = new URL('../../test/support/worker-child', import.meta.url)
const parent = fileURLToPath(new URL('../../test/support/worker-parent-child.ts', import.meta.url))

let beside: ChildWorker<{ what: TestOrder }, { answer: number }, string>
beforeEach(() => {
  beside = openWorker({
    entry,
    flags: ['--max-old-space-size=32'],
    stderr: 'ignore',
    ended: 'the process that counts ended',
  })
})
afterEach(() => beside.close())

/** Calls back with the process id when the process has started. */
const order = (
  what: TestOrder,
  signal = new AbortController().signal,
  begun: (pid: number) => void = () => {},
) => beside.perform({ what }, signal, (told) => begun(Number(told.replace('pid ', ''))))

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const ended = (pid: number) => vi.waitFor(() => expect(runs(pid)).toBe(false), 20_000)

describe('a job in a separate process', () => {
  test('is answered after its messages, and requests go first', async () => {
    let priority: number | null = null
    const answer = await order('answer', undefined, (pid) => {
      priority = getPriority(pid)
    })
    expect(answer).toEqual({ answer: 42 })
    expect(priority).toBe(19)
  })

  test('leaves nothing behind once it is answered, however many were before it', async () => {
    const warned: Error[] = []
    const hear = (warning: Error) => warned.push(warning)
    process.on('warning', hear)
    for (let count = 0; count < 12; count += 1) await order('answer')
    // Warnings are emitted in the next turn.
    await new Promise(setImmediate)
    process.off('warning', hear)
    expect(warned).toEqual([])
  })

  test('fails with what went wrong there, and the next one is taken by the same process', async () => {
    const pids: number[] = []
    await expect(order('throw', undefined, (pid) => pids.push(pid))).rejects.toThrow(
      'it cannot be done',
    )
    await order('answer', undefined, (pid) => pids.push(pid))
    expect(new Set(pids).size).toBe(1)
  })

  test('fails when the process ends, however it does, and the next one is taken by another', async () => {
    await expect(order('exit')).rejects.toThrow('the process that counts ended (code 7)')
    await expect(order('exhaust')).rejects.toThrow(/^the process that counts ended \(SIG/)
    await expect(order('hang', undefined, (pid) => process.kill(pid, 'SIGKILL'))).rejects.toThrow(
      'ended (SIGKILL)',
    )
    expect(await order('answer')).toEqual({ answer: 42 })
  })

  test('ends with its process when it is called off, which has ended by then', async () => {
    const ends = new AbortController()
    let begun = 0
    const hanging = order('hang', ends.signal, (pid) => {
      begun = pid
      ends.abort(new Error('the service ends'))
    })
    await expect(hanging).rejects.toThrow('the service ends')
    expect(runs(begun)).toBe(false)
    await expect(order('answer', ends.signal)).rejects.toThrow('the service ends')
  })

  test('leaves a process that waits for the next one until it is called off', async () => {
    const ends = new AbortController()
    let begun = 0
    await order('answer', ends.signal, (pid) => {
      begun = pid
    })
    expect(runs(begun)).toBe(true)
    ends.abort()
    await ended(begun)
  })

  test('ends with its caller in every way', async () => {
    const giver = spawn(process.execPath, [parent], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [told] = await once(giver.stdout, 'data')
    const pid = Number(String(told).replace('pid ', ''))
    expect(runs(pid)).toBe(true)
    giver.kill('SIGKILL')
    await ended(pid)
  })
})
