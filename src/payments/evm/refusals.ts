/**
 * Settlement refusals that the official facilitator gives before it broadcasts (@x402/evm 2.27.0, exact/facilitator), and that a
 * payment which has gone through cannot get. `nonce_already_used` is not among them, nor is a failed simulation: both are also
 * what our own earlier attempt looks like once it has landed: docs/payments.md.
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
])
