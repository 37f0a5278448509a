import { LedgerDataError } from '../../ledger/errors';
import { invalidParams } from '../../rpc/params';

type Readers = Readonly<Record<string, () => unknown>>;
type FieldsOf<R extends Readers> = { readonly [K in keyof R]: ReturnType<R[K]> };

/**
 * Reads all members of a call, each with a function that throws `LedgerDataError` for a bad one.
 *
 * @throws {RpcError} INVALID_PARAMS with every bad member in `data`, by name
 */
export function readFields<R extends Readers>(readers: R): FieldsOf<R> {
  const fields: Record<string, unknown> = {};
  const bad = new Map<string, string[]>();
  for (const [name, read] of Object.entries(readers)) {
    try {
      fields[name] = read();
    } catch (error) {
      if (!(error instanceof LedgerDataError)) throw error;
      bad.set(name, [`is not valid: ${error.message}`]);
    }
  }
  if (bad.size > 0) throw invalidParams(bad);
  // Every reader has put in what it returns.
  return fields as FieldsOf<R>;
}
