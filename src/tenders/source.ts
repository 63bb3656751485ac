/** A portal as a source that is kept fresh. */
import type { KeptSource } from '../refresh/source.ts'
import type { Portal } from './portals/portal.ts'

export function sourceOf({ id, name }: Portal): KeptSource {
  return {
    id,
    label: id.replaceAll('-', '_'),
    name,
    windowMs: 6 * 3_600_000,
    retryAfterMs: 10 * 60_000,
    makes: 'the tender index',
    untilRead: 'none of its notices are held yet',
    askAgainSeconds: 120,
  }
}
