import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { readInSlices } from './sliced-reading';

/** The most that clients may make the server hold for them. */
export interface ConnectionLimits {
  /** Requests of one connection that wait behind the one that is answered. */
  readonly waitingPerConnection: number;
  readonly waitingInAll: number;
  /** Bytes of requests, of all connections, that wait unparsed. */
  readonly unparsedBytes: number;
  /** Bytes of answers, of all connections, that were written and that no client has read. */
  readonly unreadBytes: number;
  /** Longest that a client may take to read the next `leastReadBytes` of its answer. */
  readonly slowestReadMs: number;
}

/** One read of a socket brings 64 KiB, that is some 2,500 requests: a client that waits for answers has sent no more. */
const defaultLimits: ConnectionLimits = {
  waitingPerConnection: 3_000,
  waitingInAll: 5_000,
  unparsedBytes: 32 * 2 ** 20,
  unreadBytes: 256 * 2 ** 20,
  slowestReadMs: 30_000,
};
/** Requests of one connection that wait: whoever has more of them floods. */
const mostCalmWaiting = 16;
/** Requests that waited and are answered in one turn of the event loop. */
const answersAtOnce = 8;
/** For how long connections that come after a flood are watched like those in it. */
const floodMs = 60_000;
const leastReadBytes = 16 * 1024;
const sweepMs = 1_000;

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

interface Connection {
  readonly socket: Socket;
  /** The answer that is being written; null: none. */
  current: ServerResponse | null;
  waiting: Exchange[];
  /** True while the socket's bytes are parsed slice by slice. */
  isSliced: boolean;
  unparsedBytes: number;
  /** When we last found the client fast enough, in ms, and how many bytes it had read by then. */
  readAt: number;
  readBytes: number;
}

/**
 * The connections of a server. Requests that a client sends without waiting for answers (pipelining) are answered one
 * after the other, and nothing more is read of it meanwhile; a client that asks for too much, or does not read, is cut
 * off.
 *
 * @see RFC 9112 §9.3.2
 */
export class Connections {
  readonly #listener: RequestListener;
  readonly #limits: ConnectionLimits;
  readonly #connections = new Map<Socket, Connection>();
  readonly #sweep: NodeJS.Timeout;
  /** Connections whose next request can be answered, in their order. */
  readonly #ready: Connection[] = [];
  #answersSoon = false;
  #waiting = 0;
  #unparsedBytes = 0;
  #floodedUntil = -Infinity;

  constructor(listener: RequestListener, limits: Partial<ConnectionLimits> = {}) {
    this.#listener = listener;
    this.#limits = { ...defaultLimits, ...limits };
    this.#sweep = setInterval(() => {
      this.cutSlowReaders(performance.now());
    }, sweepMs).unref();
  }

  /** Takes a new connection into account. */
  add(socket: Socket): void {
    const connection: Connection = {
      socket,
      current: null,
      waiting: [],
      isSliced: false,
      unparsedBytes: 0,
      readAt: performance.now(),
      readBytes: 0,
    };
    this.#connections.set(socket, connection);
    if (this.#isFlooded()) this.#slice(connection);
    socket.once('close', () => {
      this.#forgetWaiting(connection);
      this.#connections.delete(socket);
    });
  }

  /** Answers a request when it is its turn. */
  take(req: IncomingMessage, res: ServerResponse): void {
    const connection = this.#connections.get(req.socket);
    if (!connection || req.socket.destroyed) {
      // The parser still finds requests in what came before the cut. Node would log an error for each.
      req.destroy();
      return;
    }
    if (!connection.current && connection.waiting.length === 0) {
      this.#answer(connection, req, res);
      return;
    }
    connection.waiting.push({ req, res });
    this.#waiting += 1;
    const { waitingInAll, waitingPerConnection } = this.#limits;
    if (connection.waiting.length > waitingPerConnection || this.#waiting > waitingInAll) {
      this.#cut(connection);
    } else req.socket.pause();
    if (connection.waiting.length > mostCalmWaiting) this.#readInSlices(connection);
  }

  /** Says that an answer has begun on the connection: nothing else may be written there. */
  isAnswering(socket: Socket): boolean {
    return this.#connections.get(socket)?.current?.headersSent === true;
  }

  /** @param now in ms, of a clock that only goes forward */
  cutSlowReaders(now: number): void {
    const slow: Connection[] = [];
    let unread = 0;
    for (const connection of this.#connections.values()) {
      const { writableLength, bytesWritten, destroyed } = connection.socket;
      if (destroyed) continue;
      const readBytes = bytesWritten - writableLength;
      if (writableLength === 0 || readBytes - connection.readBytes >= leastReadBytes)
        Object.assign(connection, { readAt: now, readBytes });
      if (writableLength === 0) continue;
      if (now - connection.readAt > this.#limits.slowestReadMs) this.#cut(connection);
      else {
        unread += writableLength;
        slow.push(connection);
      }
    }
    if (unread <= this.#limits.unreadBytes) return;
    for (const connection of slow.sort((one, other) => one.readAt - other.readAt)) {
      unread -= connection.socket.writableLength;
      this.#cut(connection);
      if (unread <= this.#limits.unreadBytes) return;
    }
  }

  close(): void {
    clearInterval(this.#sweep);
  }

  /**
   * Floods come by many connections. From now on all of them are read in slices, and those that come within a minute: so
   * only the connection that began the flood has got so much work done at once.
   */
  #readInSlices(first: Connection): void {
    const isNew = !this.#isFlooded();
    this.#floodedUntil = performance.now() + floodMs;
    if (!isNew) return;
    for (const connection of this.#connections.values())
      if (connection !== first) this.#slice(connection);
    // The bytes that came with the requests are parsed by now.
    setImmediate(() => {
      if (!first.socket.destroyed) this.#slice(first);
    });
  }

  #isFlooded(): boolean {
    return performance.now() < this.#floodedUntil;
  }

  #slice(connection: Connection): void {
    if (connection.isSliced) return;
    connection.isSliced = true;
    readInSlices(connection.socket, {
      isHeld: () => connection.waiting.length > 0,
      noteUnparsed: (bytes) => {
        this.#noteUnparsed(connection, bytes);
        if (bytes > 0 && this.#unparsedBytes > this.#limits.unparsedBytes) this.#cut(connection);
      },
    });
  }

  #noteUnparsed(connection: Connection, bytes: number): void {
    this.#unparsedBytes += bytes - connection.unparsedBytes;
    connection.unparsedBytes = bytes;
  }

  #cut(connection: Connection): void {
    connection.socket.destroy();
    this.#forgetWaiting(connection);
  }

  #forgetWaiting(connection: Connection): void {
    this.#noteUnparsed(connection, 0);
    this.#waiting -= connection.waiting.length;
    for (const { req } of connection.waiting.splice(0)) req.destroy();
  }

  #answer(connection: Connection, req: IncomingMessage, res: ServerResponse): void {
    connection.current = res;
    res.once('close', () => {
      connection.current = null;
      if (connection.waiting.length > 0) this.#answerLater(connection);
    });
    this.#listener(req, res);
  }

  /** A turn of the event loop is short, whoever floods: the system hands over one new connection in each. */
  #answerLater(connection: Connection): void {
    this.#ready.push(connection);
    this.#answerSoon();
  }

  #answerSoon(): void {
    if (this.#answersSoon) return;
    this.#answersSoon = true;
    setImmediate(() => {
      for (const connection of this.#ready.splice(0, answersAtOnce)) this.#answerNext(connection);
      this.#answersSoon = false;
      if (this.#ready.length > 0) this.#answerSoon();
    });
  }

  #answerNext(connection: Connection): void {
    const next = connection.socket.destroyed ? undefined : connection.waiting.shift();
    if (!next) return;
    this.#waiting -= 1;
    if (connection.waiting.length === 0) resume(connection.socket);
    this.#answer(connection, next.req, next.res);
  }
}

/** Goes on reading, unless the server itself does not want to: it does not while an answer is not read. */
function resume(socket: Socket): void {
  if (!socket.writableNeedDrain) socket.resume();
  else
    socket.once('drain', () => {
      socket.resume();
    });
}
