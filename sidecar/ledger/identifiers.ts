import { LedgerDataError } from './errors';
import { formatHexNumber } from './hex';

/** A node's message. */
export interface MessageName {
  readonly node: number;
  readonly nodeMessageId: number;
}

/** A transaction's place: a node's message and the position in it, from 1. */
export interface TransactionName extends MessageName {
  readonly position: number;
}

/** Reads `NNNN:MMMMMMMM`, hex digits of either case. @throws {LedgerDataError} */
export function parseMessageName(text: string): MessageName {
  const [, node, message] = /^([0-9A-Fa-f]{4}):([0-9A-Fa-f]{8})$/.exec(text) ?? [];
  if (node === undefined || message === undefined) {
    throw new LedgerDataError('a message id has the form NNNN:MMMMMMMM in hex digits');
  }
  return { node: Number.parseInt(node, 16), nodeMessageId: Number.parseInt(message, 16) };
}

/** Reads `NNNN:MMMMMMMM:PPPP`, hex digits of either case. @throws {LedgerDataError} */
export function parseTransactionName(text: string): TransactionName {
  const [, message, position] = /^(.{13}):([0-9A-Fa-f]{4})$/.exec(text) ?? [];
  if (message === undefined || position === undefined) {
    throw new LedgerDataError('a transaction id has the form NNNN:MMMMMMMM:PPPP in hex digits');
  }
  return { ...parseMessageName(message), position: Number.parseInt(position, 16) };
}

/** Writes `NNNN:MMMMMMMM`, upper-case hex. */
export function formatMessageName({ node, nodeMessageId }: MessageName): string {
  return `${formatHexNumber(node, 4)}:${formatHexNumber(nodeMessageId, 8)}`;
}

/** Writes `NNNN:MMMMMMMM:PPPP`, upper-case hex. */
export function formatTransactionName(name: TransactionName): string {
  return `${formatMessageName(name)}:${formatHexNumber(name.position, 4)}`;
}

/** Reads the 8 hex digits that name a block by the Unix second it starts at. @throws {LedgerDataError} */
export function parseBlockId(text: string): number {
  if (/^[0-9A-Fa-f]{8}$/.test(text)) return Number.parseInt(text, 16);
  throw new LedgerDataError('a block id has 8 hex digits');
}

/** Writes 8 upper-case hex digits. */
export function formatBlockId(unixSeconds: number): string {
  return formatHexNumber(unixSeconds, 8);
}
