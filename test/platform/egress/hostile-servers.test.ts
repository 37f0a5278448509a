import type { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createEgress } from '../../../src/platform/egress/egress';
import { eventually } from '../../support/eventually';
import { repeat, startHostileReceiver } from '../../support/hostile-receiver';

const timeoutMs = 1_500;
const egress = createEgress({ allowsLoopback: true, timeoutMs });
const message = { headers: {}, body: '{}', signal: new AbortController().signal };

/** Whatever somebody's server does: what comes of a message, and whether that is known before the time is over. */
const outcomes: readonly (readonly [string, (socket: Socket) => void, object])[] = [
  [
    'switches to another protocol, and stays',
    (socket) => socket.write(`HTTP/1.1 101 ${upgrade}\r\n\r\n`),
    { status: 101, problem: 'it answered 101' },
  ],
  [
    'switches to another protocol, and talks without end',
    (socket) => {
      socket.write(`HTTP/1.1 101 ${upgrade}\r\n\r\n`);
      repeat(socket, 'a');
    },
    { status: 101, problem: 'it answered 101' },
  ],
  [
    'says 101 without a protocol, and stays',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'),
    { status: 101, problem: 'it answered 101' },
  ],
  [
    'takes the message, and offers another protocol',
    (socket) => socket.write(`HTTP/1.1 200 ${upgrade}\r\nContent-Length: 2\r\n\r\nok`),
    { status: 200, problem: null },
  ],
  [
    'closes before an answer',
    (socket) => socket.end(),
    { status: null, problem: 'it could not be called: ECONNRESET' },
  ],
  [
    'resets before an answer',
    (socket) => socket.resetAndDestroy(),
    { status: null, problem: 'it could not be called: ECONNRESET' },
  ],
  [
    'closes within the head of an answer',
    (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-'),
    { status: null, problem: 'it could not be called: ECONNRESET' },
  ],
  ['says nothing', () => undefined, { status: null, problem: 'it did not answer in time' }],
  [
    'answers byte by byte',
    (socket) => {
      const drip = setInterval(() => socket.write('H'), 50);
      socket.once('close', () => {
        clearInterval(drip);
      });
    },
    { status: null, problem: expect.stringMatching(/in time|HPE_/) },
  ],
  ...[100, 102, 103, 199].map(
    (status) =>
      [
        `says ${status} without end`,
        (socket: Socket) => {
          repeat(socket, `HTTP/1.1 ${status} Later\r\nLink: </a>; rel=preload\r\n\r\n`);
        },
        { status: null, problem: 'it gave more than 10 informational answers' },
      ] as const,
  ),
  [
    'says 100 and 103 before the answer',
    (socket) =>
      socket.write(
        'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 None\r\n\r\n',
      ),
    { status: 204, problem: null },
  ],
  [
    'says 100 and then nothing',
    (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),
    { status: null, problem: 'it did not answer in time' },
  ],
  [
    'cuts the body',
    (socket) => socket.end('HTTP/1.1 500 Broken\r\nContent-Length: 100\r\n\r\nhalf'),
    { status: 500, excerpt: 'half', problem: 'it answered 500' },
  ],
  [
    'cuts a chunk of the body',
    (socket) => socket.end('HTTP/1.1 500 Broken\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nhalf'),
    { status: 500, excerpt: 'half', problem: 'it answered 500' },
  ],
  [
    'spoils a chunk of the body',
    (socket) =>
      socket.write('HTTP/1.1 500 Broken\r\nTransfer-Encoding: chunked\r\n\r\nnonsense\r\n'),
    { status: 500, problem: 'it answered 500' },
  ],
  [
    'never ends the body',
    (socket) => socket.write('HTTP/1.1 500 Broken\r\nContent-Length: 100\r\n\r\nhalf'),
    { status: 500, excerpt: 'half', problem: 'it answered 500' },
  ],
  [
    'never ends the trailers',
    (socket) => {
      socket.write('HTTP/1.1 500 Broken\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n0\r\n');
      repeat(socket, 'A: b\r\n');
    },
    { status: 500, excerpt: 'half', problem: 'it answered 500' },
  ],
];
const upgrade = 'Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket';

describe('a message to a server that', () => {
  it.each(outcomes)(
    '%s, settles in time, and its connection is closed',
    async (_name, answer, expected) => {
      const receiver = await startHostileReceiver(answer);
      const started = performance.now();
      expect(await egress.post(receiver.url, message)).toMatchObject(expected);
      expect(performance.now() - started).toBeLessThan(4 * timeoutMs);
      // The sockets of both sides hold so much; no more is read.
      expect(receiver.bytesWritten()).toBeLessThan(50 * 2 ** 20);
      await eventually(() => {
        expect(receiver.open.size).toBe(0);
      });
    },
  );

  it('switches to another protocol is given up when the process stops', async () => {
    const stopping = new AbortController();
    const receiver = await startHostileReceiver(() => {
      stopping.abort(new Error('stopping'));
    });
    const sent = egress.post(receiver.url, { ...message, signal: stopping.signal });
    await expect(sent).rejects.toThrow('stopping');
    await eventually(() => {
      expect(receiver.open.size).toBe(0);
    });
  });
});
