/**
 * Compiles the sandbox's contracts: `node scripts/compile-contracts.ts` writes the artifact,
 * `--check` compares it instead.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const sources = join(root, 'sandbox/chain/contracts')
const artifact = join(root, 'sandbox/chain/generated/contracts.json')
const require = createRequire(import.meta.url)
const CONTRACTS = ['SandboxUsdc', 'Multicall', 'SmartWallet', 'SmartWalletFactory']

interface Compiled {
  errors?: { severity: string; formattedMessage: string }[]
  contracts: Record<string, Record<string, { evm: { bytecode: { object: string } } }>>
}

interface Solc {
  version(): string
  compile(input: string, callbacks: { import(path: string): { contents: string } }): string
}

function compile(): string {
  // The compiler is CommonJS without types; this is the part of it that is used.
  const solc = require('solc') as Solc
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      CONTRACTS.map((name) => [
        `${name}.sol`,
        { content: readFileSync(join(sources, `${name}.sol`), 'utf8') },
      ]),
    ),
    settings: {
      optimizer: { enabled: true, runs: 200 },
      evmVersion: 'cancun',
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      outputSelection: { '*': { '*': ['evm.bytecode.object'] } },
    },
  }
  const fromPackages = (path: string) => ({
    contents: readFileSync(join(root, 'node_modules', path), 'utf8'),
  })
  const output = JSON.parse(
    solc.compile(JSON.stringify(input), { import: fromPackages }),
  ) as Compiled
  const faults = (output.errors ?? []).filter((error) => error.severity === 'error')
  if (faults.length > 0) throw new Error(faults.map((fault) => fault.formattedMessage).join('\n'))
  const bytecode = Object.fromEntries(
    CONTRACTS.map((name) => [
      name,
      `0x${output.contracts[`${name}.sol`]![name]!.evm.bytecode.object}`,
    ]),
  )
  return `${JSON.stringify({ compiler: solc.version(), bytecode }, null, 2)}\n`
}

const compiled = compile()
if (process.argv.includes('--check')) {
  if (readFileSync(artifact, 'utf8') !== compiled) {
    console.error(
      'sandbox/chain/generated/contracts.json is not what the contracts compile to; run: node scripts/compile-contracts.ts',
    )
    process.exitCode = 1
  }
} else {
  writeFileSync(artifact, compiled)
}
