import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import type { AppError } from '../../src/errors';
import { BodyBudget, freeBytes } from '../../src/http/body-budget';
import { readBytes } from '../../src/http/body-reader';
import { eventually } from '../support/eventually';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

type Outcome = AppError['code'] | Buffer | null;

/** A server that reads bodies, within a budget for all of them; it notes what comes of each, by its path. */
async function listen(budget = new BodyBudget(1_000_000)) {
  const outcomes = new Map<string, Outcome>();
  const server = createServer((req, res) => {
    readBytes(req, budget, (error, bytes) => {
      outcomes.set(req.url!, error?.code ?? bytes);
      res.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  // Safe: a server that listens on TCP has an address of this form.
  const { port } = server.address() as { port: number };
  const begin = async (path: string, framing: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    closing.push(() => socket.destroy());
    await once(socket, 'connect');
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\n${framing}\r\n\r\n`);
    return socket;
  };
  const outcomeOf = async (path: string): Promise<Outcome> => {
    await eventually(() => {
      expect([...outcomes.keys()]).toContain(path);
    }, 20_000);
    return outcomes.get(path)!;
  };
  return { outcomes, begin, outcomeOf };
}

const crumb = '1\r\na\r\n';

it('takes a body that comes in small pieces, and refuses one that comes in nothing else', async () => {
  const { begin, outcomeOf } = await listen();
  const small = await begin('/small', 'Transfer-Encoding: chunked');
  small.write(`${crumb.repeat(4_000)}0\r\n\r\n`);
  expect(await outcomeOf('/small')).toEqual(Buffer.alloc(4_000, 'a'));
  const crumbs = await begin('/crumbs', 'Transfer-Encoding: chunked');
  crumbs.write(crumb.repeat(6_000));
  expect(await outcomeOf('/crumbs')).toBe('PAYLOAD_TOO_LARGE');
});

it('takes pieces of some size, however many', async () => {
  const { begin, outcomeOf } = await listen();
  const socket = await begin('/', 'Transfer-Encoding: chunked');
  socket.write(`${`20\r\n${'b'.repeat(32)}\r\n`.repeat(8_000)}0\r\n\r\n`);
  expect(await outcomeOf('/')).toEqual(Buffer.alloc(256_000, 'b'));
});

it('refuses a long body while others hold all that there is, and never a short one', async () => {
  const { outcomes, begin, outcomeOf } = await listen(new BodyBudget(100_000));
  const length = 90_000 + freeBytes;
  const long = `Content-Length: ${length}`;
  const first = await begin('/first', long);
  first.write('a'.repeat(length - 1));
  // Some of it was taken in by now, and none of it is given back.
  const askShort = async (path: string) => {
    const socket = await begin(path, `Content-Length: ${freeBytes}`);
    socket.write('b'.repeat(freeBytes));
    return outcomeOf(path);
  };
  expect(await askShort('/short')).toHaveLength(freeBytes);
  const second = await begin('/second', long);
  second.write('c'.repeat(length));
  expect(await outcomeOf('/second')).toBe('SERVICE_UNAVAILABLE');
  expect(await askShort('/another')).toHaveLength(freeBytes);
  expect([...outcomes.keys()]).not.toContain('/first');

  first.destroy();
  expect(await outcomeOf('/first')).toBe('BAD_REQUEST');
  const third = await begin('/third', long);
  third.write('d'.repeat(length));
  expect(await outcomeOf('/third')).toHaveLength(length);
  first.destroy();
});
