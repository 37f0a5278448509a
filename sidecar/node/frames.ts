import { ledgerErrorCodes } from '../ledger/errors';

/** The protocol version that this side speaks. */
export const protocolVersion = 2;

/** The first bytes of a connection from the client's side: `i32` protocol version. */
export const hello: Uint8Array = new Uint8Array([protocolVersion, 0, 0, 0]);

const helloBytes = 5;
const lengthBytes = 4;
const codeBytes = 4;

/** One thing that a node says. */
export type NodeMessage =
  | { readonly kind: 'hello'; readonly version: number; readonly isAccepted: boolean }
  | { readonly kind: 'response'; readonly code: number; readonly payload: Uint8Array };

/** Thrown for bytes that no node following the protocol sends. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

/** Cuts a node's byte stream into messages, however the network has cut it. */
export interface FrameParser {
  /** Takes the next bytes; returns the messages they complete. @throws {FrameError} */
  push(chunk: Uint8Array): readonly NodeMessage[];
  /**
   * Whether what is pending is exactly the word 47. A node that is busy with another request of the
   * same sender answers so without a length; as a length it never occurs. Only silence or the end
   * of the stream tells the one from the start of the other.
   *
   * @see protocol.md, section 6
   */
  isLockRefusalPending(): boolean;
}

/**
 * @param maxFrameBytes largest response body that is waited for, its error code included
 * @see protocol.md, section 6
 */
export function createFrameParser({ maxFrameBytes }: { maxFrameBytes: number }): FrameParser {
  let pending: Uint8Array = new Uint8Array(0);
  let isGreeted = false;

  function next(): { message: NodeMessage; size: number } | null {
    const message = isGreeted ? readResponse(pending, maxFrameBytes) : readHello(pending);
    if (message) isGreeted = true;
    return message;
  }

  return {
    push(chunk) {
      pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
      const messages: NodeMessage[] = [];
      for (let found = next(); found; found = next()) {
        messages.push(found.message);
        pending = pending.subarray(found.size);
      }
      return messages;
    },
    isLockRefusalPending: () =>
      isGreeted &&
      pending.length === lengthBytes &&
      viewOf(pending).getUint32(0, true) === ledgerErrorCodes.lockUserFailed,
  };
}

function readHello(bytes: Uint8Array): { message: NodeMessage; size: number } | null {
  if (bytes.length < helloBytes) return null;
  const view = viewOf(bytes);
  const isAccepted = view.getUint8(4) === 0;
  return {
    message: { kind: 'hello', version: view.getInt32(0, true), isAccepted },
    size: helloBytes,
  };
}

function readResponse(
  bytes: Uint8Array,
  maxFrameBytes: number,
): { message: NodeMessage; size: number } | null {
  if (bytes.length < lengthBytes) return null;
  const view = viewOf(bytes);
  const length = view.getUint32(0, true);
  if (length < codeBytes || length > maxFrameBytes) {
    throw new FrameError(
      `a response of ${length} bytes is outside ${codeBytes} to ${maxFrameBytes}`,
    );
  }
  const size = lengthBytes + length;
  if (bytes.length < size) return null;
  const payload = new Uint8Array(bytes.subarray(lengthBytes + codeBytes, size));
  return { message: { kind: 'response', code: view.getUint32(lengthBytes, true), payload }, size };
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Puts the length before a request body: `u32`, then data and signature. */
export function encodeRequest(data: Uint8Array, signature: Uint8Array): Uint8Array {
  const frame = new Uint8Array(lengthBytes + data.length + signature.length);
  viewOf(frame).setUint32(0, data.length + signature.length, true);
  frame.set(data, lengthBytes);
  frame.set(signature, lengthBytes + data.length);
  return frame;
}
