import type { GaugeConfiguration } from 'prom-client';
import type { Metrics } from '../../http/metrics';
import { withTimeout } from '../../with-timeout';

/** Longest that a look at the metrics waits for the database, or the wallet. */
export const metricsTimeoutMs = 500;

/** A figure that the database or the wallet tells; absent where that does not in time, or has none. */
export function addStoredGauge(
  metrics: Metrics,
  configuration: Pick<GaugeConfiguration<string>, 'name' | 'help' | 'aggregator'>,
  read: () => Promise<number | null>,
): void {
  metrics.addGauge({
    ...configuration,
    async collect() {
      const value = await withTimeout(read(), metricsTimeoutMs).catch(() => null);
      if (value === null) this.remove();
      else this.set(value);
    },
  });
}
