import { notFound } from './errors';

/** 32 hex digits, with or without the dashes of a UUID, in any case. */
const uuid = /^[0-9a-f]{8}(-?)[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{4}\1[0-9a-f]{12}$/i;

/** The same for documents of requests, whose patterns have no flags. */
export const uuidPattern = uuid.source.replaceAll('a-f', 'a-fA-F');

/** Says that a text is an id in any accepted form: 32 hex digits, dashed like a UUID or not, in any case. */
export function isUuid(text: string): boolean {
  return uuid.test(text);
}

/** Writes an id in the stored form, 32 lower-case hex digits. @param text a text that `isUuid` takes */
export function toId(text: string): string {
  return text.length === 32 ? text.toLowerCase() : text.replaceAll('-', '').toLowerCase();
}

/** The stored form of an id. @throws {AppError} `NOT_FOUND` for a text that is none: there is nothing by that name. */
export function requireId(noun: string, text: string): string {
  if (!isUuid(text)) throw notFound(noun, text);
  return toId(text);
}

/** The stored form of an id in any form; names of jobs and the like are as they are. */
export function normaliseId(text: string): string {
  return isUuid(text) ? toId(text) : text;
}

/** A new id in the form that is stored: a UUID v4 without its dashes. @see RFC 9562 §5.4 */
export function createId({
  randomBytes,
}: {
  readonly randomBytes: (length: number) => Buffer;
}): string {
  return idOfBytes(randomBytes(16));
}

/** The id that 16 bytes make: 6 of their bits become, in place, the version and the variant of a random UUID. */
export function idOfBytes(bytes: Buffer): string {
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x40;
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80;
  return bytes.toString('hex');
}

/** The dashed form of a stored id, as the management interface shows it. */
export function toDashed(id: string): string {
  return id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
