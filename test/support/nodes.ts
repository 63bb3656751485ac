import { execFileSync } from 'node:child_process'
import { existsSync, globSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

export interface NodeHere {
  version: string
  program: string
}

/** Folders of version managers; `.nodes` is used by CI, which installs them as packages. */
const KEPT = [
  '.nodes/*/node_modules/node/bin/node',
  join(homedir(), '.nvm/versions/node/*/bin/node'),
  join(homedir(), '.local/share/{fnm/node-versions/*/installation,mise/installs/node/*}/bin/node'),
  join(homedir(), '{.asdf/installs/nodejs,.volta/tools/image/node,n/n/versions/node}/*/bin/node'),
  '/usr/local/n/versions/node/*/bin/node',
]

/**
 * The project's own Node, those on the path and in the folders of version managers, and what
 * `NODES` names besides. One of each major version.
 */
export function nodesHere(): NodeHere[] {
  const named = (process.env.NODES ?? '').split(delimiter).filter((path) => path !== '')
  const onPath = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin'].map(
    (folder) => join(folder, 'node'),
  )
  const kept = globSync(KEPT, { cwd: join(import.meta.dirname, '../..') }).map((path) =>
    join(path.startsWith('/') ? '' : join(import.meta.dirname, '../..'), path),
  )
  const found = [process.execPath, ...named, ...kept, ...onPath]
    .filter(existsSync)
    .map((path) => realpathSync(path))
  const nodes = [...new Set(found)].map((program) => ({
    program,
    version: execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1),
  }))
  const majors = nodes.map(({ version }) => version.split('.')[0])
  return nodes.filter((_, index) => majors.indexOf(majors[index]) === index)
}
