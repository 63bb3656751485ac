/** Runs the command line as a person would: a process of its own, with an environment of its own. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const main = join(import.meta.dirname, '../../src/main.ts')

export interface Run {
  code: number | null
  stdout: string
  stderr: string
}

export async function cli(args: readonly string[], environment: Record<string, string> = {}, input?: string): Promise<Run> {
  const child = spawn(process.execPath, [main, ...args], { env: { PATH: process.env.PATH, ...environment }, stdio: 'pipe' })
  child.stdin.end(input ?? '')
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number | null, stdout, stderr }
}
