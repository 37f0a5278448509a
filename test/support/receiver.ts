import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from '@jest/globals';

export interface ReceivedMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Somebody's webhook, on a port of its own. */
export interface Receiver {
  readonly url: string;
  readonly messages: readonly ReceivedMessage[];
  /** The answer from now on; default: 204. */
  answer: RequestListener;
}

const started: (() => void)[] = [];
afterAll(() => {
  for (const stop of started) stop();
});

export async function startReceiver(): Promise<Receiver> {
  const messages: ReceivedMessage[] = [];
  const server = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8');
    req.on('data', (part: string) => (text += part));
    req.on('end', () => {
      messages.push({ headers: textsOf(req.headers), text });
      receiver.answer(req, res);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  started.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server that listens on TCP has an address of this form.
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}/hook`,
    messages,
    answer: (_req, res) => res.writeHead(204).end(),
  };
  return receiver;
}

const textsOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
