import type { IncomingMessage } from 'node:http';
import type { BodyBudget, BudgetRefusal } from './body-budget';

/** A request body may have this many bytes. */
export const maxBodyBytes = 256 * 1024;

/** Past this the connection is cut instead of reading on. */
const maxDroppedBytes = 8 * maxBodyBytes;

/** `application/json` or `application/json-rpc`, alone or with a charset of UTF-8. */
const jsonType = /^application\/json(?:-rpc)?[ \t]*(?:;[ \t]*charset="?utf-?8"?[ \t]*)?;?$/i;

/** Says that the body is JSON in UTF-8, not compressed, as far as the headers say. */
export function isJson({ headers }: IncomingMessage): boolean {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') return false;
  return jsonType.test(headers['content-type'] ?? '');
}

/** A body that has come whole, or why it has not been taken in. */
export type Body =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'too large' }
  | { readonly kind: 'in crumbs' }
  | { readonly kind: 'over budget'; readonly bound: BudgetRefusal };

/** The part of the budget that one body holds. */
export interface BodyShare {
  /** @returns null if it may hold so many bytes from now on, more than before */
  grow(bytes: number): BudgetRefusal | null;
  giveBack(): void;
}

export function openShare(budget: BodyBudget, client: string): BodyShare {
  let held = 0;
  return {
    grow(bytes) {
      const refusal = budget.take(client, bytes - held);
      if (refusal === null) held = bytes;
      return refusal;
    },
    giveBack() {
      budget.giveBack(client, held);
      held = 0;
    },
  };
}

/** A body in smaller pieces than these keeps the event loop from other work, but for so many of them. */
const leastPieceBytes = 64;
const mostSmallPieces = 5_000;

/** A body of no more than this takes nothing of the budget: the number of connections bounds such bodies. */
const leastCapacity = 4096;

/**
 * Takes the body in, as far as it is not too large and its share of the budget grows. Somewhat too large a
 * body is taken in and dropped, because most clients read an answer only after they have sent everything.
 */
export function readBody(request: IncomingMessage, share: BodyShare): Promise<Body> {
  const { promise, resolve } = Promise.withResolvers<Body>();
  // One piece that grows: a body that comes byte by byte would need many times its size in chunks.
  let bytes = Buffer.alloc(0);
  let size = 0;
  let pieces = 0;

  function append(chunk: Buffer, end: number): BudgetRefusal | null {
    if (end > bytes.length) {
      const capacity = Math.min(maxBodyBytes, Math.max(leastCapacity, 2 * bytes.length, end));
      const refusal = capacity > leastCapacity ? share.grow(capacity) : null;
      if (refusal) return refusal;
      const larger = Buffer.allocUnsafe(capacity);
      bytes.copy(larger, 0, 0, size);
      bytes = larger;
    }
    chunk.copy(bytes, size);
    return null;
  }

  function drop(): void {
    bytes = Buffer.alloc(0);
    share.giveBack();
  }

  function stop(body: Body): void {
    drop();
    request.removeAllListeners('data').pause();
    resolve(body);
  }

  request.on('data', (chunk: Buffer) => {
    const end = size + chunk.length;
    const bound = end <= maxBodyBytes ? append(chunk, end) : null;
    size = end;
    pieces += 1;
    if (size > maxBodyBytes) drop();
    if (size > maxDroppedBytes) resolve({ kind: 'too large' });
    if (pieces > mostSmallPieces + size / leastPieceBytes) stop({ kind: 'in crumbs' });
    else if (bound !== null) stop({ kind: 'over budget', bound });
  });
  request.on('end', () =>
    resolve(
      size > maxBodyBytes
        ? { kind: 'too large' }
        : { kind: 'text', text: decodeUtf8(bytes.subarray(0, size)) },
    ),
  );
  // The client has gone, so nobody gets the answer.
  request.on('error', () => resolve({ kind: 'text', text: '' }));
  return promise;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Ill-formed UTF-8 becomes text that is no JSON. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return '';
  }
}
