import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { listCommands, renderCompletion } from './command-tree.ts'
import { listExitCodes } from './exit-codes.ts'
import { createProgram } from './program.ts'

it('lists every command with its options', async () => {
  const commands = listCommands(await createProgram([], {}))
  const byPath = new Map(commands.map((each) => [each.path, each]))
  expect(byPath.get('ledger')).toMatchObject({ isGroup: true, hasJson: false })
  expect(byPath.get('ledger sales')).toMatchObject({ hasJson: true })
  expect(byPath.get('backup')?.words).toEqual(['--to', '--keep', '--without-releases', '--help'])
  expect(listExitCodes('verify')[3]).toBe('cannot be judged')
})

it('completes commands, commands of a group, options and files in bash', async () => {
  const script = renderCompletion(await createProgram([], {}))
  const complete = (...words: string[]) => {
    const line = `${script}
COMP_WORDS=(ukintel ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _ukintel; printf '%s\\n' "\${COMPREPLY[@]}"`
    const { stdout, stderr } = spawnSync('bash', ['-c', line], { encoding: 'utf8' })
    return { stderr, words: stdout.trim().split('\n') }
  }
  expect(complete('do')).toEqual({ stderr: '', words: ['doctor'] })
  expect(complete('ledger', 're').words).toEqual(['reconcile', 'refund'])
  expect(complete('ledger', 'sales', '--b').words).toEqual(['--by'])
  expect(complete('restore', '/etc/host').words).toContain('/etc/hosts')
})
