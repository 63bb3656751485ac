/**
 * Runs the whole service over the sources that its environment names, and reports its heap after a
 * collection.
 */
import { createApp } from '../../src/app/compose.ts'
import { loadConfig } from '../../src/config.ts'

const app = await createApp(loadConfig(process.env), { previewNumbers: ['99000001', '99000003'] })
await app.start()
process.send!({ url: app.url })

// The proof has ended.
process.on('disconnect', () => process.exit())
process.on('message', () => {
  globalThis.gc!()
  process.send!({ heapUsed: process.memoryUsage().heapUsed })
})
