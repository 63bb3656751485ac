import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { askShared } from './shared.ts'

/** Chromium without windows takes half the CPU time of the one with them. */
const PROGRAMS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
]

/** The browser of this machine; says so in one line where there is none. */
export function browserProgram(): string | undefined {
  const program = PROGRAMS.find(existsSync)
  if (!program)
    process.stderr.write('skipped: no browser (install the package chromium-headless-shell)\n')
  return program
}

/** Connects to the one browser of this run. To close it ends this connection and its pages only. */
export async function sharedBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return await chromium.connect((await askShared('browser'))!)
}

/** Starts the browser of this run, which ends with this process, however that ends. */
export async function startBrowserServer(): Promise<{ answer: string; stop(): Promise<void> }> {
  const { chromium } = await import('playwright-core')
  const server = await chromium.launchServer({
    executablePath: browserProgram()!,
    host: '127.0.0.1',
    // Pages are open for a second: to optimise their scripts takes longer than it saves.
    args: ['--no-sandbox', '--js-flags=--no-opt --no-maglev'],
    // Vitest handles signals, and its end closes the pipe that the browser lives by.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  })
  return { answer: server.wsEndpoint(), stop: () => server.close() }
}
