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
   * Says that the pending bytes are exactly the word 47. A node that is busy with another request of the same sender
   * answers this word without a length in front. No answer has the length 47, but only silence or the end of the stream
   * tells that nothing follows.
   * @see docs/ledger-protocol.md §6
   */
  isLockRefusalPending(): boolean;
  /** Says that every byte so far was part of a message that `push` has returned. */
  isEmpty(): boolean;
}

/**
 * @param maxFrameBytes largest response body that is waited for, its error code included
 * @see docs/ledger-protocol.md §6
 */
export function createFrameParser({ maxFrameBytes }: { maxFrameBytes: number }): FrameParser {
  let chunks: Uint8Array[] = [];
  /** Bytes in `chunks`, and how many of them it takes to get further. */
  let size = 0;
  let needed = helloBytes;
  let isGreeted = false;

  /** Joins the chunks only when there are enough bytes, so that slow bytes are not copied again and again. */
  function take(): NodeMessage | null {
    const [first] = chunks;
    const bytes = first && chunks.length === 1 ? first : Buffer.concat(chunks, size);
    chunks = [bytes];
    if (isGreeted && needed === lengthBytes) {
      needed += readLength(bytes, maxFrameBytes);
      return null;
    }
    const message = isGreeted ? readResponse(bytes.subarray(0, needed)) : readHello(bytes);
    chunks = [bytes.subarray(needed)];
    size -= needed;
    needed = lengthBytes;
    isGreeted = true;
    return message;
  }

  return {
    push(chunk) {
      chunks.push(chunk);
      size += chunk.length;
      const messages: NodeMessage[] = [];
      while (size >= needed) {
        const message = take();
        if (message) messages.push(message);
      }
      return messages;
    },
    isLockRefusalPending: () =>
      size === lengthBytes && needed === lengthBytes + ledgerErrorCodes.lockUserFailed,
    isEmpty: () => size === 0,
  };
}

function readHello(bytes: Uint8Array): NodeMessage {
  const view = viewOf(bytes);
  return { kind: 'hello', version: view.getInt32(0, true), isAccepted: view.getUint8(4) === 0 };
}

function readLength(bytes: Uint8Array, maxFrameBytes: number): number {
  const length = viewOf(bytes).getUint32(0, true);
  if (length >= codeBytes && length <= maxFrameBytes) return length;
  throw new FrameError(`a response of ${length} bytes is outside ${codeBytes} to ${maxFrameBytes}`);
}

/** @param frame length, error code and the rest, whole */
function readResponse(frame: Uint8Array): NodeMessage {
  const payload = new Uint8Array(frame.subarray(lengthBytes + codeBytes));
  return { kind: 'response', code: viewOf(frame).getUint32(lengthBytes, true), payload };
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
