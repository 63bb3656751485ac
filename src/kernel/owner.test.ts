import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { ownerIsGone, processOwner } from './owner.ts'

const ownerOf = (pid: number | undefined, host = hostname()) => `${host}/${pid}/0badcafe`

it.each<[string, string, boolean]>([
  ['this process', processOwner(), false],
  ['another process that is alive', ownerOf(process.ppid), false],
  ['a process that has ended', ownerOf(spawnSync(process.execPath, ['--version']).pid), true],
  ['one that had our process id before us, as in a container started anew', ownerOf(process.pid), true],
  ['a process of another host, whatever its id', ownerOf(process.pid, 'elsewhere'), false],
  ['nobody that can be told', 'somebody', false],
])('%s', (_, owner, gone) => {
  expect(ownerIsGone(owner)).toBe(gone)
})

it('is the same name for the whole process', () => {
  expect(processOwner()).toBe(processOwner())
  expect(processOwner()).toMatch(new RegExp(`^${hostname()}/${process.pid}/[0-9a-f]{8}$`))
})
