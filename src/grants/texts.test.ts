import { expect, test, vi } from 'vitest'
import type { GrantsStore } from '../store/grants.ts'
import { readTexts } from './texts.ts'

test('what was read is not stored once the lease is lost', async () => {
  const saveReadings = vi.fn(async () => {})
  const store = {
    all: async () => [],
    readings: async () => [],
    saveReadings,
  } as never as GrantsStore
  const context = { store, clock: { nowMs: () => 0 }, log: {} } as never
  const { signal } = new AbortController()
  await readTexts(context, { signal, check() {} })
  expect(saveReadings).toHaveBeenCalledTimes(1)
  const lost = {
    signal,
    check() {
      throw new Error('the lease is lost')
    },
  }
  await expect(readTexts(context, lost)).rejects.toThrow('the lease is lost')
  expect(saveReadings).toHaveBeenCalledTimes(1)
})
