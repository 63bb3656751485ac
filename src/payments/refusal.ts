/**
 * Details of a refused payment in addition to the reason's code: the wrong field, the value sent,
 * the value wanted, what to do, and whether the same payment may be repeated. One table, which the
 * documents are written from as well.
 */
import type { PaymentRequirements } from '@x402/core/types'
import {
  CHARGED,
  type ErrorCode,
  type PaymentState,
  type ServiceError,
} from '../platform/errors.ts'
import { either } from '../platform/patterns.ts'
import type { Presented } from './evm/presented.ts'
import { isAcceptedTimeout } from './evm/requirements.ts'
import { findFormFault } from './evm/signature.ts'

/** Sent in the 402 as `extensions.refusal`, next to the standard `error`. */
export interface Refusal {
  /** Path in the payment payload, or the header's name. */
  field: string | null
  /** Never a signature. */
  sent: string | null
  wanted: string | null
  /** Whether the very same payment may be sent again. It is never charged twice. */
  repeatable: boolean
  hint: string
  /** Whether the payment was settled; `null` if that is not known. */
  charged: boolean | null
}

interface Row {
  field: string | null
  /**
   * `buyer`: the payment or its wallet is refused (402). `facilitator`: its trouble, or terms that
   * the buyer did not choose (503, nothing charged).
   * `settlement`: money may have moved (503 SETTLEMENT_UNKNOWN).
   */
  cause: 'buyer' | 'facilitator' | 'settlement'
  repeatable: boolean
  hint: string
  /**
   * When the same was judged good here, so that the facilitator contradicts. `signature`: if the
   * payer's own key made it.
   */
  judgedHere?: 'always' | 'at verification' | 'signature'
  /** True if several payers may be refused for it within minutes without a common cause. */
  isUsual?: true
  /** Shown in place of the field of the authorization. */
  showSent?: (presented: Presented) => string
  showWanted?: (requirements: PaymentRequirements) => string
  /** Returns a hint that is more precise than `hint`, or null. */
  explain?: (presented: Presented) => string | null
}

const SIGN_AGAIN = 'Sign a new payment for these terms.'

/** The protocol's code, and that the payment was first sent when a unit had another price. */
export const REPRICED_REASON =
  'no_matching_payment_requirements: a unit has another price than when this payment was first sent'

const SIGNATURE: Row = {
  field: 'payload.signature',
  cause: 'buyer',
  judgedHere: 'signature',
  isUsual: true,
  repeatable: false,
  hint: 'The payer named in the authorization did not sign these very fields. Check the EIP-712 domain (name and version in extra, chain id, token) and that the key is that of `from`; then sign again.',
  showWanted: ({ extra, network, asset }) =>
    `EIP-712 TransferWithAuthorization, domain ${String(extra.name)} version ${String(extra.version)}, chain ${network.split(':')[1]}, contract ${asset}`,
  explain({ signature }) {
    const fault = findFormFault(signature)
    return (
      fault &&
      `No ordinary wallet makes such a signature: ${fault}. Correct its form, or sign again.`
    )
  },
}

const BALANCE: Row = {
  field: 'payload.authorization.from',
  cause: 'buyer',
  isUsual: true,
  repeatable: true,
  hint: 'The wallet holds less than the price: fill it, wait 30 seconds and repeat the same payment while it is valid, or sign again.',
  showWanted: ({ amount, asset, network }) =>
    `a balance of at least ${amount} atomic units of ${asset} on ${network}`,
}

const AMOUNT: Row = {
  field: 'payload.authorization.value',
  cause: 'buyer',
  judgedHere: 'always',
  repeatable: false,
  hint: `The amount must be exactly the price, in atomic units. ${SIGN_AGAIN}`,
  showWanted: ({ amount }) => amount,
}

const SCREENED_PAYER: Row = {
  field: 'payload.authorization.from',
  cause: 'buyer',
  isUsual: true,
  repeatable: false,
  hint: "The facilitator's compliance screening refuses the paying wallet. Nothing was charged. Payments from this wallet will be refused; the facilitator decides this, not the seller.",
}

const SMART_WALLET: Row = {
  field: 'payload.signature',
  cause: 'buyer',
  isUsual: true,
  repeatable: true,
  hint: 'The facilitator deploys no wallets of this factory. Deploy the wallet first; then repeat the same payment while it is valid, or sign again.',
  showSent: ({ authorization }) => authorization.from,
  showWanted: () => 'a wallet that is on the chain',
}

/** Terms that every payment gets from this service, and the facilitator's own trouble. */
const FACILITATOR: Row = {
  field: null,
  cause: 'facilitator',
  repeatable: true,
  hint: 'The facilitator is in trouble, or refuses what was judged good here. Nothing was charged. Repeat the same payment later; signing again changes nothing.',
}

const SETTLEMENT: Row = {
  field: null,
  cause: 'settlement',
  repeatable: true,
  hint: 'The money may have moved. Repeat the same payment, do not sign again: you get the answer if you paid, and pay once at most.',
}

/** One row for several reasons that mean the same. */
const each = (row: Row, ...reasons: readonly string[]) =>
  Object.fromEntries(reasons.map((reason) => [reason, row]))

/**
 * Rows by the reason, or its code alone: ours, those of the official packages for scheme exact on
 * EVM (@x402/core and @x402/evm 2.27.0) and those of Coinbase's API (August 2026). Any other reason
 * is `other`.
 */
export const REFUSALS: Readonly<Record<string, Row>> = {
  no_matching_payment_requirements: {
    field: 'accepted',
    cause: 'buyer',
    judgedHere: 'always',
    repeatable: false,
    hint: `The payment was made for other terms than these; prices and payees may have changed. ${SIGN_AGAIN}`,
  },
  invalid_exact_evm_recipient_mismatch: {
    field: 'payload.authorization.to',
    cause: 'buyer',
    judgedHere: 'always',
    repeatable: false,
    hint: `The payment goes to another address than the seller's. ${SIGN_AGAIN}`,
    showWanted: ({ payTo }) => payTo,
  },
  ...each(
    AMOUNT,
    'invalid_exact_evm_payload_authorization_value_mismatch',
    'invalid_exact_evm_authorization_value',
    'invalid_exact_evm_payload_authorization_value',
    'invalid_exact_evm_payload_authorization_value_too_low',
  ),
  invalid_exact_evm_payload_authorization_valid_before: {
    field: 'payload.authorization.validBefore',
    cause: 'buyer',
    judgedHere: 'at verification',
    repeatable: false,
    hint: `Between 20 seconds and 24 hours of validity must be left; check the clock of the machine that signs. ${SIGN_AGAIN}`,
    showWanted: ({ maxTimeoutSeconds }) =>
      `now + ${maxTimeoutSeconds} seconds; at least 20 seconds and at most 24 hours ahead`,
  },
  invalid_exact_evm_payload_authorization_valid_after: {
    field: 'payload.authorization.validAfter',
    cause: 'buyer',
    judgedHere: 'at verification',
    repeatable: true,
    hint: 'The payment is not valid yet: repeat it when it is, or sign with validAfter 0.',
    showWanted: () => '0, or a time in the past',
  },
  ...each(
    SIGNATURE,
    'invalid_exact_evm_signature',
    'invalid_exact_evm_payload_signature',
    'invalid_exact_evm_payload_signature_address',
    'invalid_exact_evm_payload_authorization_typed_data_message',
    'invalid_exact_evm_failed_to_parse_signature',
  ),
  ...each(SMART_WALLET, 'eip6492_factory_not_allowed', 'smart_wallet_deployment_failed'),
  ...each(BALANCE, 'invalid_exact_evm_insufficient_balance', 'insufficient_funds'),
  invalid_exact_evm_transaction_simulation_failed: {
    field: 'payload.authorization.from',
    cause: 'buyer',
    repeatable: true,
    hint: "The token refused the transfer when the facilitator tried it out: the wallet is blocked by the token's issuer, holds too little, or is a contract that refuses. Repeat the same payment once; if it is refused again, pay from another wallet.",
  },
  invalid_request: {
    field: null,
    cause: 'buyer',
    repeatable: false,
    hint: `The facilitator could not read the payment; \`error\` quotes what it said. Correct the payment's fields. ${SIGN_AGAIN}`,
  },
  invalid_payload: {
    field: 'payload.signature',
    cause: 'buyer',
    judgedHere: 'signature',
    repeatable: false,
    hint: 'The facilitator does not take the signature of this kind of wallet, and another one will be refused alike. Pay from an ordinary wallet, which signs with one private key.',
    showWanted: () => 'the signature of an ordinary wallet: 65 bytes',
  },
  ...each(
    SCREENED_PAYER,
    'invalid_exact_evm_payload_authorization_from_address_kyt',
    'kyt_risk_detected',
  ),
  invalid_exact_evm_payload_authorization_to_address_kyt: {
    field: 'payload.authorization.to',
    cause: 'buyer',
    isUsual: true,
    repeatable: false,
    hint: "The facilitator's compliance screening refuses the seller's wallet. Nothing was charged. No payment to it can be taken until the seller has resolved this.",
  },
  self_send_not_allowed: {
    field: 'payload.authorization.from',
    cause: 'buyer',
    isUsual: true,
    repeatable: false,
    hint: 'Payer and seller are one address. Pay from another wallet.',
    showWanted: () => "another address than the seller's",
  },
  invalid_exact_evm_nonce_already_used: {
    field: 'payload.authorization.nonce',
    cause: 'buyer',
    isUsual: true,
    repeatable: false,
    hint: 'This authorization was spent or cancelled outside of this service. Sign a new payment with a new nonce.',
    showWanted: () => 'a nonce that was never used',
  },
  ...each(
    FACILITATOR,
    'unexpected_verify_error',
    'unexpected_settle_error',
    'unknown_error',
    'preflight_validation_failed',
    'request_blocked_by_location',
    'invalid_x402_version',
    'invalid_scheme',
    'invalid_network',
    'invalid_payment_requirements',
    'unsupported_scheme',
    'unsupported_network',
    'unsupported_asset',
    'unsupported_payload_type',
    'unsupported_asset_transfer_method',
    'asset_not_deployed_contract',
    'invalid_exact_evm_scheme',
    'invalid_exact_evm_network_mismatch',
    'invalid_exact_evm_missing_eip712_domain',
    'invalid_exact_evm_token_name_mismatch',
    'invalid_exact_evm_token_version_mismatch',
    'invalid_exact_evm_eip3009_not_supported',
  ),
  ...each(
    SETTLEMENT,
    'settlement_pending',
    'unknown_settlement_error',
    'settle_exact_node_failure',
    'settle_exact_failed_onchain',
    'settle_exact_evm_transaction_confirmation_timed_out',
    'invalid_exact_evm_verification_failed',
    'invalid_exact_evm_transaction_failed',
    'invalid_exact_evm_transfer_event_mismatch',
    'invalid_transaction_state',
  ),
  x402_version: {
    field: 'X-PAYMENT',
    cause: 'buyer',
    repeatable: false,
    hint: 'X-PAYMENT is the header of x402 version 1, which is not served. Pay with a version 2 client: it reads PAYMENT-REQUIRED and sends PAYMENT-SIGNATURE.',
    showSent: () => 'an x402 version 1 payment',
    showWanted: () => 'an x402 version 2 payment in PAYMENT-SIGNATURE',
  },
  other: {
    field: null,
    cause: 'buyer',
    repeatable: true,
    hint: 'The facilitator gave no reason that names a field. The same payment may be repeated, it is never charged twice; if it is refused again, sign a new one.',
  },
}

/** Reasons of other schemes, chains and ways to transfer. No terms of this service offer those. */
const FOREIGN = new RegExp(
  `^${either(
    /(?:invalid_)?(?:permit2|eip2612|upto)|erc20_approval|(?:invalid|settle)_exact_svm/,
    /invalid_(?:erc20|batch_settlement|exact_evm_permit2)/,
  )}_`,
)

/** The row of a reason, which may say more after its code. */
function findRow(reason: string): Row {
  const code = reason.split(':', 1)[0]!
  return REFUSALS[reason] ?? REFUSALS[code] ?? (FOREIGN.test(code) ? FACILITATOR : REFUSALS.other!)
}

/**
 * Returns whether several payers may be refused for this reason within minutes without a common
 * cause.
 */
export function isUsualReason(reason: string): boolean {
  return findRow(reason).isUsual === true
}

/**
 * Returns whether the facilitator is at fault for this reason, because it is in trouble or
 * contradicts what was judged here. `if own signature`: it is, if the payer's own key made the
 * signature.
 */
export function blamesFacilitator(
  reason: string,
  when: 'verification' | 'settlement',
): boolean | 'if own signature' {
  const { cause, judgedHere } = findRow(reason)
  if (cause !== 'buyer') return true
  if (judgedHere === 'signature') return when === 'verification' ? 'if own signature' : false
  return judgedHere === 'always' || (judgedHere === 'at verification' && when === 'verification')
}

export const VERSION_1_REASON =
  'x402_version: X-PAYMENT is of x402 version 1, send PAYMENT-SIGNATURE of version 2'

/** Payment of a refusal, and what is known of it. */
export interface RefusedPayment {
  /** Null if the payment could not be read. */
  presented: Presented | null
  state: PaymentState
}

export function buildRefusal(
  reason: string,
  { presented, state }: RefusedPayment,
  requirements: PaymentRequirements,
): Refusal {
  const row = findRow(reason)
  const { field, repeatable, hint, showWanted, explain } = row
  const refusal = {
    field,
    sent: null,
    wanted: showWanted?.(requirements) ?? null,
    repeatable,
    hint,
    charged: CHARGED[state],
  }
  if (presented === null)
    return {
      ...refusal,
      sent:
        reason === VERSION_1_REASON ? REFUSALS.x402_version!.showSent!(undefined as never) : null,
    }
  if (reason === 'no_matching_payment_requirements')
    return { ...refusal, ...firstDifference(presented, requirements) }
  return {
    ...refusal,
    sent: findSent(row, presented),
    hint: explain?.(presented) ?? hint,
  }
}

function findSent({ field, showSent }: Row, presented: Presented): string | null {
  const [, name] = field?.split('payload.authorization.') ?? []
  const sent = showSent
    ? showSent(presented)
    : presented.authorization[name as keyof Presented['authorization']]
  return sent === undefined ? null : toPrintable(sent)
}

/** Returns the refusal of an error that carries terms. */
export function buildErrorRefusal({ code, hint, errors, payment }: ServiceError): Refusal {
  return {
    field: errors[0]?.field ?? ERROR_FIELDS[code] ?? null,
    sent: null,
    wanted: null,
    repeatable: false,
    hint: hint ?? SIGN_AGAIN,
    charged: CHARGED[payment ?? 'unread'],
  }
}

const ERROR_FIELDS: Readonly<Partial<Record<ErrorCode, string>>> = {
  PAYMENT_REUSED: 'payload.authorization.nonce',
  IDENTIFIER_REUSED: 'extensions.payment-identifier',
  ROWS_CHANGED: 'payload.authorization.value',
}

/** The first of the accepted terms that are not ours. */
function firstDifference(
  { payload }: Presented,
  wanted: PaymentRequirements,
): Pick<Refusal, 'field' | 'sent' | 'wanted'> {
  const accepted = payload.accepted as unknown as Record<string, unknown>
  const isSame = (name: keyof typeof wanted) =>
    name === 'maxTimeoutSeconds'
      ? isAcceptedTimeout(accepted[name], wanted)
      : String(accepted[name]).toLowerCase() === String(wanted[name]).toLowerCase()
  for (const name of [
    'network',
    'asset',
    'scheme',
    'payTo',
    'amount',
    'maxTimeoutSeconds',
  ] as const) {
    if (!isSame(name)) {
      return {
        field: `accepted.${name}`,
        sent: toPrintable(String(accepted[name])),
        wanted: String(wanted[name]),
      }
    }
  }
  const extra = (accepted.extra ?? {}) as Record<string, unknown>
  for (const [name, value] of Object.entries(wanted.extra)) {
    if (extra[name] !== value) {
      return {
        field: `accepted.extra.${name}`,
        sent: extra[name] === undefined ? null : toPrintable(String(extra[name])),
        wanted: String(value),
      }
    }
  }
  return { field: 'accepted', sent: null, wanted: null }
}

/** Returns a caller's value as plain text, cut to the length of the longest honest value. */
function toPrintable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)
}
