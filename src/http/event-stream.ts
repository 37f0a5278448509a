import type { ServerResponse } from 'node:http';

/** One event; `data` is one line. */
export interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
  /** A client that connects again says that it has seen this; null: it says nothing. */
  readonly id: string | null;
}

/** TCP asks a silent client after so long whether it is there. */
const keepAliveMs = 60_000;

/** An answer that goes on. @see HTML, server-sent events */
export class EventStream {
  readonly #res: ServerResponse;
  #writtenAt = performance.now();

  /** Begins the answer. */
  constructor(res: ServerResponse) {
    this.#res = res;
    res.socket?.setKeepAlive(true, keepAliveMs);
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      // Nginx would gather what it is to hand on.
      'X-Accel-Buffering': 'no',
    });
    // Some browsers call a stream open when its first byte has come.
    res.write(':\n\n');
  }

  get isOpen(): boolean {
    return this.#res.writable && !this.#res.destroyed;
  }

  onClose(run: () => void): void {
    this.#res.once('close', run);
  }

  /** @returns when the client has room for another one. A client that does not read is cut off. */
  async send({ event, data, id }: ServerSentEvent): Promise<void> {
    if (!this.isOpen) return;
    this.#writtenAt = performance.now();
    const idLine = id === null ? '' : `id: ${id}\n`;
    if (!this.#res.write(`event: ${event}\n${idLine}data: ${data}\n\n`)) await this.#drained();
  }

  /** Says that we are there, where nothing was said for so long and all of it was read. */
  beat(afterMs: number): void {
    if (!this.isOpen || performance.now() - this.#writtenAt < afterMs) return;
    this.#writtenAt = performance.now();
    if (this.#res.writableLength === 0) this.#res.write(':\n\n');
  }

  end(): void {
    if (this.isOpen) this.#res.end();
  }

  #drained(): Promise<void> {
    const res = this.#res;
    return new Promise((resolve) => {
      const done = () => {
        res.off('drain', done).off('close', done);
        resolve();
      };
      res.once('drain', done).once('close', done);
    });
  }
}
