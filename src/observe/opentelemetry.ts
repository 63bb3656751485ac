/** Traces over OTLP. Loaded only where the operator configured an address for them. */
import { createHmac } from 'node:crypto'
import {
  type Span as ApiSpan,
  type Link,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { errorMessage } from '../platform/errors.ts'
import type { Log } from './log.ts'
import type { Span, Tracer } from './spans.ts'

export interface TracingOptions {
  /** Base address of the collector. */
  endpoint: string
  headers: Readonly<Record<string, string>>
  serviceName: string
  version: string
  /** Share of calls that are traced, from 0 to 1. */
  ratio: number
  /** Host names that may see our trace. */
  hosts: readonly string[]
  payerKey: Buffer
  log: Log
}

/** Time that the collector has for one batch, also at a stop. */
const EXPORT_MS = 3000
const LOG_EVERY_MS = 60_000

export function createTracing(options: TracingOptions): Tracer & { close(): Promise<void> } {
  const { serviceName, version, ratio, payerKey } = options
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.version': version }),
    // No caller decides it: a parent from outside is only a link.
    sampler: new TraceIdRatioBasedSampler(ratio),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: createExporter(options),
        exportTimeoutMillis: EXPORT_MS,
        scheduledDelayMillis: 1000,
      }),
    ],
  })
  const tracer = provider.getTracer('ukintel', version)
  const hosts = new Set(options.hosts)

  function wrap(span: ApiSpan): Span {
    const { traceId, spanId } = span.spanContext()
    return {
      traceId,
      child: (name, attributes = {}) =>
        wrap(
          tracer.startSpan(
            name,
            { kind: SpanKind.CLIENT, attributes },
            trace.setSpan(ROOT_CONTEXT, span),
          ),
        ),
      set: (attributes) => void span.setAttributes(attributes),
      headersFor: (url) =>
        hosts.has(new URL(url).hostname) ? { traceparent: `00-${traceId}-${spanId}-01` } : {},
      end(error) {
        if (error !== undefined)
          span.setStatus({ code: SpanStatusCode.ERROR, message: errorMessage(error) })
        span.end()
      },
    }
  }

  return {
    begin(name, caller) {
      const links = parseTraceparent(caller)
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, links, root: true })
      return span.isRecording() ? wrap(span) : null
    },
    hashPayer: (payer) =>
      createHmac('sha256', payerKey).update(payer.toLowerCase()).digest('hex').slice(0, 32),
    close: () => provider.shutdown(),
  }
}

/** Logs failures at most once a minute. */
function createExporter({ endpoint, headers, log }: TracingOptions): SpanExporter {
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: { ...headers },
    timeoutMillis: EXPORT_MS,
  })
  let quietUntilMs = 0
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error && performance.now() >= quietUntilMs) {
          quietUntilMs = performance.now() + LOG_EVERY_MS
          log.warn({ detail: errorMessage(result.error) }, 'the collector did not take our spans')
        }
        done(result)
      })
    },
    shutdown: () => exporter.shutdown(),
  }
}

/** Returns the caller's span as a link; none if the header is absent or malformed. */
function parseTraceparent(header: string | null): Link[] {
  const [, traceId, spanId] =
    /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-[\da-f]{2}$/.exec(header ?? '') ?? []
  if (traceId === undefined || spanId === undefined) return []
  return [{ context: { traceId, spanId, traceFlags: TraceFlags.NONE, isRemote: true } }]
}
