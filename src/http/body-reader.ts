import type { IncomingMessage } from 'node:http';
import { AppError } from '../errors';
import type { BodyBudget } from './body-budget';
import { BodyPieces } from './body-pieces';

/** Largest JSON body, in bytes. */
const maxBodyBytes = 256 * 1024;
/** Pieces that are kept one by one: many small ones take many times the memory of their bytes. */
const mostChunks = 64;

/** Called once: with an error, or with all that came. */
type OnBytes = (error: AppError | null, bytes: Buffer | null) => void;

/** Takes in one body, as far as it is not too large, comes in few enough pieces, and there is room for it. */
class BodyReader {
  readonly #budget: BodyBudget;
  readonly #onBytes: OnBytes;
  readonly #pieces = new BodyPieces();
  #chunks: Buffer[] = [];
  #length = 0;
  #held = 0;
  #isDone = false;

  constructor(budget: BodyBudget, onBytes: OnBytes) {
    this.#budget = budget;
    this.#onBytes = onBytes;
  }

  take(chunk: Buffer): void {
    if (this.#isDone) return;
    this.#length += chunk.length;
    const held = this.#budget.grow({ held: this.#held, length: this.#length });
    if (this.#length > maxBodyBytes) this.end(tooLarge(), null);
    else if (!this.#pieces.take(chunk)) this.end(inCrumbs(), null);
    else if (held === null) this.end(tooMany(), null);
    else {
      this.#held = held;
      if (this.#chunks.push(chunk) === mostChunks) this.#chunks = [Buffer.concat(this.#chunks)];
    }
  }

  finish(): void {
    const [first] = this.#chunks;
    this.end(null, first && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks));
  }

  end(...[error, bytes]: Parameters<OnBytes>): void {
    if (this.#isDone) return;
    this.#isDone = true;
    this.#budget.giveBack(this.#held);
    this.#chunks = [];
    this.#onBytes(error, bytes);
  }
}

/** Calls back once, with an {@link AppError} `PAYLOAD_TOO_LARGE`, `SERVICE_UNAVAILABLE`, or `BAD_REQUEST`, or with all that came. */
export function readBytes(req: IncomingMessage, budget: BodyBudget, onBytes: OnBytes): void {
  if (Number(req.headers['content-length'] ?? 0) > maxBodyBytes) {
    req.resume();
    onBytes(tooLarge(), null);
    return;
  }
  const reader = new BodyReader(budget, onBytes);
  req.on('data', (chunk: Buffer) => {
    reader.take(chunk);
  });
  req.on('end', () => {
    reader.finish();
  });
  req.on('error', (cause) => {
    reader.end(new AppError('BAD_REQUEST', 'the body ended early', { cause }), null);
  });
}

const tooLarge = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', `the body has more than ${maxBodyBytes} bytes`);

export const inCrumbs = (): AppError =>
  new AppError('PAYLOAD_TOO_LARGE', 'the body comes in too many pieces');

const tooMany = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'too many bodies are on their way', { retryAfterSeconds: 1 });
