import { type RequestListener, createServer } from 'node:http';
import { once } from 'node:events';
import {
  AggregatorRegistry,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type MetricObject,
  Registry,
  type RegistryContentType,
  collectDefaultMetrics,
} from 'prom-client';
import { readAccept } from './accept';

/** Notes the answers of one route. Made once for each: what is bound to its labels costs 0.2 µs an answer. */
export interface RouteMeter {
  /** @param startedAt by `performance.now()` */
  end(status: number, startedAt: number): void;
}

/** Figures of one process, as `GET /metrics` shows them. docs/metrics.md explains each. */
export interface Metrics extends Exposition {
  /** @param route as its record has it, parameters by name */
  watchRoute(method: string, route: string): RouteMeter;
  /** Notes an operation that came to `/graphql`. @param operation of a bounded number, such as `query campaigns` */
  noteOperation(operation: string, outcome: 'ok' | 'error', seconds: number): void;
  /** A count that is asked for whenever somebody looks. */
  addCounter<Label extends string>(
    configuration: Omit<CounterConfiguration<Label>, 'registers'>,
  ): void;
  /** A figure that is asked for whenever somebody looks. */
  addGauge<Label extends string>(configuration: Omit<GaugeConfiguration<Label>, 'registers'>): void;
  /** Times of one kind. @returns notes one, in seconds */
  addHistogram(configuration: {
    readonly name: string;
    readonly help: string;
  }): (seconds: number) => void;
}

/** Metrics with their values, as prom-client has them in JSON. */
export type MetricFigures = readonly MetricObject[];

/** Figures that can be looked at. */
export interface Exposition {
  read(): Promise<MetricFigures>;
}

const buckets = [0.000_1, 0.000_3, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];
const millisecond = 1_000;

let ofProcess: Registry | null = null;

/** Metrics of the process itself, once for all gateways that a test starts in it. */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registries = [processMetrics(), registry];
  const registers = [registry];
  const answers = new Counter({
    name: 'adgate_http_requests_total',
    help: 'Answers by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const durations = new Histogram({
    name: 'adgate_http_request_duration_seconds',
    help: 'Time from the first look at a request to its answer, by method and route.',
    labelNames: ['method', 'route'] as const,
    buckets,
    registers,
  });
  const operations = new Histogram({
    name: 'adgate_graphql_operation_duration_seconds',
    help: 'Time of operations that came to /graphql, by type and first field, and by outcome.',
    labelNames: ['operation', 'outcome'] as const,
    buckets,
    registers,
  });
  return {
    watchRoute(method, route) {
      const duration = durations.labels({ method, route });
      const byStatus = new Map<number, Counter.Internal>();
      return {
        end(status, startedAt) {
          let count = byStatus.get(status);
          if (!count) {
            count = answers.labels({ method, route, status: String(status) });
            byStatus.set(status, count);
          }
          count.inc();
          duration.observe((performance.now() - startedAt) / millisecond);
        },
      };
    },
    noteOperation(operation, outcome, seconds) {
      operations.observe({ operation, outcome }, seconds);
    },
    addCounter(configuration) {
      new Counter({ ...configuration, registers });
    },
    addGauge(configuration) {
      new Gauge({ ...configuration, registers });
    },
    addHistogram(configuration) {
      const histogram = new Histogram({ ...configuration, buckets, registers });
      return (seconds) => {
        histogram.observe(seconds);
      };
    },
    read: async () => (await Promise.all(registries.map((one) => one.getMetricsAsJSON()))).flat(),
  };
}

/** Figures as text: in the format of Prometheus, or in OpenMetrics. */
export function printFigures(
  figures: MetricFigures,
  contentType: RegistryContentType = Registry.PROMETHEUS_CONTENT_TYPE,
): Promise<string> {
  const isOpen = contentType === Registry.OPENMETRICS_CONTENT_TYPE;
  const named = figures.map((figure) => ({
    ...figure,
    // In OpenMetrics only the sample has the suffix, and prom-client adds it.
    name: isOpen && isCounter(figure) ? figure.name.replace(/_total$/, '') : figure.name,
    aggregator: 'first',
  }));
  const registry = AggregatorRegistry.aggregate<RegistryContentType>([named]);
  registry.setContentType(contentType);
  return registry.metrics();
}

/** The type is an enum that prom-client declares and does not have, and a text after JSON. */
const isCounter = ({ type }: MetricObject) => String(type) === 'counter';

/** Answers `GET /metrics`, to whomever it is handed. */
export function createMetricsListener(metrics: Exposition): RequestListener {
  return (req, res) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      res.writeHead(405, { Allow: 'GET, HEAD' }).end();
      return;
    }
    const contentType = contentTypeFor(req.headers.accept);
    const printed = metrics.read().then((figures) => printFigures(figures, contentType));
    printed.then(
      (text) => {
        res.writeHead(200, {
          'Content-Type': contentType,
          Vary: 'Accept',
          'Cache-Control': 'no-store',
          'Content-Length': Buffer.byteLength(text),
        });
        res.end(req.method === 'HEAD' ? undefined : text);
      },
      () => res.writeHead(500).end(),
    );
  };
}

/** OpenMetrics for those who ask for it by name, and like it better. */
function contentTypeFor(accept: string | undefined): RegistryContentType {
  const quality = readAccept(accept);
  return quality('application/openmetrics-text') > quality('text/plain')
    ? Registry.OPENMETRICS_CONTENT_TYPE
    : Registry.PROMETHEUS_CONTENT_TYPE;
}

/**
 * A port of its own for `/metrics`, for a network that only those who may look can reach.
 *
 * @throws the system's error when the port is taken or not allowed.
 */
export async function startMetricsServer(
  { host, port }: { readonly host: string; readonly port: number },
  metrics: Exposition,
): Promise<{ readonly port: number; close(): void }> {
  const answer = createMetricsListener(metrics);
  const server = createServer((req, res) => {
    if (req.url?.split('?', 1)[0] === '/metrics') answer(req, res);
    else res.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
