import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { awaitLine, startChild } from './child-process.ts'

const sleeper =
  'process.on("SIGINT", () => process.exit(0)); console.log("pid", process.pid); setInterval(() => {}, 1000)'

it('a program is stopped and gives its reason when it ends too early', async () => {
  const child = startChild(process.execPath, ['-e', sleeper])
  await awaitLine(child, /^pid (\d+)$/, 10_000)
  await child.stop()
  const broken = startChild(process.execPath, [
    '-e',
    'console.error("no port left"); process.exit(3)',
  ])
  await expect(awaitLine(broken, /never/, 10_000)).rejects.toThrow(/exit code 3.*no port left/)
  await expect(startChild('/does/not/exist', []).ended).resolves.toMatch(/exit code 127/)
})

it('a program that ignores the request is killed', async () => {
  const child = startChild(process.execPath, [
    '-e',
    'process.on("SIGINT", () => {}); console.log("up"); setInterval(() => {}, 1000)',
  ])
  await awaitLine(child, /^up$/, 10_000)
  await child.stop(100)
  expect(await child.ended).toBe('SIGKILL')
})

it.skipIf(process.platform === 'win32')(
  'a program ends when its parent is killed outright',
  async () => {
    const module = join(import.meta.dirname, 'child-process.ts')
    const parentScript = `import { startChild, awaitLine } from ${JSON.stringify(module)}
    const child = startChild(process.execPath, ['-e', ${JSON.stringify(sleeper)}])
    const [line] = await awaitLine(child, /^pid (\\d+)$/, 10000)
    console.log(line)
    setInterval(() => {}, 1000)`
    const parent: ChildProcess = spawn(
      process.execPath,
      ['--input-type=module-typescript', '-e', parentScript],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    )
    const [line] = (await once(createInterface({ input: parent.stdout! }), 'line')) as [string]
    const pid = Number(line.slice(4))
    expect(isRunning(pid)).toBe(true)
    parent.kill('SIGKILL')
    await expect.poll(() => isRunning(pid), { timeout: 5000 }).toBe(false)
  },
)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
