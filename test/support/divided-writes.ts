import type { Connection } from 'mongoose';
import { shardKeys } from '../../src/cli/db/shard-keys';
import { isRecord } from '../../src/record';

/**
 * Lists the writes of one document that do not name the fields by which a cluster divides their collection, from now
 * on. It takes the place of the connection's `debug`.
 */
export function watchDividedWrites(db: Connection): ReadonlySet<string> {
  const wrong = new Set<string>();
  db.set('debug', (collection: string, method: string, first: unknown) => {
    const key = Object.keys(shardKeys[collection] ?? {});
    for (const { name, filter } of singleWrites(method, first))
      if (!key.every((field) => names(filter, field)))
        wrong.add(`${name} of ${collection} by ${Object.keys(filter ?? {}).join()}`);
  });
  return wrong;
}

interface Write {
  readonly name: string;
  readonly filter: unknown;
}

const single = /^(?:findOneAnd\w+|updateOne|deleteOne|replaceOne)$/;

function singleWrites(method: string, first: unknown): readonly Write[] {
  if (single.test(method)) return [{ name: method, filter: first }];
  if (method !== 'bulkWrite' || !Array.isArray(first)) return [];
  return first.flatMap((operation: object) =>
    Object.entries(operation)
      .filter(([name]) => single.test(name))
      .map(([name, { filter }]: [string, { readonly filter: unknown }]) => ({ name, filter })),
  );
}

/** Says that a filter gives a field one value: a cluster cannot tell the shard by a range. */
function names(filter: unknown, field: string): boolean {
  if (!isRecord(filter)) return false;
  const value = filter[field];
  const isRange = isRecord(value) && Object.keys(value).some((name) => /^\$(?!eq$)/.test(name));
  if (value !== undefined && !isRange) return true;
  return Array.isArray(filter['$and']) && filter['$and'].some((part) => names(part, field));
}
