/** Prints the feedback of callers. */
import { Command } from 'commander'
import { instant } from '../platform/clock.ts'
import { createFeedbackStore } from '../store/feedback.ts'
import { loadStoreConfig, onStore } from './on-store.ts'
import { chooseFormat, type FormatOptions, type OutputRow, writeRows } from './rows.ts'
import { parseSpan, type SpanOptions, withRows } from './span.ts'
import { note } from './terminal.ts'

const COLUMNS = ['id', 'received', 'endpoint', 'contact', 'message']

export function feedbackCommand(environment: NodeJS.ProcessEnv): Command {
  const list = withRows(new Command('list'))
    .description('Every message, oldest first.')
    .action((options: SpanOptions & FormatOptions) =>
      onStore(loadStoreConfig(environment), async (store) => {
        const format = chooseFormat(options)
        const count = await writeRows(
          listRows(createFeedbackStore(store.main).list(parseSpan(options)), format === 'table'),
          COLUMNS,
          format,
        )
        if (count === 0 && format === 'table') note('no feedback in that time')
      }),
    )
  return new Command('feedback')
    .description('Read what callers wrote to POST /v1/feedback.')
    .addCommand(list)
}

type Messages = ReturnType<ReturnType<typeof createFeedbackStore>['list']>

/** `oneLine`: for a terminal, which strangers' control characters must not reach. */
async function* listRows(pages: Messages, oneLine: boolean): AsyncGenerator<OutputRow[]> {
  const show = (text: string | null) =>
    text === null || !oneLine ? text : text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
  for await (const page of pages) {
    yield page.map(({ id, received_ms, endpoint, contact, message }) => ({
      id,
      received: instant(received_ms),
      endpoint: show(endpoint),
      contact: show(contact),
      message: show(message),
    }))
  }
}
