import cluster from 'node:cluster';
import { createHmac, createSecretKey } from 'node:crypto';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';

/**
 * The least that a server can do, which figures are compared with: `--as` says how it answers, `--bytes` how much. With
 * `--workers`, so many processes share the port beside the first one.
 */
const { values } = parseArgs({
  options: {
    as: { type: 'string' },
    bytes: { type: 'string', default: '14' },
    workers: { type: 'string', default: '0' },
  },
});
const bytes = Number(values.bytes);
const workers = Number(values.workers);
const answer = { text: 'x'.repeat(Math.max(0, bytes - '{"text":""}'.length)) };

/** node:http that reads the JSON of a request and answers JSON. */
function answerJson(): RequestListener {
  return (req, res) => {
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
  };
}

/** Bytes of a token that are signed, and tokens of a find for three placements. */
const signedBytes = 150;
const tokens = 3;

/** As `answerJson`, with the signatures that a find's answer holds: the work that no server of finds is spared. */
function answerSigned(): RequestListener {
  const key = createSecretKey(Buffer.alloc(32, 1));
  const signed = Buffer.alloc(signedBytes, 1);
  const respond = answerJson();
  return (req, res) => {
    for (let token = 0; token < tokens; token += 1)
      createHmac('sha256', key).update(signed).digest('base64url');
    respond(req, res);
  };
}

/** node:http that answers one Buffer to everything. */
function answerBuffer(): RequestListener {
  const buffer = Buffer.alloc(bytes, 0x61);
  return (_req, res) => {
    res.setHeader('Content-Type', 'image/png');
    res.setHeader('Content-Length', buffer.length);
    res.end(buffer);
  };
}

/** A JSON route of Express: `express.json()` in, `res.json()` out. */
async function answerByExpress(): Promise<RequestListener> {
  // Bare servers do not load it.
  const { default: express } = await import('express');
  const app = express();
  app.disable('x-powered-by');
  app.use(express.json());
  app.use((_req, res) => {
    res.json(answer);
  });
  return app;
}

const kinds: Readonly<Record<string, () => RequestListener | Promise<RequestListener>>> = {
  json: answerJson,
  signed: answerSigned,
  buffer: answerBuffer,
  express: answerByExpress,
};

const tell = ({ port }: { readonly port: number }) => {
  console.log(`listening on ${port}`);
};

async function listen(): Promise<void> {
  const listenerOf = kinds[values.as ?? ''];
  if (!listenerOf) throw new Error(`--as is one of ${Object.keys(kinds).join(', ')}`);
  // Longer than any bench lets a connection rest: a request on one that is being closed would never be answered.
  const server = createServer({ keepAliveTimeout: 300_000 }, await listenerOf());
  server.listen(0, '127.0.0.1', () => {
    // The address of a server that listens on a port.
    if (workers === 0) tell(server.address() as AddressInfo);
  });
}

function share(): void {
  for (let forked = 0; forked < workers; forked += 1) cluster.fork();
  let listening = 0;
  cluster.on('listening', (_worker, address) => {
    listening += 1;
    if (listening === workers) tell(address);
  });
}

process.once('SIGTERM', () => process.exit(0));
if (workers > 0 && cluster.isPrimary) share();
else void listen();
