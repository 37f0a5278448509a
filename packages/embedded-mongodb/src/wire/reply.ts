import { type Doc, encodeDocument, toDoc, type Value } from '../bson/values';
import { MongoError, mongoError } from '../errors';
import type { CursorReply } from '../commands/cursors';
import { one, type Reply } from '../commands/request';

const documentType = 3;
const arrayType = 4;
const emptyDocument = encodeDocument(new Map());
const okDocument = encodeDocument(new Map([['ok', one]]));
/** Element names of arrays, with their type byte. */
const elementHeads: Buffer[] = [];

function elementHead(index: number): Buffer {
  if (index >= 1024) return Buffer.from(`\x03${index}\0`, 'latin1');
  elementHeads[index] ??= Buffer.from(`\x03${index}\0`, 'latin1');
  return elementHeads[index];
}

/** `{ name: value, ...rest }`, where the value is made of ready pieces. */
function prepend(
  type: number,
  name: string,
  pieces: readonly Uint8Array[],
  rest: Uint8Array,
): Uint8Array[] {
  const head = Buffer.alloc(6 + name.length);
  let length = head.length + rest.length - 4;
  for (const piece of pieces) length += piece.length;
  head.writeInt32LE(length, 0);
  head[4] = type;
  head.write(name, 5, 'latin1');
  return [head, ...pieces, rest.subarray(4)];
}

function encodeBatch(batch: readonly Uint8Array[]): Uint8Array[] {
  const start = Buffer.alloc(4);
  const pieces: Uint8Array[] = [start];
  let length = 5;
  batch.forEach((bytes, i) => {
    const head = elementHead(i);
    pieces.push(head, bytes);
    length += head.length + bytes.length;
  });
  start.writeInt32LE(length, 0);
  pieces.push(emptyDocument.subarray(4));
  return pieces;
}

function encodeCursor(reply: CursorReply): Uint8Array[] {
  const rest: Doc = toDoc({ id: reply.cursorId, ns: reply.ns });
  if (reply.postBatchResumeToken) rest.set('postBatchResumeToken', reply.postBatchResumeToken);
  if (reply.atClusterTime) rest.set('atClusterTime', reply.atClusterTime);
  const batch = encodeBatch(reply.batch);
  const cursor = prepend(arrayType, reply.batchName, batch, encodeDocument(rest));
  return prepend(documentType, 'cursor', cursor, okDocument);
}

/** An answer's body in pieces, `ok: 1` added. */
export function encodeReply(reply: Reply): readonly Uint8Array[] {
  if (!(reply instanceof Map)) return encodeCursor(reply);
  return [encodeDocument(new Map(reply).set('ok', one))];
}

/** The body of an error. Errors other than MongoError are logged, not shown. */
export function encodeError(error: unknown): readonly Uint8Array[] {
  const known =
    error instanceof MongoError
      ? error
      : mongoError('InternalError', 'internal error, see the log');
  const doc: Doc = new Map<string, Value>([
    ['ok', 0],
    ['errmsg', known.message],
    ['code', known.code],
    ['codeName', known.codeName],
    ...Object.entries(known.extra),
  ]);
  if (known.errorLabels.length > 0) doc.set('errorLabels', [...known.errorLabels]);
  return [encodeDocument(doc)];
}
