import type { SourceHealth } from '../background/health.ts'
import type { Envelope } from '../contract/envelope.ts'
import type { PublishedRules } from '../contract/rules.ts'
import type { FeedbackStore } from '../store/feedback.ts'

/** The bare object that `GET /v1/health` answers; keys as in the specification. */
export interface Health {
  status: 'ok' | 'degraded'
  version: string
  network: string
  upstreams: Record<string, SourceHealth>
  rules_version: string
  warnings: string[]
}

export type PreviewDomain = 'company' | 'tenders' | 'grants'

export interface FreeDeps {
  health(nowMs: number): Promise<Health>
  feedback: FeedbackStore
  rules: readonly PublishedRules[]
  /**
   * A freshly computed answer about the domain's subject of the day. @throws ServiceError when no
   * subject can be answered
   */
  sample(wing: PreviewDomain, nowMs: number, signal: AbortSignal): Promise<Envelope>
}
