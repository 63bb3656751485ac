import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import {
  fromSavedText,
  listedKeys,
  type SavedAnswer,
  verify,
} from '../../packages/client/src/verify.ts'
import { ACCOUNTS, VERDICT } from '../company/rules/published.ts'
import { bareVersion, type PublishedRules } from '../contract/rules.ts'
import { ELIGIBILITY } from '../grants/rules/published.ts'
import { errorMessage } from '../platform/errors.ts'
import { canonicalJson } from '../platform/hash.ts'
import { printableLine } from '../platform/printable.ts'
import type { Provable } from '../platform/provenance.ts'
import { FIT } from '../tenders/rules/published.ts'
import { CommandError, print } from './terminal.ts'

const EXIT = { match: 0, mismatch: 1, moved: 2, unjudged: 3 } as const
type VerifyOutcome = keyof typeof EXIT

const HELP = `
FILE is an answer that \`ukintel call --save FILE\` has kept. Nothing is asked of anybody without --against.
Exit code 0: answer, receipt and rules agree; 1: something differs, which is said; 2: the service would answer otherwise now
(with --against); 3: it cannot be judged.
`

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'Verify a saved answer: receipt, digest, response hash, and the judgement by its published rules.',
    )
    .argument('<file>', 'what call --save has written')
    .option(
      '--against <url>',
      'ask this service whether the key is its own and whether the answer still stands',
    )
    .addHelpText('after', HELP)
    .action(async (file: string, { against }: { against?: string }) => {
      process.exitCode = EXIT[await verifyAnswer(file, against)]
    })
}

const say = (line: string) => print(printableLine(line))

function end(outcome: VerifyOutcome, line: string): VerifyOutcome {
  say(line)
  return outcome
}

async function verifyAnswer(file: string, against: string | undefined): Promise<VerifyOutcome> {
  const saved = fromSavedText(readText(file))
  if (saved === null)
    return end('unjudged', `cannot be judged: ${file} is no answer saved by ukintel call --save`)
  const finding = await verify(saved)
  if (finding.outcome === 'unjudged') return end('unjudged', `cannot be judged: ${finding.reason}`)
  if (finding.outcome === 'mismatch') return end('mismatch', `MISMATCH: ${finding.reason}`)
  const { receipt, kid } = finding
  const { endpoint, method, dataVintage } = receipt.provenance
  say(`receipt     signed by ${kid} at ${new Date(receipt.issuedAt * 1000).toISOString()}`)
  say(`settlement  ${receipt.transaction} on ${receipt.network}, paid by ${receipt.payer}`)
  say(`answer      ${endpoint}, data of ${dataVintage}, digest and response hash as signed`)
  const judged = judgeAgain(JSON.parse(saved.body) as Provable, method)
  if (judged.differs !== null) return end('mismatch', `MISMATCH: ${judged.differs}`)
  say(`rules       ${judged.report}`)
  if (against === undefined) return end('match', 'match')
  const origin = against.replace(/(?<!\/)\/+$/, '')
  return await compare(saved, kid, origin).catch((error: unknown) =>
    end('unjudged', `cannot be judged against ${origin}: ${errorMessage(error)}`),
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${errorMessage(error)}`, EXIT.unjudged)
  }
}

interface JudgedAgain {
  differs: string | null
  report: string
}

interface Judgement {
  rules: PublishedRules
  version: string
  date: string
  facts: unknown
  /** Returns the part of the answer that a replay gives. */
  pickStated: (replayed: Fields) => unknown
}

/** Judges again whatever in the answer carries its facts, also under the version names of 0.1.0. */
export function judgeAgain({ result, verdict }: Provable, method: string | null): JudgedAgain {
  if (method === null) return { differs: null, report: 'nothing in this answer is judged' }
  const evaluates = method.startsWith(`${ACCOUNTS.subject} `) ? ACCOUNTS : VERDICT
  const all = listJudgements(result as Fields, verdict as Fields, evaluates)
  if (all.length === 0)
    return {
      differs: null,
      report: `${method}; the facts are not in this answer (detail=full, or "facts": true in the body)`,
    }
  for (const { rules, version: named, date, facts, pickStated: stated } of all) {
    const version = rules.findVersion(named)
    if (!version)
      return { differs: `${rules.subject} rules ${named} are not published here`, report: '' }
    if (`${rules.subject} ${version.version}` !== method)
      return { differs: `judged by ${method}, says the receipt, not by ${named}`, report: '' }
    const parsed = version.facts.safeParse(facts)
    if (!parsed.success) return { differs: `the facts do not fit ${method}`, report: '' }
    const replayed = rules.replay(version, parsed.data, date).result as Fields
    if (canonicalJson(replayed) !== canonicalJson(stated(replayed)))
      return { differs: `${method} makes another judgement of these facts`, report: '' }
  }
  return {
    differs: null,
    report: `${method} judge${all.length === 1 ? 's' : ''} the same, ${all.length} of ${all.length}`,
  }
}

type Fields = Readonly<Record<string, unknown>>

/** @param evaluates the rules of a result that has an evaluation */
function listJudgements(result: Fields, verdict: Fields, evaluates: PublishedRules): Judgement[] {
  const { score, band } = verdict
  const flagsLike = (replayed: Fields) =>
    (verdict.flags as unknown[]).slice(0, (replayed.flags as unknown[]).length)
  const evaluation = result.evaluation as
    | {
        facts?: unknown
        judged?: unknown
        not_judged?: unknown
        rules_version: string
        evaluated_on: string
      }
    | undefined
  if (evaluation?.facts !== undefined) {
    const { facts, judged: _, not_judged: __, ...bare } = evaluation
    const pickStated = (replayed: Fields) => ({
      score,
      band,
      flags: flagsLike(replayed),
      evaluation: bare,
    })
    const { rules_version: version, evaluated_on: date } = bare
    return [{ rules: evaluates, version, date, facts, pickStated }]
  }
  const provenance = result.criteria_provenance as
    | { facts?: unknown; rules_version: string }
    | undefined
  if (provenance?.facts !== undefined) {
    const { missing, failed } = result
    // Whose reading a criterion is, is no part of the judgement.
    const criteria = (result.criteria as Fields[]).map(({ by: _, ...judged }) => judged)
    const pickStated = (replayed: Fields) => ({
      score,
      band,
      criteria,
      missing,
      failed,
      flags: flagsLike(replayed),
    })
    return [
      {
        rules: ELIGIBILITY,
        version: provenance.rules_version,
        date: '1970-01-01',
        facts: provenance.facts,
        pickStated,
      },
    ]
  }
  const matches = (Array.isArray(result.matches) ? result.matches : []) as {
    fit?: { facts?: unknown; rules_version: string }
  }[]
  return matches.flatMap(({ fit }) => {
    if (fit?.facts === undefined) return []
    const { facts, ...block } = fit
    const version = bareVersion(FIT.subject, block.rules_version)
    return [
      {
        rules: FIT,
        version,
        date: '1970-01-01',
        facts,
        pickStated: () => ({ ...block, rules_version: version }),
      },
    ]
  })
}

/** Compares with what the service answers now. */
async function compare(saved: SavedAnswer, kid: string, origin: string): Promise<VerifyOutcome> {
  const keys = await listedKeys(origin)
  if (!keys.some((key) => key.kid === kid))
    return end('mismatch', `MISMATCH: ${origin} does not list the key ${kid}`)
  say(`service     ${origin} lists the key`)
  const { etag } = saved.headers
  if (saved.request.method !== 'GET' || etag === undefined)
    return end('match', 'match; only GET can check whether its data changed')
  const { pathname, search } = new URL(saved.request.url)
  const { status } = await fetch(`${origin}${pathname}${search}`, {
    headers: { 'if-none-match': etag },
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  })
  if (status === 304) return end('match', 'match, and the answer would be the same now')
  return status === 402
    ? end('moved', 'the data changed, or are no longer fresh: the service would answer differently')
    : end('unjudged', `cannot be judged against ${origin}: HTTP ${status}`)
}
