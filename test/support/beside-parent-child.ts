/** A process that starts another one beside itself which never ends, and tells its number. */
import { openWorker } from '../../src/platform/child-worker.ts'

const beside = { entry: new URL('./beside-child', import.meta.url), flags: [], ended: 'ended' }
await openWorker<object, unknown, string>(beside).perform(
  { what: 'hang' },
  new AbortController().signal,
  (told) => process.stdout.write(`${told}\n`),
)
