import { Command } from 'commander'
import { expect, it } from 'vitest'
import { refuseUnknownCommand } from './unknown-command.ts'

const program = new Command('ukintel')
program.command('serve')
program.command('ledger').addCommand(new Command('list'))
const refuse = (...args: string[]) => refuseUnknownCommand(program, args)

it('refuses a mistyped command, at each level, and names the nearest', () => {
  expect(() => refuse('ledgr')).toThrow(
    'unknown command "ledgr"; did you mean ledger? Known: serve, ledger',
  )
  expect(() => refuse('--json', 'ledger', 'lst')).toThrow('did you mean list?')
  expect(() => refuse('zzzzzzzz')).toThrow('unknown command "zzzzzzzz" Known: serve, ledger')
})

it('takes what follows a command, `help` or `--` for its arguments', () => {
  for (const args of [
    ['serve', 'anything'],
    ['ledger', 'list', 'anything'],
    ['help', 'anything'],
    ['--', 'anything'],
    ['ledger'],
    [],
  ])
    expect(() => refuse(...args)).not.toThrow()
})
