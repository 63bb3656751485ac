import { spawnSync } from 'node:child_process'
import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { isOwnerDead, processOwner } from './process-owner.ts'

const [, , , ...place] = processOwner().split('/')
const ownerOf = (pid: number | undefined, host = hostname(), where = place) =>
  [host, pid, '0badcafe', ...where].join('/')
const ended = () => spawnSync(process.execPath, ['--version']).pid
const isLinux = process.platform === 'linux'

it.each<[string, string, boolean]>([
  ['this process', processOwner(), false],
  ['another process that is alive', ownerOf(process.ppid), false],
  ['a process that has ended', ownerOf(ended()), true],
  ['one that had our process id before us', ownerOf(process.pid), true],
  ['a process of another host, whatever its id', ownerOf(process.pid, 'elsewhere'), false],
  [
    'process 1 of a container with our host name, where we are process 1 too',
    ownerOf(process.pid, hostname(), ['0badcafe-1']),
    false,
  ],
  [
    'a process of a container with our host name, whose id nobody has here',
    ownerOf(ended(), hostname(), ['0badcafe-1']),
    false,
  ],
  ['nobody that can be told', 'somebody', false],
])('%s', (_, owner, gone) => {
  expect(isOwnerDead(owner)).toBe(gone)
})

it.runIf(isLinux)(
  'an owner of an earlier release, which named no PID namespace › its lease ends by itself',
  () => {
    expect(isOwnerDead(ownerOf(process.pid, hostname(), []))).toBe(false)
    expect(isOwnerDead(ownerOf(ended(), hostname(), []))).toBe(false)
  },
)

it('is the same name for the whole process', () => {
  expect(processOwner()).toBe(processOwner())
  expect(processOwner()).toMatch(
    new RegExp(`^${hostname()}/${process.pid}/[0-9a-f]{8}${isLinux ? '/[0-9a-f]{8}-\\d+' : ''}$`),
  )
})
