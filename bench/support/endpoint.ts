import { measureCpuPerRequest, type Measurement, type MeasurementOptions } from './cpu-per-request';
import { type BenchServer, startBareServer, startExpressServer } from './gateway';
import { startLoadGenerator, toLoadRequest } from './load';

export interface EndpointOptions extends MeasurementOptions {
  /** A JSON endpoint of the gateway, asked by POST. */
  readonly path: string;
  /** Sent in turn, over and over. */
  readonly bodies: readonly string[];
  /** Asks once beforehand. @throws when the answer is not the one that is measured. */
  readonly check: (answer: Response) => Promise<void>;
}

export interface EndpointMeasurement {
  readonly endpoint: Measurement;
  readonly bare: Measurement;
  readonly express: Measurement;
}

/** Measures an endpoint against bare node:http and against Express's JSON middleware, which answer as many bytes. */
export async function measureEndpoint(
  gateway: BenchServer,
  { path, bodies, check, ...options }: EndpointOptions,
): Promise<EndpointMeasurement> {
  const servers: BenchServer[] = [];
  const load = startLoadGenerator();
  try {
    const [body = ''] = bodies;
    const response = await fetch(`http://127.0.0.1:${gateway.port}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    await check(response.clone());
    const answer = await response.text();
    console.log(`request ${body.length} bytes, answer ${answer.length} bytes`);
    const bareServer = await startBareServer(answer.length);
    servers.push(bareServer);
    const expressServer = await startExpressServer(answer.length);
    servers.push(expressServer);
    const requests = bodies.map((text) => toLoadRequest('POST', path, text));
    const [bare, express, endpoint] = await measureCpuPerRequest(
      load,
      [
        { name: 'bare', server: bareServer, requests, status: 200 },
        { name: 'express', server: expressServer, requests, status: 200 },
        { name: path, server: gateway, requests, status: 200 },
      ],
      options,
    );
    return { endpoint: endpoint!, bare: bare!, express: express! };
  } finally {
    load.stop();
    for (const server of servers) await server.stop();
  }
}
