import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** A process that makes its first request: prints what came first, undici or the turn. */
const PROCESS = `
import { registerHooks } from 'node:module'
const order = []
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'undici') order.push(specifier)
    return next(specifier, context)
  },
})
const { createUpstream } = await import(process.argv[1])
const pace = {
  async run() {
    order.push('turn')
    throw new Error('no request is made')
  },
  holdFor() {},
  pausedForMs: () => 0,
}
const limits = { timeoutMs: 1, maxBodyBytes: 1, retries: 0, maxRetryDelayMs: 0 }
const breaker = { failures: 1, coolDownMs: 1 }
const names = { name: 'Register', baseUrl: 'http://127.0.0.1:1', userAgent: 'test/1' }
await createUpstream({ ...names, ...limits, pace, breaker }).get('/x').catch(() => {})
console.log(order.join())
`

it('loads its libraries before the first turn: a request that leaves late comes close to the next', () => {
  const http = join(import.meta.dirname, 'http.ts')
  const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', PROCESS, http], {
    encoding: 'utf8',
  })
  expect(printed.trim()).toBe('undici,turn')
})
