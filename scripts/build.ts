/**
 * Builds `dist` for the published package: JavaScript and declarations of all sources, and the
 * files that sources read.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
rmSync(join(root, 'dist'), { recursive: true, force: true })
const nativeTsc = join(root, 'node_modules/typescript-native/bin/tsc')
const { status } = spawnSync(process.execPath, [nativeTsc, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
if (status !== 0) process.exit(status ?? 1)
for (const file of globSync('{src,sandbox}/**/*.{css,js,json,sol}', { cwd: root }))
  cpSync(join(root, file), join(root, 'dist', file))
