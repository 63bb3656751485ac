import { existsSync } from 'node:fs'

/** The browser of this machine; says so in one line where there is none. */
export function browserProgram(): string | undefined {
  const program = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    existsSync,
  )
  if (!program) process.stderr.write('skipped: no browser (install the package chromium)\n')
  return program
}
