/**
 * Details of a refused payment in addition to the reason's code: the wrong field, the value sent, the value wanted, what to do, and whether the same payment may be
 * repeated. One table, which the documents are written from as well.
 */
import type { PaymentRequirements } from '@x402/core/types'
import {
  CHARGED,
  type ErrorCode,
  type PaymentState,
  type ServiceError,
} from '../platform/errors.ts'
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
  repeatable: boolean
  hint: string
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
  repeatable: true,
  hint: 'The wallet holds less than the price: fill it, wait 30 seconds and repeat the same payment while it is valid, or sign again.',
  showSent: ({ authorization }) => authorization.from,
  showWanted: ({ amount, asset, network }) =>
    `a balance of at least ${amount} atomic units of ${asset} on ${network}`,
}

/** Rows by the reason, or its code alone: ours, those of the official facilitator (@x402/evm 2.27.0) and those of Coinbase's. Any other reason is `other`. */
export const REFUSALS: Readonly<Record<string, Row>> = {
  no_matching_payment_requirements: {
    field: 'accepted',
    repeatable: false,
    hint: `The payment was made for other terms than these; prices and payees may have changed. ${SIGN_AGAIN}`,
  },
  invalid_exact_evm_recipient_mismatch: {
    field: 'payload.authorization.to',
    repeatable: false,
    hint: `The payment goes to another address than the seller's. ${SIGN_AGAIN}`,
    showSent: ({ authorization }) => authorization.to,
    showWanted: ({ payTo }) => payTo,
  },
  invalid_exact_evm_payload_authorization_value_mismatch: {
    field: 'payload.authorization.value',
    repeatable: false,
    hint: `The amount must be exactly the price, in atomic units. ${SIGN_AGAIN}`,
    showSent: ({ authorization }) => authorization.value,
    showWanted: ({ amount }) => amount,
  },
  invalid_exact_evm_payload_authorization_valid_before: {
    field: 'payload.authorization.validBefore',
    repeatable: false,
    hint: `Between 20 seconds and 24 hours of validity must be left; check the clock of the machine that signs. ${SIGN_AGAIN}`,
    showSent: ({ authorization }) => authorization.validBefore,
    showWanted: ({ maxTimeoutSeconds }) =>
      `now + ${maxTimeoutSeconds} seconds; at least 20 seconds and at most 24 hours ahead`,
  },
  invalid_exact_evm_payload_authorization_valid_after: {
    field: 'payload.authorization.validAfter',
    repeatable: true,
    hint: 'The payment is not valid yet: repeat it when it is, or sign with validAfter 0.',
    showSent: ({ authorization }) => authorization.validAfter,
    showWanted: () => '0, or a time in the past',
  },
  invalid_exact_evm_signature: SIGNATURE,
  invalid_exact_evm_payload_signature: SIGNATURE,
  eip6492_factory_not_allowed: {
    field: 'payload.signature',
    repeatable: true,
    hint: 'The facilitator deploys no wallets of this factory. Deploy the wallet first; then repeat the same payment while it is valid, or sign again.',
    showSent: ({ authorization }) => authorization.from,
    showWanted: () => 'a wallet that is on the chain',
  },
  invalid_exact_evm_insufficient_balance: BALANCE,
  insufficient_funds: BALANCE,
  invalid_request: {
    field: null,
    repeatable: false,
    hint: `The facilitator could not read the payment; \`error\` quotes what it said. Correct the payment's fields. ${SIGN_AGAIN}`,
  },
  invalid_payload: {
    field: 'payload',
    repeatable: false,
    hint: `The facilitator could not read the payment's payload. ${SIGN_AGAIN}`,
    showWanted: () =>
      'signature and authorization of scheme exact, every number as a decimal string',
  },
  invalid_exact_evm_payload_authorization_from_address_kyt: {
    field: 'payload.authorization.from',
    repeatable: false,
    hint: "The facilitator's compliance screening refuses the paying wallet. Nothing was charged. Payments from this wallet will be refused; the facilitator decides this, not the seller.",
    showSent: ({ authorization }) => authorization.from,
  },
  invalid_exact_evm_payload_authorization_to_address_kyt: {
    field: 'payload.authorization.to',
    repeatable: false,
    hint: "The facilitator's compliance screening refuses the seller's wallet. Nothing was charged. No payment to it can be taken until the seller has resolved this.",
    showSent: ({ authorization }) => authorization.to,
  },
  invalid_exact_evm_nonce_already_used: {
    field: 'payload.authorization.nonce',
    repeatable: false,
    hint: 'This authorization was spent or cancelled outside of this service. Sign a new payment with a new nonce.',
    showSent: ({ authorization }) => authorization.nonce,
    showWanted: () => 'a nonce that was never used',
  },
  x402_version: {
    field: 'X-PAYMENT',
    repeatable: false,
    hint: 'X-PAYMENT is the header of x402 version 1, which is not served. Pay with a version 2 client: it reads PAYMENT-REQUIRED and sends PAYMENT-SIGNATURE.',
    showSent: () => 'an x402 version 1 payment',
    showWanted: () => 'an x402 version 2 payment in PAYMENT-SIGNATURE',
  },
  other: {
    field: null,
    repeatable: true,
    hint: 'The facilitator gave no reason that names a field. The same payment may be repeated, it is never charged twice; if it is refused again, sign a new one.',
  },
}

/** Coinbase's names for what has a row under another name. */
const ALIASES: Readonly<Record<string, string>> = {
  invalid_exact_evm_payload_signature_address: 'invalid_exact_evm_signature',
  invalid_exact_evm_payload_authorization_typed_data_message: 'invalid_exact_evm_signature',
  invalid_exact_evm_payload_authorization_value:
    'invalid_exact_evm_payload_authorization_value_mismatch',
  invalid_exact_evm_payload_authorization_value_too_low:
    'invalid_exact_evm_payload_authorization_value_mismatch',
}

/** The row of a reason, which may say more after its code. */
function findRow(reason: string): Row {
  const code = reason.split(':', 1)[0]!
  return REFUSALS[reason] ?? REFUSALS[code] ?? REFUSALS[ALIASES[code] ?? 'other']!
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
  const { field, repeatable, hint, showSent, showWanted, explain } = findRow(reason)
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
    sent: showSent ? toPrintable(showSent(presented)) : null,
    hint: explain?.(presented) ?? hint,
  }
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
