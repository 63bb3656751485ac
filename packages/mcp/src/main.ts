#!/usr/bin/env node
/**
 * A Model Context Protocol server for one user's machine: a service's tools over standard input and
 * output, paid for within a limit that holds across restarts.
 */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import packageJson from '../package.json' with { type: 'json' }
import { serveStdioBridge } from './stdio.ts'

const USAGE = `usage: ukintel-mcp --url https://… [--budget-usd 5]

BUYER_PRIVATE_KEY  wallet of its own with a little USDC; without it nothing is ever paid
BUYER_MAX_USD      most that is paid for one call (default 1)
BUYER_RPC_URL      JSON-RPC of the chain, which settles what became of a payment that expired unanswered
BUYER_STATE_DIR    where it is remembered what was signed (default: .ukintel in the home directory)
--budget-usd       most that is paid in 24 hours, across restarts (default 5)`

const AMOUNT = /^\d+(\.\d{1,6})?$/

class UsageError extends Error {}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: 'string' },
      'budget-usd': { type: 'string', default: '5' },
      help: { type: 'boolean' },
      version: { type: 'boolean' },
    },
  })
  if (values.help) return void process.stdout.write(`${USAGE}\n`)
  if (values.version) return void process.stdout.write(`${packageJson.version}\n`)
  const { BUYER_PRIVATE_KEY: key = '', BUYER_MAX_USD, BUYER_RPC_URL, BUYER_STATE_DIR } = process.env
  const url = values.url ?? ''
  const perCallUsd = BUYER_MAX_USD || '1'
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError('--url is the address of a service')
  if (key !== '' && !/^0x[0-9a-fA-F]{64}$/.test(key))
    throw new UsageError('BUYER_PRIVATE_KEY is not a key of 0x and 64 hex digits')
  if (!AMOUNT.test(perCallUsd)) throw new UsageError('BUYER_MAX_USD is not an amount like 0.25')
  if (!AMOUNT.test(values['budget-usd']))
    throw new UsageError('--budget-usd is not an amount like 2.50')
  await serveStdioBridge({
    url: url.replace(/(?<!\/)\/+$/, ''),
    version: packageJson.version,
    privateKey: key === '' ? null : (key as `0x${string}`),
    perCallUsd,
    budgetUsd: values['budget-usd'],
    directory: BUYER_STATE_DIR || join(homedir(), '.ukintel'),
    rpcUrl: BUYER_RPC_URL || null,
    onNote: (line) => process.stderr.write(`${line}\n`),
  })
}

main().catch((error: Error & { code?: string }) => {
  const usage = error instanceof UsageError || error.code?.startsWith('ERR_PARSE_ARGS')
  process.stderr.write(`ukintel-mcp: ${error.message}\n${usage ? `${USAGE}\n` : ''}`)
  process.exitCode = 1
})
