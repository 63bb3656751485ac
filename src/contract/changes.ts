/** Changes since a cursor: the feed of each domain, and how a change is shown. */
import { z } from 'zod'
import type { ServiceError } from '../platform/errors.ts'
import type { ChangedSubject } from '../store/changes.ts'
import type { Answer, DeepReadonly } from './envelope.ts'
import { textOrNull } from './input.ts'
import type { CriterionError } from './operation.ts'

const valueOrNull = z.union([z.string(), z.number()]).nullable()

export const changeDetailSchema = z.strictObject({
  title: z.string().describe('Of the tender or grant; name of the company'),
  party: textOrNull.describe('Buyer or funder; null for companies and where none is named'),
  url: z.string().describe('The subject at its source'),
  fields: z
    .array(
      z.strictObject({
        field: z
          .string()
          .describe('What is another than before, such as deadline, state or officers_active'),
        before: valueOrNull.describe('Null where there was none'),
        after: valueOrNull.describe('Null where there is none any more'),
      }),
    )
    .describe('What is another than before'),
})

export type ChangeDetail = z.output<typeof changeDetailSchema>

export interface FeedChange {
  position: number
  atMs: number
  kind: string
  id: string
  detail: DeepReadonly<ChangeDetail>
}

export interface FoundChanges {
  /** Oldest first. */
  changes: readonly FeedChange[]
  /** Everything up to there was looked at. */
  upTo: number
  /** There is more after `upTo`, or it was not looked at. */
  more: boolean
}

/** Fields of a call, validated. */
type Input = Readonly<Record<string, unknown>>

/** One domain's side of the operation that sells changes. */
export interface ChangeFeed {
  subject: ChangedSubject
  /** Its filters, as fields of a query. All are optional there. */
  fields: Readonly<Record<string, z.ZodType>>
  /** Returns the error of the filters together, or null. */
  criterion(input: Input): CriterionError | null
  /** Returns why no caller can get changes now, or null. */
  unavailableReason(): ServiceError | null
  /** At most `limit` after a position, up to the head of the list. */
  since(input: Input, range: { after: number; upTo: number; limit: number }): Promise<FoundChanges>
  /** Called for every call: a subject that is watched may have to be refreshed. */
  watch?(input: Input, address: string): Promise<void>
  origins(
    input: Input,
    nowMs: number,
  ): Promise<Pick<Answer, 'sources' | 'degradations' | 'attribution'>>
  /** Filters that find a recorded change, for documents. */
  exampleFor?(detail: DeepReadonly<ChangeDetail>): Input
}
