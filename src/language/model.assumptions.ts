/** What `model.ts` takes for granted of the endpoint of a language model. */
import { type Assumption, objectOf, objectsOf } from '../platform/assumption.ts'

export const MODEL_ASSUMPTIONS: readonly Assumption[] = [
  {
    id: 'language-model/completion',
    says: 'a chat completion has `choices`, the first with a `message.content` of text',
    since: '2026-11-20',
    seen: null,
    fault({ status, json }) {
      const [first] = objectsOf(objectOf(json).choices) ?? []
      return status === 200 && typeof objectOf(first?.message).content === 'string'
        ? null
        : `status ${status}, no content`
    },
  },
]
