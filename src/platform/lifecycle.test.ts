import { describe, expect, it } from 'vitest'
import { createLifecycle } from './lifecycle.ts'

describe('stopping', () => {
  it('runs the steps in reverse order, once, and goes on past a failing one', async () => {
    const seen: string[] = []
    const lifecycle = createLifecycle((name) => seen.push(`failed ${name}`))
    lifecycle.onStop('store', () => void seen.push('store'))
    lifecycle.onStop('index', () => {
      throw new Error('no')
    })
    lifecycle.onStop('http', () => void seen.push('http'))
    await Promise.all([lifecycle.stop(), lifecycle.stop()])
    expect(seen).toEqual(['http', 'failed index', 'store'])
    expect(lifecycle.signal.aborted).toBe(true)
  })

  it('runs a late step immediately', async () => {
    const lifecycle = createLifecycle()
    await lifecycle.stop()
    let ran = false
    lifecycle.onStop('late', () => {
      ran = true
    })
    expect(ran).toBe(true)
  })
})
