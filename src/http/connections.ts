import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What clients may make the server hold for them. */
export interface ConnectionLimits {
  /** Requests of one connection that wait behind the one that is answered. */
  readonly waitingPerConnection: number;
  readonly waitingInAll: number;
  /** Bytes of answers, of all connections, that were written and that no client has read. */
  readonly unreadBytes: number;
  /** Longest that a client may take to read the next `leastReadBytes` of its answer. */
  readonly slowestReadMs: number;
}

/** One read of a socket brings 64 KiB, that is some 2,500 requests: a client that waits for answers has sent no more. */
const defaultLimits: ConnectionLimits = {
  waitingPerConnection: 3_000,
  waitingInAll: 5_000,
  unreadBytes: 256 * 2 ** 20,
  slowestReadMs: 30_000,
};
/** Connections that are read in one turn of the event loop while somebody floods. */
const readAtOnce = 16;
const leastReadBytes = 16 * 1024;
const sweepMs = 1_000;

interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
}

interface Connection {
  readonly socket: Socket;
  /** What is answered now. */
  current: ServerResponse | null;
  waiting: Exchange[];
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
  #waiting = 0;
  #isReadingInTurns = false;

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
      readAt: performance.now(),
      readBytes: 0,
    };
    this.#connections.set(socket, connection);
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
      this.#readInTurns();
    } else req.socket.pause();
  }

  /** Whether an answer has begun on the connection: nothing else may be written to it. */
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
   * Floods come by many connections. So all of them are paused, and read again a few at a time: the memory of a
   * connection that is cut becomes free only between two turns of the event loop. Those that have waited longest and those
   * that have just come are read first: neither have to wait for the whole flood.
   */
  #readInTurns(): void {
    if (this.#isReadingInTurns) return;
    this.#isReadingInTurns = true;
    const held = [...this.#connections.values()];
    for (const { socket } of held) socket.pause();
    const readSome = () => {
      const some = [...held.splice(0, readAtOnce / 2), ...held.splice(-readAtOnce / 2)];
      for (const { socket, waiting } of some)
        if (!socket.destroyed && waiting.length === 0) socket.resume();
      if (held.length > 0) setImmediate(readSome);
      else this.#isReadingInTurns = false;
    };
    setImmediate(readSome);
  }

  #cut(connection: Connection): void {
    connection.socket.destroy();
    this.#forgetWaiting(connection);
  }

  #forgetWaiting(connection: Connection): void {
    this.#waiting -= connection.waiting.length;
    for (const { req } of connection.waiting.splice(0)) req.destroy();
  }

  #answer(connection: Connection, req: IncomingMessage, res: ServerResponse): void {
    connection.current = res;
    res.once('close', () => {
      connection.current = null;
      // Other connections have their turn between two answers.
      if (connection.waiting.length > 0)
        setImmediate(() => {
          this.#answerNext(connection);
        });
    });
    this.#listener(req, res);
  }

  #answerNext(connection: Connection): void {
    const next = connection.socket.destroyed ? undefined : connection.waiting.shift();
    if (!next) return;
    this.#waiting -= 1;
    if (connection.waiting.length === 0) connection.socket.resume();
    this.#answer(connection, next.req, next.res);
  }
}
