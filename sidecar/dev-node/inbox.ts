import type { NodeRequest } from './execute';
import { dataSizeOf, isKnownType } from './request-size';

/** A whole item that a client has sent. */
export type InboxItem =
  | { readonly kind: 'version'; readonly version: number }
  | { readonly kind: 'request'; readonly request: NodeRequest }
  /** Bytes after which the node reads no more. */
  | { readonly kind: 'violation' };

/** Cuts a client's byte stream, however the network has cut it. */
export interface Inbox {
  push(chunk: Uint8Array): void;
  /** Null while nothing is whole. */
  next(): InboxItem | null;
}

const wordBytes = 4;
const signatureBytes = 64;
/** Extra data after a request; the node reads and ignores it. */
const maxExtraBytes = 32_000;

/** @see docs/ledger-protocol.md §6 */
export function createInbox(): Inbox {
  let chunks: Uint8Array[] = [];
  let size = 0;
  /** Bytes that are needed before the next item can be whole. */
  let wanted = wordBytes;
  let isGreeted = false;

  function drop(count: number, all: Buffer): void {
    const rest = all.subarray(count);
    chunks = rest.length > 0 ? [rest] : [];
    size = rest.length;
    wanted = wordBytes;
  }

  return {
    push(chunk) {
      chunks.push(chunk);
      size += chunk.length;
    },
    next() {
      if (size < wanted) return null;
      const all = Buffer.concat(chunks);
      chunks = [all];
      if (!isGreeted) {
        isGreeted = true;
        drop(wordBytes, all);
        return { kind: 'version', version: all.readInt32LE(0) };
      }
      const found = cut(all);
      if (typeof found === 'number') {
        wanted = found;
        return null;
      }
      if (found.item.kind === 'request') drop(found.size, all);
      return found.item;
    },
  };
}

/** The first request, or how many bytes there must be to tell more. */
function cut(all: Buffer): number | { readonly item: InboxItem; readonly size: number } {
  const violation = { item: { kind: 'violation' }, size: 0 } as const;
  const body = all.subarray(wordBytes);
  const [type] = body;
  if (type === undefined) return wordBytes + 1;
  if (!isKnownType(type)) return violation;
  const dataSize = dataSizeOf(body);
  if (dataSize === null) return all.length + 1;
  const requestSize = dataSize + signatureBytes;
  const length = all.readUInt32LE(0);
  if (length > requestSize + maxExtraBytes) return violation;
  const size = wordBytes + Math.max(length, requestSize);
  if (all.length < size) return size;
  const request = {
    data: new Uint8Array(body.subarray(0, dataSize)),
    signature: new Uint8Array(body.subarray(dataSize, requestSize)),
  };
  return { item: { kind: 'request', request }, size };
}
