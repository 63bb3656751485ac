import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { cli, cliHere } from '../support/cli.ts'

/** The command ends by itself, or for its silence. */
const WITHOUT_LIMIT = { timeout: 0 }

it('the tour happens', WITHOUT_LIMIT, async () => {
  const { code, stdout, stderr } = await cli(['demo'])
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
  const price = /price {8}(\d+\.\d+) USDC on Base Sepolia \(test money\)/.exec(stdout)![1]
  expect(stdout).toMatch(/receipt {6}0x[0-9a-f]{64}/)
  expect(stdout).not.toContain('undefined')
  // The output contains no internal names of fields.
  const sentences = stdout.split('\n').filter((line) => !/^ +(GET|POST) /.test(line))
  expect(sentences.filter((line) => /\b[a-z]+_[a-z_]+\b|[{}]/.test(line))).toEqual([])
  expect(stdout).toContain(`100.00 → ${(100 - Number(price)).toFixed(2)} USDC`)
  expect(stdout).toMatch(/All \d+ steps truly happened/)
})

it('the tour happens without a chain, and says what it leaves out', WITHOUT_LIMIT, async () => {
  const { code, stdout, stderr } = await cliHere(['demo', '--in-memory'])
  expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' })
  expect(stdout).toMatch(/Left out, because there is no chain: \d+ of \d+ steps\./)
  expect(stdout).toMatch(/100\.00 → 99\.\d+ USDC/)
})

it('a stopped tour fails and leaves nothing running', async () => {
  const child = spawn(process.execPath, ['bin/ukintel.js', 'demo'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let chainUrl = ''
  for await (const line of createInterface({ input: child.stdout })) {
    const found = /local chain.*\((http:\S+)\)/.exec(line)
    if (!found) continue
    chainUrl = found[1]!
    child.kill('SIGINT')
  }
  expect(await exited).toEqual([1, null])
  expect(chainUrl).toMatch(/^http:/)
  await expect(fetch(chainUrl)).rejects.toThrow('fetch failed')
})
