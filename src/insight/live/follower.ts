import type { Resumable } from '../../platform/graphql/resumable';

/** Holds the one value that its reader has not taken yet. */
export class Follower<Value extends Resumable> implements AsyncIterableIterator<Value> {
  #seen: string | null;
  readonly #onEnd: () => void;
  #offered: Value | null = null;
  #error: Error | null = null;
  #isOver = false;
  #waiting: PromiseWithResolvers<IteratorResult<Value>> | null = null;

  constructor(knownRevision: string | null, onEnd: () => void) {
    this.#seen = knownRevision;
    this.#onEnd = onEnd;
  }

  offer(value: Value): void {
    this.#offered = value.revision === this.#seen ? null : value;
    this.#settle();
  }

  fail(error: Error): void {
    this.#error = error;
    this.end();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd();
    this.#settle();
  }

  next(): Promise<IteratorResult<Value>> {
    this.#waiting ??= Promise.withResolvers<IteratorResult<Value>>();
    const { promise } = this.#waiting;
    this.#settle();
    return promise;
  }

  return(): Promise<IteratorResult<Value>> {
    this.#offered = null;
    this.end();
    return Promise.resolve({ done: true, value: undefined });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  #settle(): void {
    const waiting = this.#waiting;
    if (!waiting) return;
    const value = this.#offered;
    if (value !== null) {
      this.#offered = null;
      this.#seen = value.revision;
      waiting.resolve({ done: false, value });
    } else if (this.#error) {
      waiting.reject(this.#error);
      this.#error = null;
    } else if (this.#isOver) waiting.resolve({ done: true, value: undefined });
    else return;
    this.#waiting = null;
  }
}
