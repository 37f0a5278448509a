import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import express from 'express';

/** The least that a JSON route of Express does: `express.json()` in, `--bytes` of JSON out by `res.json()`. */
const { values } = parseArgs({ options: { bytes: { type: 'string', default: '14' } } });
const answer = { text: 'x'.repeat(Math.max(0, Number(values.bytes) - '{"text":""}'.length)) };

const app = express();
app.disable('x-powered-by');
app.use(express.json());
app.use((_req, res) => {
  res.json(answer);
});

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`listening on ${(server.address() as AddressInfo).port}`);
});
process.once('SIGTERM', () => process.exit(0));
