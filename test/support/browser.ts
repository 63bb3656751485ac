import { existsSync } from 'node:fs'

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
