import { Counter, Histogram, Registry } from 'prom-client';
import type { RpcMethod } from './dispatcher';
import { RpcError } from './errors';

/** Figures of one process, as `/metrics` shows them. */
export interface Metrics {
  /** Counts and times every call of the methods. */
  watchMethods(methods: ReadonlyMap<string, RpcMethod>): ReadonlyMap<string, RpcMethod>;
  /** Counts a request to a ledger node by what became of it. */
  countNodeRequest(outcome: string): void;
  countAnswer(status: number): void;
  /** Text in the exposition format of Prometheus. */
  print(): Promise<string>;
  readonly contentType: string;
}

/** Every call ends within the total of a submission. */
const buckets = [0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10];

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const calls = new Histogram({
    name: 'adgate_sidecar_call_seconds',
    help: 'Time of JSON-RPC calls by method and outcome: ok, or the name of the error.',
    labelNames: ['method', 'outcome'] as const,
    buckets,
    registers,
  });
  const nodeRequests = new Counter({
    name: 'adgate_sidecar_node_requests_total',
    help: 'Requests handed to ledger nodes, by what became of them.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const answers = new Counter({
    name: 'adgate_sidecar_http_answers_total',
    help: 'HTTP answers by status.',
    labelNames: ['status'] as const,
    registers,
  });

  function watch(method: string, run: RpcMethod): RpcMethod {
    return async (params, call) => {
      const end = calls.startTimer({ method });
      try {
        const result = await run(params, call);
        end({ outcome: 'ok' });
        return result;
      } catch (error) {
        end({ outcome: error instanceof RpcError ? error.code : 'INTERNAL_ERROR' });
        throw error;
      }
    };
  }

  return {
    watchMethods: (methods) => new Map([...methods].map(([name, run]) => [name, watch(name, run)])),
    countNodeRequest: (outcome) => nodeRequests.inc({ outcome }),
    countAnswer: (status) => answers.inc({ status: String(status) }),
    print: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
