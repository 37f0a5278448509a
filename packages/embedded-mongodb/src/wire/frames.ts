import { decodeDocument, type Doc } from '../bson/values';
import { mongoError } from '../errors';

/** @see MongoDB manual, "MongoDB Wire Protocol": the messages that are understood */
const opCodes = { reply: 1, query: 2004, msg: 2013 } as const;
const headerBytes = 16;
const maxMessageBytes = 48_000_000;
const flags = { checksumPresent: 1, moreToCome: 2 } as const;
/** Flags 0 to 15 must be understood, the others may be ignored. */
const requiredFlags = 0xffff;

/** A request of a client. */
export interface Message {
  readonly requestId: number;
  /** An OP_QUERY is answered by an OP_REPLY: drivers open a connection with one. */
  readonly isLegacy: boolean;
  readonly expectsReply: boolean;
  /** The command, with `$db`. */
  readonly body: Doc;
  /** Document sequences: big members beside the body, not decoded. */
  readonly sequences: ReadonlyMap<string, readonly Uint8Array[]>;
}

/** Cuts a stream of bytes into messages, of 48 MB at most. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #size = 0;

  /**
   * Takes what arrived; returns the messages that are now whole, each with its header.
   *
   * @throws {MongoError} ProtocolError (17) for a length that cannot be: the stream is then lost
   */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    const frames: Buffer[] = [];
    let needed = this.#needed();
    if (this.#size < needed) return frames;
    const [first = chunk, ...others] = this.#chunks;
    let rest = others.length === 0 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [rest];
    while (this.#size >= needed && needed > headerBytes) {
      frames.push(rest.subarray(0, needed));
      rest = rest.subarray(needed);
      this.#chunks = rest.length > 0 ? [rest] : [];
      this.#size = rest.length;
      needed = this.#needed();
    }
    return frames;
  }

  /** The length of the message that is arriving; of a header while that is not known. */
  #needed(): number {
    if (this.#size < 4) return headerBytes;
    let [first] = this.#chunks;
    if (!first || first.length < 4) {
      first = Buffer.concat(this.#chunks);
      this.#chunks = [first];
    }
    const length = first.readInt32LE(0);
    if (length > headerBytes && length <= maxMessageBytes) return length;
    throw mongoError('ProtocolError', `a message of ${length} bytes`);
  }
}

function malformed(reason: string): Error {
  return mongoError('ProtocolError', `malformed message: ${reason}`);
}

/** The end of a C string from `start`. */
function stringEnd(frame: Buffer, start: number): number {
  const end = frame.indexOf(0, start);
  if (end < 0) throw malformed('a string has no end');
  return end;
}

/** The length that a document or section states; it includes itself and must end before `limit`. */
function lengthAt(frame: Buffer, start: number, limit: number): number {
  const length = start + 4 <= limit ? frame.readInt32LE(start) : 0;
  if (length < 5 || start + length > limit) throw malformed('a document is cut off');
  return length;
}

function parseMsg(frame: Buffer, requestId: number): Message {
  if (frame.length < headerBytes + 5) throw malformed('it is too short');
  const flagBits = frame.readUInt32LE(headerBytes);
  const unknown = flagBits & requiredFlags & ~(flags.checksumPresent | flags.moreToCome);
  if (unknown !== 0) throw malformed(`unknown flags ${unknown}`);
  const end = frame.length - (flagBits & flags.checksumPresent ? 4 : 0);
  const sequences = new Map<string, Uint8Array[]>();
  let body: Doc | undefined;
  for (let at = headerBytes + 4; at < end; ) {
    const kind = frame[at];
    at += 1;
    const section = lengthAt(frame, at, end);
    if (kind === 0 && !body) body = decodeDocument(frame.subarray(at, at + section));
    else if (kind === 1) readSequence(frame.subarray(at, at + section), sequences);
    else throw malformed(`unexpected section of kind ${String(kind)}`);
    at += section;
  }
  if (!body) throw malformed('it has no body');
  return { requestId, isLegacy: false, expectsReply: expectsReply(frame), body, sequences };
}

/** Says that who sent an OP_MSG, malformed or not, waits for an answer. */
export function expectsReply(frame: Buffer): boolean {
  return (frame.readUInt32LE(headerBytes) & flags.moreToCome) === 0;
}

function readSequence(section: Buffer, sequences: Map<string, Uint8Array[]>): void {
  const nameEnd = stringEnd(section, 4);
  const name = section.toString('utf8', 4, nameEnd);
  if (sequences.has(name)) throw malformed(`two sequences '${name}'`);
  const documents: Uint8Array[] = [];
  for (let at = nameEnd + 1; at < section.length; ) {
    const length = lengthAt(section, at, section.length);
    documents.push(section.subarray(at, at + length));
    at += length;
  }
  sequences.set(name, documents);
}

function parseQuery(frame: Buffer, requestId: number): Message {
  const nameEnd = stringEnd(frame, headerBytes + 4);
  const ns = frame.toString('utf8', headerBytes + 4, nameEnd);
  const start = nameEnd + 9;
  if (!ns.endsWith('.$cmd')) throw malformed('a legacy query for anything but a command');
  const document = frame.subarray(start, start + lengthAt(frame, start, frame.length));
  const body = new Map(decodeDocument(document)).set('$db', ns.slice(0, -'.$cmd'.length));
  return { requestId, isLegacy: true, expectsReply: true, body, sequences: new Map() };
}

/**
 * Reads a whole message. A checksum is stepped over: on loopback there is nothing that it guards
 * against.
 *
 * @throws {MongoError} ProtocolError (17), InvalidBSON (22)
 */
export function parseMessage(frame: Buffer): Message {
  const requestId = frame.readInt32LE(4);
  const opCode = frame.readInt32LE(12);
  if (opCode === opCodes.msg) return parseMsg(frame, requestId);
  if (opCode === opCodes.query) return parseQuery(frame, requestId);
  throw malformed(`unknown opCode ${opCode}`);
}

let lastResponseId = 0;

/** Frames an answer, whose body is given in pieces. */
export function encodeMessage(
  { requestId, isLegacy }: Pick<Message, 'requestId' | 'isLegacy'>,
  pieces: readonly Uint8Array[],
): Buffer {
  const start = headerBytes + (isLegacy ? 20 : 5);
  let length = start;
  for (const piece of pieces) length += piece.length;
  const frame = Buffer.allocUnsafe(length);
  lastResponseId = (lastResponseId + 1) | 0;
  frame.writeInt32LE(length, 0);
  frame.writeInt32LE(lastResponseId, 4);
  frame.writeInt32LE(requestId, 8);
  frame.writeInt32LE(isLegacy ? opCodes.reply : opCodes.msg, 12);
  frame.fill(0, headerBytes, start);
  if (isLegacy) {
    frame.writeInt32LE(8, headerBytes);
    frame.writeInt32LE(1, headerBytes + 16);
  }
  let at = start;
  for (const piece of pieces) {
    frame.set(piece, at);
    at += piece.length;
  }
  return frame;
}
