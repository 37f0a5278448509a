import type { mongo } from 'mongoose';

/** Bytes of a document: mongoose gives the driver's own form of them where it reads lean documents. */
export type StoredBytes = Uint8Array | Pick<mongo.Binary, 'buffer'>;

/** Bytes of a document, as a buffer of their own. */
export function bufferOf(stored: StoredBytes): Buffer {
  return Buffer.from(stored instanceof Uint8Array ? stored : stored.buffer);
}
