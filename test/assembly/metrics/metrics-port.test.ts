import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { openMetricsPort } from '../../../src/assembly/metrics/metrics-port';
import { createMetrics } from '../../../src/http/metrics';

const host = '127.0.0.1';

describe('the port of /metrics', () => {
  it('is none of its own where the settings name none', async () => {
    expect(await openMetricsPort({ metrics: null }, createMetrics())).toBeNull();
  });

  it('is named by its own setting where it is taken', async () => {
    const server = createServer().listen(0, host);
    await once(server, 'listening');
    const bound = server.address();
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0;
    const opening = openMetricsPort({ metrics: { host, port } }, createMetrics());
    await expect(opening).rejects.toMatchObject({
      name: 'ConfigError',
      message: `port ${port} is taken: set ADGATE_METRICS_PORT to another one, e.g. ADGATE_METRICS_PORT=9000 npm start`,
    });
    server.close();
  });

  it('names the setting of an address that is not of this machine', async () => {
    const opening = openMetricsPort({ metrics: { host: '192.0.2.1', port: 0 } }, createMetrics());
    await expect(opening).rejects.toMatchObject({
      name: 'ConfigError',
      message: 'ADGATE_METRICS_HOST is not an address of this machine',
    });
  });
});
