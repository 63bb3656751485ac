/**
 * Settlement refusals that the official facilitator (@x402/evm 2.27.0, exact/facilitator) and
 * Coinbase's (API of August 2026) give before they broadcast. A payment which has gone through
 * cannot get them. `nonce_already_used` is not among them, nor is a failed simulation: both are
 * also what our own earlier attempt looks like once it has landed:
 * docs/contributors/payment-decisions.md.
 */
export const REFUSED_BEFORE_BROADCAST = new Set([
  'invalid_exact_evm_signature',
  'invalid_exact_evm_scheme',
  'invalid_exact_evm_network_mismatch',
  'invalid_exact_evm_missing_eip712_domain',
  'invalid_exact_evm_recipient_mismatch',
  'invalid_exact_evm_authorization_value',
  'invalid_exact_evm_payload_authorization_value_mismatch',
  'invalid_exact_evm_payload_authorization_valid_before',
  'invalid_exact_evm_payload_authorization_valid_after',
  'invalid_exact_evm_insufficient_balance',
  'invalid_exact_evm_token_name_mismatch',
  'invalid_exact_evm_token_version_mismatch',
  'invalid_exact_evm_failed_to_parse_signature',
  'insufficient_funds',
  'invalid_payload',
  'invalid_scheme',
  'invalid_network',
  'invalid_x402_version',
  'invalid_payment_requirements',
  'invalid_exact_evm_payload_signature',
  'invalid_exact_evm_payload_signature_address',
  'invalid_exact_evm_payload_authorization_value',
  'invalid_exact_evm_payload_authorization_value_too_low',
  'invalid_exact_evm_payload_authorization_typed_data_message',
  'invalid_exact_evm_payload_authorization_from_address_kyt',
  'invalid_exact_evm_payload_authorization_to_address_kyt',
])
