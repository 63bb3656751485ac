/**
 * `npm start` as a supervisor runs and stops it: a signal to npm alone, as containers send, or to
 * the whole group, as terminals do.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { createFolder } from '../support/folder.ts'
import { eventually } from '../support/world.ts'

async function started() {
  const dataDir = createFolder()
  const environment = {
    PATH: process.env.PATH,
    HOME: dataDir,
    X402_PAY_TO: `0x${'1'.repeat(40)}`,
    PORT: '0',
    DATA_DIR: dataDir,
    INGEST: 'off',
  }
  const npm = spawn('npm', ['start'], {
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = text(npm.stderr)
  const exited = once(npm, 'exit')
  for await (const line of createInterface({ input: npm.stdout })) {
    const url = /listening on (http:\S+),/.exec(line)?.[1]
    if (url) return { npm, url, exited, log }
  }
  throw new Error(`it never served: ${await log}`)
}

const isServing = (url: string) =>
  new Promise<boolean>((resolve) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

describe.skipIf(process.platform === 'win32')('npm start', () => {
  it.each([
    ['to npm alone', (pid: number) => process.kill(pid, 'SIGTERM')],
    ['to the whole group', (pid: number) => process.kill(-pid, 'SIGTERM')],
  ])('ends at a SIGTERM %s and leaves nothing behind', async (_, stop) => {
    const { npm, url, exited, log } = await started()
    expect((await fetch(`${url}/v1/health`)).status).toBe(200)
    stop(npm.pid!)
    await eventually(async () => !(await isServing(url)))
    const [code, signal] = await exited
    // npm reports the signal in its own way; the service itself ended normally.
    expect([code, signal]).not.toEqual([1, null])
    const lines = (await log)
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { msg: string; reason?: string })
    expect(
      lines.map(({ msg }) => msg).filter((msg) => /serving|draining|stopped/.test(msg)),
    ).toEqual([
      'serving',
      'draining: running requests are finished, no new ones are taken',
      'stopped',
    ])
    expect(lines.find(({ msg }) => msg.startsWith('draining'))).toMatchObject({ reason: 'SIGTERM' })
  })
})
