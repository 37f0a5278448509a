import type { Socket } from 'node:net';
import { MongoError } from '../errors';
import { encodeMessage, expectsReply, FrameReader, type Message, parseMessage } from './frames';
import { encodeError, encodeReply } from './reply';
import type { Reply } from '../commands/request';

const maxWaitingFrames = 16;

/** The server as a connection knows it. */
export interface ConnectionHost {
  /** Answers a command that needs no waiting, if it is one. */
  answerNow(message: Message): Reply | undefined;
  /** Answers a command. */
  run(message: Message, connection: Connection): Promise<Reply>;
  /**
   * Calls back when what was written and read so far is durable, or failed to become so; at once for a
   * message whose answer does not depend on it.
   */
  whenDurable(message: Pick<Message, 'body'>, settle: (error?: MongoError) => void): void;
  log(line: string): void;
}

/** One client: its messages are answered one after the other, in order. */
export class Connection {
  /** The socket is gone. */
  readonly closed: Promise<void>;
  readonly #socket: Socket;
  readonly #host: ConnectionHost;
  readonly #reader = new FrameReader();
  readonly #frames: Buffer[] = [];
  #isBusy = false;
  readonly #ending = new AbortController();

  constructor(
    readonly id: number,
    socket: Socket,
    host: ConnectionHost,
  ) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    this.closed = new Promise((resolve) => socket.once('close', () => resolve()));
    void this.closed.then(() => this.#ending.abort());
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => this.#receive(chunk));
    socket.on('drain', () => this.#next());
  }

  /** Aborted when the connection is closed or about to be: what waits for the client should stop. */
  get ending(): AbortSignal {
    return this.#ending.signal;
  }

  /** Answers what has begun, then closes. */
  end(): void {
    this.#ending.abort();
    if (!this.#isBusy) this.#socket.destroySoon();
  }

  /** Closes at once. */
  destroy(): void {
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    try {
      this.#frames.push(...this.#reader.push(chunk));
    } catch {
      this.#socket.destroy();
      return;
    }
    if (this.#frames.length > maxWaitingFrames) this.#socket.pause();
    this.#next();
  }

  #next(): void {
    if (this.#isBusy || this.ending.aborted || this.#socket.writableNeedDrain) return;
    const frame = this.#frames.shift();
    if (!frame) return;
    if (this.#frames.length <= maxWaitingFrames) this.#socket.resume();
    this.#isBusy = true;
    let message: Message;
    try {
      message = parseMessage(frame);
    } catch (error) {
      this.#refuse(frame, error);
      return;
    }
    let reply: Reply | undefined;
    try {
      reply = this.#host.answerNow(message);
    } catch (error) {
      this.#answer(message, () => encodeError(this.#logged(error)));
      return;
    }
    const ready = reply;
    if (ready) this.#send(message, () => encodeReply(ready));
    else {
      this.#host.run(message, this).then(
        (later) => this.#answer(message, () => encodeReply(later)),
        (error: unknown) => this.#answer(message, () => encodeError(this.#logged(error))),
      );
    }
  }

  /** Bad BSON in a sound message is answered; anything else ends the connection, as in MongoDB. */
  #refuse(frame: Buffer, error: unknown): void {
    const isAnswerable = error instanceof MongoError && error.codeName !== 'ProtocolError';
    if (!isAnswerable) {
      this.#logged(error);
      this.#socket.destroy();
      return;
    }
    const isLegacy = frame.readInt32LE(12) === 2004;
    const requestId = frame.readInt32LE(4);
    const isAwaited = isLegacy || expectsReply(frame);
    const message = { requestId, isLegacy, expectsReply: isAwaited, body: new Map() };
    this.#answer(message, () => encodeError(error));
  }

  #logged(error: unknown): unknown {
    if (!(error instanceof MongoError)) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#host.log(`internal error: ${text}`);
    }
    return error;
  }

  #answer(message: Omit<Message, 'sequences'>, encode: () => readonly Uint8Array[]): void {
    this.#host.whenDurable(message, (failure) => {
      if (!message.expectsReply) this.#finish();
      else this.#send(message, failure ? () => encodeError(failure) : encode);
    });
  }

  /** The body of an answer, or of an error: a document may be stored that is nested too deep for an answer around it. */
  #encoded(encode: () => readonly Uint8Array[]): readonly Uint8Array[] {
    try {
      return encode();
    } catch (error) {
      return encodeError(this.#logged(error));
    }
  }

  /** Writes at the end of the turn what all connections have to say: that wakes their clients once. */
  #send(message: Omit<Message, 'sequences'>, encode: () => readonly Uint8Array[]): void {
    const bytes = encodeMessage(message, this.#encoded(encode));
    if (outgoing.length === 0) setImmediate(writeOutgoing);
    outgoing.push(() => {
      this.#socket.write(bytes);
      this.#finish();
    });
  }

  #finish(): void {
    this.#isBusy = false;
    if (this.ending.aborted) this.#socket.destroySoon();
    else this.#next();
  }
}

let outgoing: (() => void)[] = [];

function writeOutgoing(): void {
  const ready = outgoing;
  outgoing = [];
  for (const write of ready) write();
}
