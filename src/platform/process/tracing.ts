import { setTimeout as sleep } from 'node:timers/promises';
import type { Attributes, Span } from '@opentelemetry/api';
import { ConfigError } from '../../config';

/** A piece of work that is followed. */
export interface FollowedWork {
  /** One of a bounded number of names, such as `job settle-payments`. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  /** Nothing personal, and nothing secret. */
  readonly attributes?: Attributes;
}

/** Spans for OpenTelemetry. */
export interface Tracing {
  /** Begins one without making it the current one; null where nothing is followed that it could be part of. */
  begin(work: FollowedWork): Span | null;
  /** Runs within a span, which is the current one meanwhile. */
  within<Value>(span: Span, run: () => Value): Value;
  /** Marks a failure, by the kind of the error alone: its message may name people. */
  fail(span: Span, error: unknown): void;
  /** Sends what waits, unless that takes long. */
  stop(): Promise<void>;
}

type Environment = Readonly<Record<string, string | undefined>>;

const packages = [
  '@opentelemetry/api',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace-node',
];

/** A collector that is away must not hold up the end. */
const stopTimeoutMs = 2_000;

/** The tracer of this process; null: tracing is off, and OpenTelemetry is not loaded. */
let tracing: Tracing | null = null;

export const currentTracing = (): Tracing | null => tracing;

/** Runs a piece of work, followed where tracing is on; a failure is marked. */
export async function traced<Value>(work: FollowedWork, run: () => Promise<Value>): Promise<Value> {
  const current = tracing;
  const span = current?.begin(work);
  if (!current || !span) return run();
  try {
    return await current.within(span, run);
  } catch (error) {
    current.fail(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/**
 * Begins to follow what this process does, where OpenTelemetry's own environment variables ask for it:
 * `OTEL_TRACES_EXPORTER=otlp`, or an address in `OTEL_EXPORTER_OTLP_ENDPOINT` or `…_TRACES_ENDPOINT`.
 *
 * @throws {ConfigError} when they ask for what is not there.
 */
export async function startTracing(env: Environment): Promise<Tracing | null> {
  if (!isAskedFor(env)) return null;
  const sdk = await load();
  const resource = sdk
    .resourceFromAttributes({ 'service.name': 'adgate' })
    .merge(sdk.detectResources({ detectors: [sdk.envDetector] }));
  const provider = new sdk.NodeTracerProvider({
    resource,
    spanProcessors: [new sdk.BatchSpanProcessor(new sdk.OTLPTraceExporter())],
  });
  // Callers choose no trace for us: strangers could have everything recorded.
  provider.register({ propagator: null });
  const { api } = sdk;
  const tracer = provider.getTracer('adgate');
  const kinds = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    internal: api.SpanKind.INTERNAL,
  };
  tracing = {
    begin({ name, kind, attributes }) {
      if (kind === 'client' && !api.trace.getActiveSpan()) return null;
      return tracer.startSpan(name, { kind: kinds[kind], ...(attributes && { attributes }) });
    },
    within: (span, run) => api.context.with(api.trace.setSpan(api.context.active(), span), run),
    fail(span, error) {
      span.setAttribute('error.type', error instanceof Error ? error.name : String(error));
      span.setStatus({ code: api.SpanStatusCode.ERROR });
    },
    async stop() {
      tracing = null;
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        sleep(stopTimeoutMs, undefined, { ref: false }),
      ]);
    },
  };
  return tracing;
}

function isAskedFor(env: Environment): boolean {
  const exporter = env['OTEL_TRACES_EXPORTER'] || null;
  if (env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true' || exporter === 'none') return false;
  if (exporter !== null && exporter !== 'otlp')
    throw new ConfigError('OTEL_TRACES_EXPORTER must be otlp or none');
  const protocol =
    env['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] || env['OTEL_EXPORTER_OTLP_PROTOCOL'] || 'http/json';
  const hasEndpoint =
    Boolean(env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']) ||
    Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT']);
  if (exporter === null && !hasEndpoint) return false;
  if (protocol !== 'http/json')
    throw new ConfigError('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json, or left out');
  return true;
}

async function load() {
  try {
    const [api, exporter, resources, node] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace-node'),
    ]);
    return { api, ...exporter, ...resources, ...node };
  } catch (cause) {
    throw new ConfigError(
      `traces need packages that are not there: npm install ${packages.join(' ')}`,
      {
        cause,
      },
    );
  }
}
