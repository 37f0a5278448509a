import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalid } from '../../errors';
import type { SigningKey, SigningKeys } from '../keys/signing-key.store';
import type { Snapshot } from './page';

/** A place in a snapshot of a list. */
export interface Position {
  /** Places in front of what follows the cursor. */
  readonly offset: number;
  readonly snapshot: Snapshot;
}

/** A place in a list that is in the order of time: a page goes on behind it, and nobody counts what is in front. */
export interface TimedPlace {
  readonly at: Date;
  readonly id: string;
  /** Which one of those with this id, from 0, the default. */
  readonly position?: number;
}

/** The problem of a cursor that was not made for the list that it is given to. */
export const foreignCursor = 'is not a cursor of this list';

/** The version of the cursors that `encodeCursor` writes. */
const version = 2;
const macBytes = 12;
const maxCursorLength = 256;

type FirstForm = [offset: number, total: number, takenAt: number, last: Snapshot['last']];
type SecondForm = [version: number, ...FirstForm];

/**
 * Writes a position as opaque text, base64url: a MAC of 12 bytes over list and position, and version and position as JSON.
 *
 * @param keys the first one signs
 * @param list which list it is of, with its owner and filter: in another one the cursor is worth nothing
 */
export function encodeCursor(
  keys: SigningKeys,
  list: string,
  { offset, snapshot }: Position,
): string {
  const { last, takenAt, total } = snapshot;
  const text = Buffer.from(JSON.stringify([version, offset, total, takenAt, last]));
  return Buffer.concat([macOf(keys[0], list, text), text]).toString('base64url');
}

/** @returns null for what none of the keys has signed for this list, and for what a later version has. */
export function decodeCursor(
  keys: readonly SigningKey[],
  list: string,
  cursor: string,
): Position | null {
  const bytes = bytesOf(cursor);
  if (bytes === null) return null;
  const [mac, text] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)];
  if (!keys.some((key) => timingSafeEqual(macOf(key, list, text), mac))) return null;
  // We have written it: it has one of these forms.
  const members = JSON.parse(text.toString()) as FirstForm | SecondForm;
  const [found, ...position]: SecondForm = members.length === 4 ? [1, ...members] : members;
  if (found > version) return null;
  const [offset, total, takenAt, last] = position;
  return { offset, snapshot: { last, takenAt, total } };
}

/** A text that may be a cursor, of whatever list. @throws {AppError} `VALIDATION_FAILED` for any other. */
export function parseCursor(text: string): string {
  if (bytesOf(text) === null) throw invalid({ after: [foreignCursor] });
  return text;
}

function bytesOf(cursor: string): Buffer | null {
  if (cursor.length > maxCursorLength) return null;
  const bytes = Buffer.from(cursor, 'base64url');
  // Other spellings of the same bytes are not ours.
  return bytes.length > macBytes && bytes.toString('base64url') === cursor ? bytes : null;
}

/** Writes a place as a cursor. @param list as for {@link encodeCursor} */
export function encodePlace(
  keys: SigningKeys,
  list: string,
  { at, id, position = 0 }: TimedPlace,
): string {
  const snapshot = { last: [at.getTime(), id] as const, takenAt: 0, total: 0 };
  return encodeCursor(keys, list, { offset: position, snapshot });
}

/**
 * The place that {@link encodePlace} has written; null without a cursor.
 *
 * @throws {AppError} `VALIDATION_FAILED` for a cursor of another list.
 */
export function decodePlace(
  keys: readonly SigningKey[],
  list: string,
  cursor: string | null | undefined,
): Required<TimedPlace> | null {
  if (cursor == null) return null;
  const found = decodeCursor(keys, list, cursor);
  const last = found?.snapshot.last;
  if (!found || last == null || typeof last === 'number') throw invalid({ after: [foreignCursor] });
  return { at: new Date(last[0]), id: last[1], position: found.offset };
}

function macOf({ secret }: SigningKey, list: string, text: Buffer): Buffer {
  const mac = createHmac('sha256', secret).update(`${list}\0`).update(text).digest();
  return mac.subarray(0, macBytes);
}
