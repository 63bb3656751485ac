import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { awaitLine, startChild } from '../child-process.ts'
import { SANDBOX_CHAIN_ID } from './usdc.ts'

export interface Anvil {
  url: string
  stop(): Promise<void>
}

/**
 * The chain program for this machine, or null where its package is not installed because none
 * exists for the platform.
 */
export function anvilBinary(): string | null {
  const packageName = `@foundry-rs/anvil-${platform()}-${arch() === 'x64' ? 'amd64' : arch()}`
  try {
    return join(
      dirname(createRequire(import.meta.url).resolve(`${packageName}/package.json`)),
      'bin',
      'anvil',
    )
  } catch {
    return null
  }
}

/**
 * Starts a separate chain on a free port. Blocks are mined as transactions arrive. Its clock starts
 * now, or at `startMs`.
 */
export async function startAnvil(binary: string, startMs?: number): Promise<Anvil> {
  const begins = startMs === undefined ? [] : ['--timestamp', String(Math.floor(startMs / 1000))]
  const shape = ['--accounts', '1', '--chain-id', String(SANDBOX_CHAIN_ID)]
  const child = startChild(binary, ['--host', '127.0.0.1', '--port', '0', ...shape, ...begins])
  try {
    const [, port] = await awaitLine(child, /^Listening on 127\.0\.0\.1:(\d+)/, 15_000)
    return { url: `http://127.0.0.1:${port}`, stop: () => child.stop() }
  } catch (error) {
    await child.stop()
    throw error
  }
}
