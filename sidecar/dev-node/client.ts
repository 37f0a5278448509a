import type { Socket } from 'node:net';
import { senderOf, type NodeAnswer, type NodeRequest } from './execute';
import { createInbox, type Inbox, type InboxItem } from './inbox';
import type { Locks } from './locks';

/** Times that bound a connection. */
export interface ClientLimits {
  /** Silence of the node, not of the client, after which it closes: bytes do not extend it. */
  readonly idleMs: number;
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
export class Client {
  readonly #inbox: Inbox = createInbox();
  #isBusy = false;
  #isEnding = false;
  #onTaken = (): void => undefined;
  #idleTimer: NodeJS.Timeout;

  constructor(
    private readonly socket: Socket,
    private readonly deps: ClientDeps,
  ) {
    this.#idleTimer = this.#endLater();
    socket.on('data', (chunk) => {
      this.#inbox.push(chunk);
      void this.#work();
    });
    socket.on('end', () => {
      this.finish();
    });
    socket.on('drain', () => {
      this.#onTaken();
    });
    socket.on('close', () => {
      clearTimeout(this.#idleTimer);
      this.#onTaken();
    });
    socket.resume();
  }

  /** Closes as soon as no request is under way. */
  finish(): void {
    this.#isEnding = true;
    if (!this.#isBusy || this.socket.writableNeedDrain) this.#end();
  }

  #endLater(): NodeJS.Timeout {
    return setTimeout(() => {
      this.#end();
    }, this.deps.limits.idleMs);
  }

  #end(): void {
    clearTimeout(this.#idleTimer);
    this.socket.end();
    // Nothing more will be said, whether the client closes or not.
    this.socket.destroySoon();
    this.#idleTimer = setTimeout(() => this.socket.destroy(), lastAnswerMs);
  }

  #say(bytes: Uint8Array): void {
    this.socket.write(bytes);
    clearTimeout(this.#idleTimer);
    this.#idleTimer = this.#endLater();
  }

  async #tell(frame: Uint8Array): Promise<void> {
    const sent = await this.deps.deliver(frame);
    this.#say(sent);
    if (sent.length < frame.length) this.#end();
  }

  async #serve(item: InboxItem): Promise<void> {
    switch (item.kind) {
      case 'version':
        this.#say(greeting(item.version === protocolVersion ? 0 : 1));
        if (item.version !== protocolVersion) this.#end();
        return;
      case 'violation':
        this.socket.resetAndDestroy();
        return;
      case 'request':
        await this.#answer(item.request);
        return;
      default:
        item satisfies never;
    }
  }

  async #answer(request: NodeRequest): Promise<void> {
    const { locks, run } = this.deps;
    const { user } = senderOf(request.data);
    if (!locks.acquire(user)) {
      this.#say(lockRefusal);
      return;
    }
    const answer = await run(request).finally(() => locks.release(user));
    if (answer) await this.#tell(frameOf(answer));
    else this.socket.resetAndDestroy();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    const { socket } = this;
    socket.pause();
    for (let item = this.#inbox.next(); item && socket.writable; item = this.#inbox.next()) {
      await this.#serve(item);
      // The next answer waits until this one is taken, so that none pile up here.
      if (socket.writableNeedDrain) await new Promise<void>((resolve) => (this.#onTaken = resolve));
    }
    this.#isBusy = false;
    if (this.#isEnding) this.#end();
    else socket.resume();
  }
}

/** `u32` length of the rest, `u32` error number, then the payload, in one piece. */
function frameOf({ code, payload }: NodeAnswer): Uint8Array {
  const frame = Buffer.allocUnsafe(8 + payload.length);
  frame.writeUInt32LE(4 + payload.length, 0);
  frame.writeUInt32LE(code, 4);
  frame.set(payload, 8);
  return frame;
}
