/** Traces, if the operator configured a collector. */
import type { Config } from '../config.ts'
import type { Tracer } from '../observe/spans.ts'
import { readTraceKey } from '../store/stored-key.ts'
import { VERSION } from './operations.ts'
import type { AppContext } from './overrides.ts'

export async function createTracer(
  config: Config,
  { store, log, lifecycle }: AppContext,
): Promise<Tracer | null> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = config
  if (endpoint === null) return null
  const { createTracing } = await import('../observe/opentelemetry.ts')
  const tracing = createTracing({
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    serviceName: config.OTEL_SERVICE_NAME,
    version: VERSION,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    hosts: config.TRACE_HOSTS,
    payerKey: await readTraceKey(store.main),
    log,
  })
  lifecycle.onStop('traces', () => tracing.close())
  return tracing
}
