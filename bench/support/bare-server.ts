import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

/** The least that a JSON server on node:http can do: reads the request and answers `--bytes` of JSON. */
const { values } = parseArgs({ options: { bytes: { type: 'string', default: '14' } } });
const answer = { text: 'x'.repeat(Math.max(0, Number(values.bytes) - '{"text":""}'.length)) };

const server = createServer((req, res) => {
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

server.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
