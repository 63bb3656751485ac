/** The whole service, as `support/service.ts` starts it. */
import { serveBench } from '../support/server.ts'
import { type MeasuredService, startMeasured } from '../support/service.ts'

await serveBench((input: MeasuredService | null) => startMeasured(input ?? {}))
