/** Dependencies of a transport: the operations, the pipeline and the shared limit. */

import type { Catalogue } from '../api/catalogue.ts'
import type { Pipeline } from '../api/pipeline.ts'
import type { Problems } from '../api/problem-log.ts'

export interface TransportDeps {
  catalogue: Catalogue
  pipeline: Pipeline
  problems: Problems
  /**
   * Counts one more request, where one message of HTTP carries several. @throws ServiceError
   * RATE_LIMITED
   */
  admit(address: string): unknown
}
