import type { Socket } from 'node:net';
import { senderOf, type NodeAnswer, type NodeRequest } from './execute';
import { createInbox, type Inbox, type InboxItem } from './inbox';
import type { Locks } from './locks';

/** Times that bound a connection. */
export interface ClientLimits {
  /** Silence of the node, not of the client, after which it closes: bytes do not extend it. */
  readonly idleMs: number;
}

/** One connection that is served. */
export interface Client {
  /** Closes as soon as no request is under way. */
  finish(): void;
}

/** Carries out a request in the next turn, with all others that come until then. */
export type RunRequest = (request: NodeRequest) => Promise<NodeAnswer | null>;

/** The bytes of an answer that are sent; with fewer than all the connection ends. */
export type Deliver = (frame: Uint8Array) => Promise<Uint8Array>;

interface ClientDeps {
  readonly run: RunRequest;
  readonly locks: Locks;
  readonly limits: ClientLimits;
  readonly deliver: Deliver;
}

const protocolVersion = 2;
/** `i32` version, then 0 for a version that is taken and 1 for one that is not. */
const greeting = (error: 0 | 1) => new Uint8Array([protocolVersion, 0, 0, 0, error]);
/** Milliseconds that a client has to take its last answer before the connection is cut. */
const lastAnswerMs = 1000;
/** Error 47, alone and without the length before it. */
const lockRefusal = new Uint8Array([47, 0, 0, 0]);

/**
 * Serves one connection: requests in the order they come, one at a time, the next one only after the
 * answer to the one before.
 *
 * @see docs/ledger-protocol.md §6
 */
export function createClient(socket: Socket, { run, locks, limits, deliver }: ClientDeps): Client {
  const inbox: Inbox = createInbox();
  let isBusy = false;
  let isEnding = false;
  let onTaken = (): void => undefined;
  let idleTimer = setTimeout(end, limits.idleMs);

  function end(): void {
    clearTimeout(idleTimer);
    socket.end();
    // Nothing more will be said, whether the client closes or not.
    socket.destroySoon();
    idleTimer = setTimeout(() => socket.destroy(), lastAnswerMs);
  }

  function say(bytes: Uint8Array): void {
    socket.write(bytes);
    clearTimeout(idleTimer);
    idleTimer = setTimeout(end, limits.idleMs);
  }

  async function tell(frame: Uint8Array): Promise<void> {
    const sent = await deliver(frame);
    say(sent);
    if (sent.length < frame.length) end();
  }

  async function serve(item: InboxItem): Promise<void> {
    switch (item.kind) {
      case 'version':
        say(greeting(item.version === protocolVersion ? 0 : 1));
        if (item.version !== protocolVersion) end();
        return;
      case 'violation':
        socket.resetAndDestroy();
        return;
      case 'request': {
        const { user } = senderOf(item.request.data);
        if (!locks.acquire(user)) {
          say(lockRefusal);
          return;
        }
        const answer = await run(item.request).finally(() => locks.release(user));
        if (answer) await tell(frameOf(answer));
        else socket.resetAndDestroy();
        return;
      }
      default:
        item satisfies never;
    }
  }

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    socket.pause();
    for (let item = inbox.next(); item && socket.writable; item = inbox.next()) {
      await serve(item);
      // The next answer waits until this one is taken, so that none pile up here.
      if (socket.writableNeedDrain) await new Promise<void>((resolve) => (onTaken = resolve));
    }
    isBusy = false;
    if (isEnding) end();
    else socket.resume();
  }

  function finish(): void {
    isEnding = true;
    if (!isBusy || socket.writableNeedDrain) end();
  }

  socket.on('data', (chunk) => {
    inbox.push(chunk);
    void work();
  });
  socket.on('end', finish);
  socket.on('drain', () => onTaken());
  socket.on('close', () => {
    clearTimeout(idleTimer);
    onTaken();
  });
  socket.resume();
  return { finish };
}

/** `u32` length of the rest, `u32` error number, then the payload, in one piece. */
function frameOf({ code, payload }: NodeAnswer): Uint8Array {
  const frame = Buffer.allocUnsafe(8 + payload.length);
  frame.writeUInt32LE(4 + payload.length, 0);
  frame.writeUInt32LE(code, 4);
  frame.set(payload, 8);
  return frame;
}
