/** A process that starts another one beside itself which never ends, and tells its number. */
import { openBeside } from '../../src/kernel/beside.ts'

const beside = { entry: new URL('./beside-child', import.meta.url), flags: [], ended: 'ended' }
await openBeside<object, unknown, string>(beside).perform(
  { what: 'hang' },
  new AbortController().signal,
  (told) => process.stdout.write(`${told}\n`),
)
