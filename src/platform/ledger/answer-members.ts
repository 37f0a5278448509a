import { parseBlockId } from '../../../sidecar/ledger/identifiers';
import { type Amount, parseAmount } from '../../amount';
import { isRecord } from '../../record';
import { malformed } from './json-rpc-client';

type Members = Readonly<Record<string, unknown>>;

/** @throws {LedgerFailure} */
export function requireRecord(value: unknown): Members {
  if (isRecord(value)) return value;
  throw malformed('an object is missing in an answer');
}

/** @throws {LedgerFailure} */
export function requireText(record: Members, name: string): string {
  const value = record[name];
  if (typeof value === 'string') return value;
  throw malformed(`${name} is missing in an answer`);
}

/** @throws {LedgerFailure} */
export function requireCount(record: Members, name: string): number {
  const text = requireText(record, name);
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw malformed(`${name} is no number in an answer`);
}

/** @throws {LedgerFailure} */
export function requireAmount(record: Members, name: string): Amount {
  const amount = parseAmount(requireText(record, name));
  if (amount !== null) return amount;
  throw malformed(`${name} is no amount in an answer`);
}

/** @throws {LedgerFailure} */
export function requireRecords(value: unknown, name: string): readonly Members[] {
  return requireList(value, name).map(requireRecord);
}

/** @throws {LedgerFailure} */
export function requireList(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  throw malformed(`${name} is no list in an answer`);
}

/** When a block begins, from the id that names it. @throws {LedgerFailure} */
export function requireBlock(value: unknown): Date {
  if (typeof value !== 'string' || !/^[0-9A-F]{8}$/.test(value))
    throw malformed('a block has no id in an answer');
  return new Date(parseBlockId(value) * 1000);
}
