import { UpstreamError } from '../../upstream/http.ts'
import { asObject, decodeText, type JsonObject, parseLenient } from '../model/json.ts'

/**
 * A release package, whatever it holds; null when it is not JSON even after repair. @throws
 * UpstreamError for a page of HTML.
 */
export function readPackage(upstream: string, body: Uint8Array): JsonObject | null {
  const text = decodeText(body)
  if (!text.trimStart().startsWith('{'))
    throw new UpstreamError(
      upstream,
      'server_error',
      'answered something that is not a release package',
    )
  try {
    return asObject(parseLenient(text))
  } catch {
    return null
  }
}
