import { type Config, ConfigError } from '../../config';
import { startMetricsServer } from '../../http/metrics';
import { describeStartError } from '../../platform/process/start-errors';

const settings = { host: 'ADGATE_METRICS_HOST', port: 'ADGATE_METRICS_PORT' };

/**
 * Takes the port of its own that `/metrics` has; null where the settings name none.
 *
 * @throws {ConfigError} naming the setting of a port or address that cannot be had.
 */
export async function openMetricsPort(
  config: Pick<Config, 'metrics'>,
  metrics: Parameters<typeof startMetricsServer>[1],
) {
  if (config.metrics === null) return null;
  try {
    return await startMetricsServer(config.metrics, metrics);
  } catch (error) {
    throw new ConfigError(describeStartError(error, settings), { cause: error });
  }
}
