/** The HTTP form of what a call of a paid operation can end with. */
import { envelope } from '../contract/envelope.ts'
import type { PaidDescription } from '../contract/operation.ts'
import type { Proof } from '../payments/offer-receipt.ts'
import type { Delivered, FreeOutcome } from '../payments/outcome.ts'
import type { More, Terms } from '../payments/terms.ts'
import { instant } from '../platform/clock.ts'
import { provenanceHeader } from '../platform/provenance.ts'
import type { PaidCall, ValidInput } from './paid-call.ts'
import { jsonReply, type Reply } from './problem.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/** @param receipt PAYMENT-RESPONSE of a failed settlement */
export function quoteReply(
  terms: Terms,
  { resourceUrl, asTool }: PaidCall,
  more: More,
  receipt?: string,
): Reply {
  const otherBytes = receipt === undefined ? 0 : Math.ceil((receipt.length * 3) / 4)
  const { body, header } = (asTool ? terms.tool : terms).challenge(resourceUrl, {
    ...more,
    otherBytes,
  })
  return {
    status: 402,
    headers: {
      'content-type': JSON_TYPE,
      'cache-control': 'no-store',
      // A browser gets a page about the same terms.
      vary: 'accept',
      'payment-required': header,
      ...(receipt === undefined ? {} : { 'payment-response': receipt }),
    },
    body,
  }
}

export function freeReply(
  { attribution }: PaidDescription,
  { echo }: ValidInput,
  { answer: { answer, empty, headers }, atMs }: FreeOutcome,
  { hasBody }: PaidCall,
): Reply {
  const replyHeaders = { ...headers, 'cache-control': 'no-store' }
  if (empty && !hasBody) return { status: 204, headers: replyHeaders, body: Buffer.alloc(0) }
  return jsonReply(200, envelope(echo, answer, attribution, '0', instant(atMs)), replyHeaders)
}

export function notModifiedReply(etag: string): Reply {
  return {
    status: 304,
    headers: { etag, 'cache-control': 'private, no-store' },
    body: Buffer.alloc(0),
  }
}

export function buildDeliveredReply({ delivery, receipt, replayed }: Delivered): Reply {
  return {
    status: delivery.status,
    headers: {
      'content-type': JSON_TYPE,
      'cache-control': 'private, no-store',
      'payment-response': receipt,
      ...(replayed ? { 'payment-replayed': 'true' } : {}),
      ...provenanceHeaders(delivery.proof ?? null),
    },
    body: delivery.body,
  }
}

function provenanceHeaders(proof: Proof | null): Record<string, string> {
  if (proof === null) return {}
  return {
    'response-provenance': provenanceHeader(proof),
    ...(proof.etag === null ? {} : { etag: proof.etag }),
  }
}
