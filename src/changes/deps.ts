import type { ChangeFeed, FoundChanges } from '../contract/changes.ts'
import type { ChangedSubject, ChangeStore } from '../store/changes.ts'

/** What the operation stands on: each wing's side, and the record that they share. */
export interface ChangesDeps {
  feeds: Readonly<Record<ChangedSubject, ChangeFeed>>
  changes: ChangeStore
}

export interface ChangePage extends FoundChanges {
  cursor: string
}
