/** Reason of a failed connection, in words that name the remedy. */
import { errorMessage } from '../platform/errors.ts'

const INCOMPLETE_CHAIN = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/** Describes whatever a request threw before its answer began. */
export function connectionFailure(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOTFOUND') return 'the host does not exist'
  if (code === 'ECONNREFUSED') return 'the connection was refused'
  if (code?.includes('TIMEOUT')) return 'the server did not answer in time'
  if (code !== undefined && INCOMPLETE_CHAIN.has(code))
    return 'the certificate chain of the server is incomplete: NODE_EXTRA_CA_CERTS can name a file with the missing certificate'
  if (code?.startsWith('ERR_TLS') || code?.startsWith('CERT') || code?.includes('SIGNED'))
    return 'the certificate is not valid'
  return code ? `the connection failed (${code})` : `the connection failed: ${errorMessage(error)}`
}
