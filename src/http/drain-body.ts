import type { IncomingMessage } from 'node:http';
import { BodyPieces } from './body-pieces';

/** So much of a body is still read after its refusal; who sends more, or crumbs, is cut. */
const mostBytes = 64 * 2 ** 20;

/**
 * Reads on what a client sends of a body that was refused. A connection that is closed while its client sends is reset,
 * and the client may never see the answer. The server's time limit for requests holds meanwhile.
 *
 * @returns false where the body's length alone says that it is too much: then the connection is to be closed
 * @see RFC 9112 §9.6
 */
export function drainBody(req: IncomingMessage): boolean {
  if (Number(req.headers['content-length'] ?? 0) > mostBytes) return false;
  let left = mostBytes;
  const pieces = new BodyPieces();
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0 || !pieces.take(chunk)) req.destroy();
  });
  return true;
}
