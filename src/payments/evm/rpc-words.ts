/**
 * Words of RPC providers: which errors limit our requests, and which refuse a log query for its
 * size. From their documentation and their users' reports:
 *
 * | Provider | Error | Meaning | Source, date |
 * | --- | --- | --- | --- |
 * | all | HTTP 429 | rate | RFC 6585 |
 * | Alchemy | 429 "exceeded its compute units per second capacity" | rate | latticexyz/mud#1522, 2023-09-17 |
 * | Infura | -32005 "exceeded project rate limit" | rate | status-im/status-go#4807, 2024-02-23 |
 * | QuickNode | -32007 "request limit reached" | rate | EspressoSystems/espresso-network#4838, 2026-08-20 |
 * | QuickNode | -32012 "credits limited to 6000/sec" | rate | latticexyz/mud#1522, 2023-11-07 |
 * | Base | -32016 "over rate limit" | rate | measured, 2026-09 |
 * | TheRPC | -32029 | rate | reown-com/blockchain-api#1102, 2025-06-04 |
 * | Infura | -32005 "query returned more than 10000 results" | size | docs.infura.io, 2026-08-25 |
 * | Infura | -32602 "range 1000000 exceeds limit of 10000" | size | INFURA/infura#237, 2026-08-25 |
 * | Tenderly | -32602 "range 9009594 is bigger than range limit 2000" | size | bobanetwork/boba_legacy#827, 2023-05-16 |
 * | Alchemy | -32600 "requests with up to a 500 block range" | size | BobTheBuidler/dank_mids#772, 2025-05-28 |
 * | QuickNode | HTTP 413, -32614 "eth_getLogs is limited to a 10,000 range" | size | OffchainLabs/arbitrum-sdk#609, 2025-08-11 |
 * | Morph | -32000 "block range is larger than max block range" | size | enviodev/hyperindex#605, 2025-06-24 |
 * | Moonbeam | "block range is too wide (maximum 1024)" | size | moonbeam-foundation/moonbeam#3250, 2025-04-09 |
 */
import { BaseError, HttpRequestError } from 'viem'
import { either } from '../../platform/patterns.ts'
import { printableLine } from '../../platform/printable.ts'

/** Codes that mean a rate whatever the words. */
const RATE_CODES: readonly unknown[] = [429, -32_007, -32_012, -32_016, -32_029]
const RATE = new RegExp(
  either(
    /\brate[ -]?limit|\brequest rate\b|too many requests|compute units|credits limited|request limit/,
    /\b(?:requests|calls) per (?:second|minute|day)\b|\bthrottl|\bquota\b|\bthroughput\b/,
    /capacity (?:limit )?exceeded/,
  ),
  'i',
)
/**
 * A size is named in blocks, ranges, results or logs; a rate may be, too ("too many blocks a
 * second").
 */
const SIZE = /\bblock range\b|\branges?\b|\bblocks\b|\bresults?\b|\bresponse size\b|\blogs\b/i
const HTTP_TOO_LARGE = 413

/** Code, HTTP status and message of a provider. */
interface ProviderError {
  code: unknown
  status: unknown
  words: string
}

/** Lists the errors that one wraps, from the outside in. */
function listCauses(error: unknown): ProviderError[] {
  const causes: ProviderError[] = []
  for (let at = error, depth = 0; at !== null && at !== undefined && depth < 8; depth += 1) {
    const { code, details, message, shortMessage, cause } = at as Record<string, unknown>
    // A message of viem quotes the request as well.
    const words = at instanceof BaseError ? (details ?? shortMessage) : message
    const status = at instanceof HttpRequestError ? at.status : undefined
    causes.push({ code, status, words: typeof words === 'string' ? words : '' })
    at = cause
  }
  return causes
}

/**
 * Whether the endpoint limits our requests. It says nothing about the number of blocks of a log
 * query.
 */
export function isRateLimit(error: unknown): boolean {
  return listCauses(error).some(
    ({ code, status, words }) =>
      status === 429 ||
      RATE_CODES.includes(code) ||
      (RATE.test(words) && !SIZE.test(words)) ||
      (code === -32_005 && !SIZE.test(words)),
  )
}

/** Whether the endpoint refuses a log query for the number of its blocks or results. */
export function isTooWide(error: unknown): boolean {
  if (isRateLimit(error)) return false
  return listCauses(error).some(
    ({ status, words }) => status === HTTP_TOO_LARGE || SIZE.test(words),
  )
}

/**
 * Returns what the provider said, for health: on one line, without addresses and without what may
 * be a key.
 */
export function quoteProvider(error: unknown): string {
  const { words } = listCauses(error).findLast((each) => each.words !== '') ?? { words: '' }
  const safe = words.replace(/https?:\S+/g, '…').replace(/[\w-]{24,}/g, '…')
  return printableLine(safe, 120) || 'it gave no words'
}
