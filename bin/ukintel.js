#!/usr/bin/env node
// Runs ukintel on Node 26 or newer, wherever that is: this one, or the one that came with the project. Plain JavaScript that any
// Node of the last years understands.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const REQUIRED_MAJOR = 26
const root = dirname(dirname(fileURLToPath(import.meta.url)))
// Node does not strip types under node_modules, so an installed package carries a bundle instead of sources.
const compiled = join(root, 'dist', 'main.js')
const entry = existsSync(join(root, 'src', 'main.ts')) ? join(root, 'src', 'main.ts') : compiled

function nodeOfTheProject() {
  const program = process.platform === 'win32' ? 'node.cmd' : 'node'
  for (let folder = root; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', '.bin', program)
    if (existsSync(candidate)) return candidate
    if (dirname(folder) === folder) return null
  }
}

const isNewEnough = Number(process.versions.node.split('.')[0]) >= REQUIRED_MAJOR
const node = isNewEnough ? process.execPath : nodeOfTheProject()
if (node === null) {
  console.error(`ukintel needs Node ${REQUIRED_MAJOR} or newer, this is ${process.versions.node}`)
  process.exitCode = 1
} else if (isNewEnough) {
  // Before the first source is loaded: otherwise Node loads its compiler to strip the types of that one.
  module.enableCompileCache()
  await import(entry)
} else {
  const child = spawn(node, [entry, ...process.argv.slice(2)], { stdio: 'inherit' })
  // Ctrl-C reaches both of us; the child decides when it is done.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
