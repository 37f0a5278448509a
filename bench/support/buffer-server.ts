import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

/** Bare node:http that answers one Buffer of `--bytes` to everything. */
const { values } = parseArgs({ options: { bytes: { type: 'string', default: '30000' } } });
const answer = Buffer.alloc(Number(values.bytes), 0x61);

const server = createServer((_req, res) => {
  res.setHeader('Content-Type', 'image/png');
  res.setHeader('Content-Length', answer.length);
  res.end(answer);
});

server.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
