/**
 * Buys three profiles in one session of mcpc and prints the transactions. Its wallet and sessions
 * are under HOME.
 */
import { execFileSync } from 'node:child_process'

const { url, key, numbers } = JSON.parse(process.argv[2])
const mcpc = (...args) =>
  execFileSync(process.execPath, ['node_modules/@apify/mcpc/bin/mcpc', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
mcpc('x402', 'import', key)
mcpc('connect', `${url}/mcp`, '@buyer', '--x402')
try {
  for (const number of numbers) {
    const args = [`number:="${number}"`, '--json']
    const { _meta } = JSON.parse(mcpc('@buyer', 'tools-call', 'uk_company_profile', ...args))
    process.stdout.write(`${_meta['x402/payment-response'].transaction}\n`)
  }
} finally {
  mcpc('close', '@buyer')
}
