/** What a door needs to let other protocols in: the operations, the one pipeline, the common limit. */
import type { Pipeline } from '../api/pipeline.ts'
import type { Catalogue } from '../discovery/catalogue.ts'

export interface TransportDeps {
  catalogue: Catalogue
  pipeline: Pipeline
  /** Counts one more request, where one message of HTTP carries several. @throws ServiceError RATE_LIMITED */
  admit(address: string): unknown
}
