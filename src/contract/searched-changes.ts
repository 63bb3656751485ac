/**
 * The feed of a domain whose subjects are searched: filters as in its search, each change judged by
 * itself.
 */
import { createBlockScan, type OpenBlock } from '../background/change-blocks.ts'
import type { Change, ChangedSubject, ChangeStore } from '../store/changes.ts'
import type { ChangeDetail, ChangeFeed, FeedChange } from './changes.ts'

export function createSearchedFeed<Question>(
  options: Omit<ChangeFeed, 'since' | 'subject'> & {
    subject: ChangedSubject
    changes: ChangeStore
    open(changes: readonly Change[]): OpenBlock<Question>
    question(input: Readonly<Record<string, unknown>>): Question
  },
): ChangeFeed {
  const { changes, open, question, ...feed } = options
  const blocks = createBlockScan({ changes, subject: feed.subject, open })
  return {
    ...feed,
    async since(input, range) {
      const found = await blocks.scan(question(input), range)
      return { ...found, changes: found.changes.map(toFeedChange) }
    },
  }
}

export function toFeedChange({ position, atMs, kind, id, detail }: Change): FeedChange {
  return { position, atMs, kind, id, detail: JSON.parse(detail) as ChangeDetail }
}
