/** The whole service, as `support/service.ts` starts it. */
import { serveBench } from '../support/server.ts'
import { startMeasured } from '../support/service.ts'

await serveBench((input: { receipts: boolean } | null) => startMeasured(input ?? {}))
