import { isReadable } from '../../validation';
import { LeftOut, type LeftOutReason } from './left-out';

/** An object of a peer’s list, before anything is known of its members. */
export type ListedMembers = Readonly<Record<string, unknown>>;

const hex32 = /^[0-9a-f]{32}$/i;

/** An id of a peer: 32 hex digits without dashes. */
export function readTheirId(value: unknown): string {
  if (typeof value === 'string' && hex32.test(value)) return value.toLowerCase();
  throw new LeftOut('id');
}

/** Text of 1 to so many characters that people can read. */
export function readListedText(value: unknown, most: number, reason: LeftOutReason): string {
  const isText = typeof value === 'string' && value.length >= 1 && value.length <= most;
  if (isText && isReadable(value)) return value;
  throw new LeftOut(reason);
}
