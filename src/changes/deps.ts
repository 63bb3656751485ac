import type { ChangeFeed, FoundChanges } from '../contract/changes.ts'
import type { ChangedSubject, ChangeStore } from '../store/changes.ts'

/** Dependencies of the operation: the feed of each domain, and the shared list of changes. */
export interface ChangesDeps {
  feeds: Readonly<Record<ChangedSubject, ChangeFeed>>
  changes: ChangeStore
}

export interface ChangePage extends FoundChanges {
  cursor: string
}
