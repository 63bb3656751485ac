/** Name of the service in its requests, with the operator's contact if one is configured. */
import packageJson from '../package.json' with { type: 'json' }
import type { Config } from './config.ts'

export function buildUserAgent({
  PUBLIC_URL,
  CONTACT_EMAIL,
}: Pick<Config, 'PUBLIC_URL' | 'CONTACT_EMAIL'>): string {
  return `ukintel/${packageJson.version} (+${PUBLIC_URL}${CONTACT_EMAIL ? `; ${CONTACT_EMAIL}` : ''})`
}
