import cluster from 'node:cluster';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

/**
 * The least that a JSON server on node:http can do: reads the request and answers `--bytes` of JSON. With `--workers`, so
 * many processes share the port beside the first one.
 */
const { values } = parseArgs({
  options: {
    bytes: { type: 'string', default: '14' },
    workers: { type: 'string', default: '0' },
  },
});
const workers = Number(values.workers);
const answer = { text: 'x'.repeat(Math.max(0, Number(values.bytes) - '{"text":""}'.length)) };

// Longer than any bench lets a connection rest: a request on one that is being closed would never be answered.
const server = createServer({ keepAliveTimeout: 300_000 }, (req, res) => {
  const respond = () => {
    const body = Buffer.from(JSON.stringify(answer));
    res.setHeader('Content-Type', 'application/json; charset=utf-8');
    res.setHeader('Content-Length', body.length);
    res.end(body);
  };
  if (req.method === 'GET') {
    respond();
    return;
  }
  const chunks: Buffer[] = [];
  req.on('data', (chunk: Buffer) => chunks.push(chunk));
  req.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString());
    respond();
  });
});

if (workers === 0 || cluster.isWorker) server.listen(0, '127.0.0.1');
else for (let forked = 0; forked < workers; forked += 1) cluster.fork();

const tell = ({ port }: { readonly port: number }) => {
  console.log(`listening on ${port}`);
};
if (workers === 0)
  server.once('listening', () => {
    tell(server.address() as AddressInfo);
  });
let listening = 0;
cluster.on('listening', (_worker, address) => {
  listening += 1;
  if (listening === workers) tell(address);
});
process.once('SIGTERM', () => process.exit(0));
