/**
 * Faults that the simulation must find: each removes one guard, one order of two writes or one
 * comparison from the code at load time. They are found by their text under `src/payments`,
 * `src/store/ledger` and in the sale. A text that is not there exactly once is an error, so that
 * none can pass after the code changes.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Theme } from './world.ts'

export interface Bug {
  name: string
  /** Theme of schedules that find it soon; `null` for any. */
  theme: Theme | null
  edits: readonly (readonly [find: string, replace: string])[]
}

const bug = (name: string, ...edits: (readonly [string, string])[]): Bug => ({
  name,
  theme: THEMES[name] ?? null,
  edits,
})

const THEMES: Readonly<Record<string, Theme>> = {
  'a repetition of a failed payment binds its identifier before it takes its claim': 'one purchase',
  'an identifier moves on whatever became of the judged claim': 'one purchase',
  'an identifier moves on from what it was bound to before': 'one purchase',
  'a former payment is judged dead, and its token stays good': 'one purchase',
  'a claim is taken over by a spent token': 'one purchase',
  'a new owner has the token of the old one': 'one purchase',
  'a spent token writes a failure down': 'late refusals',
  'whoever lost the claim says that nothing was charged': 'sleepers',
  'whoever overslept his lease sends all the same': 'stragglers',
  'a failure overwrites a success': 'stragglers',
  'whoever cannot let his claim go says that nothing was charged': 'stragglers',
  'undecided settlements are purged': 'old',
  'a key moves on to a payment whose claim is gone': 'old',
}

export const BUGS: readonly Bug[] = [
  bug('a repetition of a failed payment binds its identifier before it takes its claim', [
    `const taken = await claims.takeOver(row, { state: 'failed', owner, lease_until_ms: leases.nowMs() })
    if (!taken) return await findOutcomeOfNewOwner(gate, row)`,
    'const taken = row',
  ]),
  bug('a resumed settlement is sent under the price and payee of today', [
    'amount: former.amount_atomic, payTo: former.pay_to,',
    '',
  ]),
  bug('an identifier moves on whatever became of the judged claim', [
    'if (claim?.id !== judged?.id || claim?.fence !== judged?.fence) return false',
    '',
  ]),
  bug('an identifier moves on from what it was bound to before', [
    '.where((row) => row.and(isAsRead))',
    `.where('nonce', '=', former.nonce)`,
  ]),
  bug('a former payment is judged dead, and its token stays good', [
    'const stopped = await claims.takeOver(former, { state: former.state, owner, lease_until_ms: leases.nowMs() })',
    'const stopped = former',
  ]),
  bug('an identifier is bound to whoever comes last', [
    `({ nonce: bound.ref('payment_ids.nonce') })`,
    '({ nonce: row.nonce, fingerprint: row.fingerprint })',
  ]),
  bug('an undecided former payment counts as one that came to nothing', [
    `action: 'resume', why: 'decided first`,
    `action: 'rebind', why: 'decided first`,
  ]),
  bug('a claim is taken over by a spent token', [
    `set(changed).where(isOwnedBy(row)).where('state', '=', row.state)`,
    `set(changed).where('id', '=', row.id).where('state', '=', row.state)`,
  ]),
  bug('a claim is taken over whatever its state is', [
    `set(changed).where(isOwnedBy(row)).where('state', '=', row.state)`,
    'set(changed).where(isOwnedBy(row))',
  ]),
  bug('a new owner has the token of the old one', ['fence: row.fence + 1', 'fence: row.fence']),
  bug('a spent token begins to settle', [
    `expires_ms: owned.expires_ms })
        .where(isOwnedBy(owned))
        .where('state', '=', 'claimed')`,
    `expires_ms: owned.expires_ms })
        .where('id', '=', owned.id)
        .where('state', '=', 'claimed')`,
  ]),
  bug('a spent token writes a failure down', [
    `set({ state: 'failed', failure: owned.failure, expires_ms: owned.expires_ms })
        .where(isOwnedBy(owned))
        .where('state', '=', 'settling')`,
    `set({ state: 'failed', failure: owned.failure, expires_ms: owned.expires_ms })
        .where('id', '=', owned.id)
        .where('state', '=', 'settling')`,
  ]),
  bug('a failure overwrites a success', [
    `set({ state: 'failed', failure: owned.failure, expires_ms: owned.expires_ms })
        .where(isOwnedBy(owned))
        .where('state', '=', 'settling')`,
    `set({ state: 'failed', failure: owned.failure, expires_ms: owned.expires_ms }).where(isOwnedBy(owned))`,
  ]),
  bug('what landed after a failure is not written down', [
    `.where('state', 'in', ['settling', 'failed'])`,
    `.where('state', '=', 'settling')`,
  ]),
  bug('a success is written down again and again', [
    `.where('id', '=', id).where('state', 'in', ['settling', 'failed'])`,
    `.where('id', '=', id)`,
  ]),
  bug(
    'the settlement is sent before it is written down',
    [
      'const stillOwner = await claims.beginSettling(',
      `const early = await facilitator.settle(payload, request.terms.requirements)
    const stillOwner = await claims.beginSettling(`,
    ],
    [
      `await gate.onStep?.('settling', request)
      const reply = await facilitator.settle(payload, request.terms.requirements)`,
      'const reply = early',
    ],
  ),
  bug('the answer is kept after the state has changed', [
    `const started = await apply(
        statements.beginSettling({ id, fence, lease_until_ms: leaseUntilMs, expires_ms: expiresMs }),
        statements.keepAnswer({ claim_id: id, status, body, proof }),
      )`,
    `const started = await apply(statements.beginSettling({ id, fence, lease_until_ms: leaseUntilMs, expires_ms: expiresMs }))
      if (started.changes > 0) await apply(statements.keepAnswer({ claim_id: id, status, body, proof }))`,
  ]),
  bug('the payment is written down after the state has changed', [
    'const settled = await apply(statements.settle(row), statements.recordPayment(payment), ...given)',
    `const settled = await apply(statements.settle(row))
      if (settled.changes > 0) await apply(statements.recordPayment(payment), ...given)`,
  ]),
  bug('a unit of work goes on after a statement that changed nothing', [
    'for (let next = 0; next < others.length && last.changes > 0; next += 1)',
    'for (let next = 0; next < others.length; next += 1)',
  ]),
  bug('a lease is over while it runs, and runs when it is over', [
    'row.lease_until_ms, lengthMs) ||',
    'row.lease_until_ms, lengthMs) === false ||',
  ]),
  bug('the background looks at what is being worked on, and not at what was left', [
    `eb('lease_until_ms', '<=', nowMs)`,
    `eb('lease_until_ms', '>', nowMs)`,
  ]),
  bug('an unused nonce is given up before it has expired', [
    'chainTimeS > validBefore + EXPIRY_MARGIN_S',
    'true',
  ]),
  bug('an unused nonce is never given up', ['chainTimeS > validBefore + EXPIRY_MARGIN_S', 'false']),
  bug('a refusal is believed without a look at the chain', [
    ': await queryChain(gate, row, budget)',
    `: reply.kind === 'refused' ? { ...NOT_QUERIED, status: 'unpaid' as const, reason: reply.reason } : await queryChain(gate, row, budget)`,
  ]),
  bug('a refused repetition counts for the attempt before it', [
    `former.state === 'settling' ? 'undecided' : 'failed'`,
    `'failed'`,
  ]),
  bug('an unknown outcome counts as a refusal', [
    `gate.log.warn({ operation: row.operation, payer: row.payer, nonce: row.nonce, reason: reply.reason }, 'settlement outcome unknown')`,
    `return await applyAction(gate, row, 'fail', { ...NOT_QUERIED, reason: reply.reason })`,
  ]),
  bug('any 4xx in the shape of an API counts as not sent', [
    'return type === null || type === apiError.type',
    'return true',
  ]),
  bug('a refusal that names its transaction counts as not sent', [
    'if (apiError === null || apiError.namesTransaction || transaction) return false',
    'if (apiError === null) return false',
  ]),
  bug('whoever lost the claim says that nothing was charged', [
    `if (released === 'lost') return await findOutcomeOfNewOwner(gate, claim)
    // The buyer signs`,
    '// The buyer signs',
  ]),
  bug('whoever cannot let his claim go says that nothing was charged', [
    `if (released === 'unknown' && promisesNoCharge(error)) throw createInFlightError()
    const thrown`,
    'const thrown',
  ]),
  bug('whoever overslept his lease sends all the same', [
    'if (!stillOwner || passedMs() >= gate.settleLeaseMs)',
    'if (!stillOwner)',
  ]),
  bug('whoever comes second with a transaction tells his own', [
    'if (!isFirst || !delivery)',
    'if (!delivery)',
  ]),
  bug('a key moves on to a payment whose claim is gone', [
    `if (!(await tx.selectFrom('claims').select('id').where(isOwnedBy(owned)).executeTakeFirst())) return false`,
    '',
  ]),
  bug('whoever lost his claim is answered, whatever he signed', [
    'if (signatureKey(current.signature) !== signatureKey(row.signature)) throw createInFlightError()',
    '',
  ]),
  bug('one payment answers every question', [
    `{ when: { question: ['other'] }, action: 'reused', why: 'one payment buys one answer' },`,
    '',
  ]),
  bug('anybody’s signature gets the answer', [`if (!mayEvict) return 'foreign'`, `return 'same'`]),
  bug('what is still good is purged, and what is past is kept', [
    `row('expires_ms', '<', nowMs)`,
    `row('expires_ms', '>', nowMs)`,
  ]),
  bug('undecided settlements are purged', [`row('state', '!=', 'settling'), `, '']),
  bug('rows are not counted when they are made', [
    'if (answered === null || answered.units !== units) return await requote(attempt)',
    'if (answered === null) return await requote(attempt)',
  ]),
  bug('what is given away is sold', [
    'if (free) return free\n    const { quote }',
    'const { quote }',
  ]),
  bug('a receipt is not written down with its payment', [
    'statements.recordPayment(payment), ...given)',
    'statements.recordPayment(payment))',
  ]),
  bug('whoever signs a receipt second tells his own', ['return stored?.jws ?? null', 'return jws']),
  bug('an undecided settlement keeps its lease', [
    `await claims.endLease(row, leases.nowMs())
    throw createSettlementUnknownError(reason)`,
    'throw createSettlementUnknownError(reason)',
  ]),
  bug('junk goes on to the facilitator', [
    'if (await signatures.isForged(presented, budget)) return BAD_SIGNATURE',
    '',
  ]),
  bug('a place of an allowance is never given back', [
    'current.onHold = Math.max(0, current.onHold - 1)',
    '',
  ]),
  bug('answers stay when their claims are purged', [
    `if (ids.length > 0) await tx.deleteFrom('answers').where('claim_id', 'in', ids).execute()`,
    '',
  ]),
]

const FOLDERS = ['src/payments', 'src/store/ledger', 'src/api']

/**
 * Builds a pattern that finds a piece of code however it is wrapped: white space between tokens and
 * a comma before a closing bracket may differ.
 */
function codePattern(code: string): RegExp {
  const tokens = code.match(/\w+|[^\w\s]/g) ?? []
  const parts = tokens.map((token, index) => {
    const previous = tokens[index - 1] ?? ''
    const gap = index === 0 ? '' : /\w$/.test(previous) && /^\w/.test(token) ? '\\s+' : '\\s*'
    const comma = index > 0 && /[)\]}]/.test(token) ? ',?\\s*' : ''
    return `${gap}${comma}${RegExp.escape(token)}`
  })
  return new RegExp(parts.join(''), 'g')
}

/**
 * Returns the files that a fault touches, with their text as it is to be loaded. @throws Error when
 * the code has moved on
 */
export function patched({ name, edits }: Bug): Map<string, string> {
  const root = join(import.meta.dirname, '..', '..')
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => join(root, folder, file)),
  )
  const texts = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))
  const touched = new Map<string, string>()
  for (const [find, replace] of edits) {
    const pattern = codePattern(find)
    const places = [...texts].flatMap(([file, text]) =>
      Array.from(text.matchAll(pattern), () => file),
    )
    if (places.length !== 1)
      throw new Error(
        `"${name}": its text stands in ${places.length} places: ${find.slice(0, 100)}`,
      )
    const [file] = places as [string]
    const changed = texts.get(file)!.replace(pattern, () => replace)
    texts.set(file, changed)
    touched.set(file, changed)
  }
  return touched
}

function bugNamed(name: string): Bug {
  const found = BUGS.find((each) => each.name === name)
  if (!found) throw new Error(`there is no fault named ${name}`)
  return found
}

/** From now on the code is loaded with this fault in it. */
export function plant(name: string): void {
  const sources = new Map(
    [...patched(bugNamed(name))].map(([file, text]) => [pathToFileURL(file).href, text]),
  )
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const source = sources.get(url)
      return source === undefined ? loaded : { ...loaded, source }
    },
  })
}
