import { hashKey } from '@tanstack/react-query';

/**
 * Keeps the data of a query until those of another page or time are there. Data of other filters, or of another thing, are not kept:
 * they would stand below names that are not theirs, and be acted on. The second part of the query's key is what the data are about.
 */
export const keepOfSame =
  (about: unknown) =>
  <Data>(data: Data, before: { readonly queryKey: readonly unknown[] } | undefined) =>
    before !== undefined && hashKey([before.queryKey[1]]) === hashKey([about]) ? data : undefined;
