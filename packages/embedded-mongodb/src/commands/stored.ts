import { ObjectId } from 'bson';
import { typeName } from '../bson/types';
import { decodeDocument, type Doc, encodeDocument } from '../bson/values';
import { mongoError } from '../errors';
import type { Stored } from '../storage/store';

/** Most bytes of a stored document, as clients are told, and of the documents of one answer. */
export const maxDocumentBytes = 16 << 20;
/** Where the name of the first field is in a document that begins with `_id`. */
const idName = [...Buffer.from('_id\0')];

/** @throws {MongoError} BSONObjectTooLarge (10334) above 16 MiB */
export function assertSize(bytes: Uint8Array): void {
  if (bytes.length <= maxDocumentBytes) return;
  const message = `object is too large: ${bytes.length} bytes, the maximum is ${maxDocumentBytes}`;
  throw mongoError('BSONObjectTooLarge', message);
}

/** @throws {MongoError} DollarPrefixedFieldName (52) */
function assertNoDollar(id: Doc): void {
  for (const [name, value] of id) {
    if (name.startsWith('$')) {
      const message = `_id fields may not contain '$'-prefixed fields: ${name} is not valid for storage.`;
      throw mongoError('DollarPrefixedFieldName', message);
    }
    if (value instanceof Map) assertNoDollar(value);
  }
}

/** Makes a document storable: `_id` first, generated when it is missing. */
export function toStored(doc: Doc, bytes?: Uint8Array): Stored {
  const id = doc.get('_id');
  if (Array.isArray(id) || typeName(id) === 'regex') {
    throw mongoError('InvalidIdField', `The '_id' value cannot be of type ${typeName(id)}`);
  }
  if (id instanceof Map) assertNoDollar(id);
  const [first] = doc.keys();
  const isReady = first === '_id' && bytes !== undefined;
  const whole =
    first === '_id' ? doc : new Map([['_id', id === undefined ? new ObjectId() : id], ...doc]);
  const stored = { doc: whole, bytes: isReady ? bytes : encodeDocument(whole) };
  assertSize(stored.bytes);
  return stored;
}

/**
 * Reads a document to be inserted: all of it, or only `wanted` fields where the bytes can stay as they
 * are because `_id` is the first.
 *
 * @throws {MongoError} InvalidBSON (22) and what `toStored` throws
 */
export function decodeStored(bytes: Uint8Array, wanted?: ReadonlySet<string>): Stored {
  const hasIdFirst = idName.every((byte, i) => bytes[5 + i] === byte);
  return toStored(decodeDocument(bytes, hasIdFirst ? wanted : undefined), bytes);
}
