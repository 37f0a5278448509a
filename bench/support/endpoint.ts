import { type Rival, rivalOf } from './against';
import { measureCpuPerRequest, type Measurement, type MeasurementOptions } from './cpu-per-request';
import { type BenchServer, startBaseline } from './gateway';
import { startLoadGenerator, toLoadRequest } from './load';

export interface EndpointOptions extends MeasurementOptions {
  /** A JSON endpoint of the gateway, asked by POST. */
  readonly path: string;
  /** Sent in turn, over and over. */
  readonly bodies: readonly string[];
  /** Asks once beforehand. @throws when the answer is not the one that is measured. */
  readonly check: (answer: Response) => Promise<void>;
  /** Measured in the same rounds. */
  readonly rival?: Rival | undefined;
}

export interface EndpointMeasurement {
  readonly endpoint: Measurement;
  readonly bare: Measurement;
  readonly express: Measurement;
  readonly rival: Measurement | undefined;
}

/** Measures an endpoint against bare node:http and against Express's JSON middleware, which answer as many bytes. */
export async function measureEndpoint(
  gateway: BenchServer,
  { path, bodies, check, rival, ...options }: EndpointOptions,
): Promise<EndpointMeasurement> {
  const servers: BenchServer[] = [];
  const load = startLoadGenerator();
  try {
    const [body = ''] = bodies;
    const ask = async ({ port }: BenchServer) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      await check(response.clone());
      return response.text();
    };
    const answer = await ask(gateway);
    if (rival) await ask(rival.server);
    console.log(`request ${body.length} bytes, answer ${answer.length} bytes`);
    const bareServer = await startBaseline('json', answer.length);
    servers.push(bareServer);
    const expressServer = await startBaseline('express', answer.length);
    servers.push(expressServer);
    const requests = bodies.map((text) => toLoadRequest('POST', path, text));
    const ours = { name: path, server: gateway, requests, status: 200 };
    const [bare, express, endpoint, before] = await measureCpuPerRequest(
      load,
      [
        { name: 'bare', server: bareServer, requests, status: 200 },
        { name: 'express', server: expressServer, requests, status: 200 },
        ours,
        ...(rival ? [rivalOf(ours, rival)] : []),
      ],
      options,
    );
    return { endpoint: endpoint!, bare: bare!, express: express!, rival: before };
  } finally {
    load.stop();
    for (const server of servers) await server.stop();
  }
}
