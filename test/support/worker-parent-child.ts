/** Process that starts a child which never ends, and reports the process id of the child. */
import { openWorker } from '../../src/platform/child-worker.ts'

const options = { entry: new URL('./worker-child', import.meta.url), flags: [], ended: 'ended' }
await openWorker<object, unknown, string>(options).perform(
  { what: 'hang' },
  new AbortController().signal,
  (told) => process.stdout.write(`${told}\n`),
)
