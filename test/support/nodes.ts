import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'

export interface NodeHere {
  version: string
  program: string
}

/** The project's own Node, and those of this machine; more of them by `NODES`, separated by colons. One of each major version. */
export function nodesHere(): NodeHere[] {
  const named = (process.env.NODES ?? '').split(':').filter((path) => path !== '')
  const found = [process.execPath, ...named, '/usr/bin/node', '/usr/local/bin/node'].filter(existsSync).map((path) => realpathSync(path))
  const nodes = [...new Set(found)].map((program) => ({
    program,
    version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1),
  }))
  const majors = nodes.map(({ version }) => version.split('.')[0])
  return nodes.filter((_, index) => majors.indexOf(majors[index]) === index)
}
