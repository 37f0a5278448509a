import type { Metrics } from '../../http/metrics';
import { checkoutFailures, type ConnectionPool } from '../../platform/database/connection-pool';

/** Shows how long the database takes, and whether connections to it suffice. */
export function watchDatabase(metrics: Metrics, pool: ConnectionPool): void {
  metrics.addGauge({
    name: 'adgate_database_connections',
    help: 'Connections to the database.',
    labelNames: ['state'] as const,
    aggregator: 'sum',
    collect() {
      this.set({ state: 'used' }, pool.used);
      this.set({ state: 'idle' }, pool.idle);
    },
  });
  metrics.addCounter({
    name: 'adgate_database_connection_failures_total',
    help: 'Operations that got no connection to the database.',
    labelNames: ['reason'] as const,
    collect() {
      this.reset();
      for (const reason of checkoutFailures) this.inc({ reason }, pool.failures[reason]);
    },
  });
  const waits = metrics.addHistogram({
    name: 'adgate_database_connection_wait_seconds',
    help: 'Time that operations waited for a connection to the database.',
  });
  const uses = metrics.addHistogram({
    name: 'adgate_database_command_duration_seconds',
    help: 'Time from a command to the database to its whole answer.',
  });
  pool.watch({ onTaken: waits, onFreed: uses });
}
