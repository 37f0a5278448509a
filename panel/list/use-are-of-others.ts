import { hashKey } from '@tanstack/react-query';
import { useState } from 'react';
import type { TableSearch } from './table-search';

/**
 * Says that the rows of a list are those of other filters than the ones of its search: the rows that these leave are being read. Rows
 * of another page, order or time are rows of the same filters.
 *
 * @param isFormer true while the list is that of a former search
 */
export function useAreOfOthers(
  { status, search }: Pick<TableSearch<string, string>, 'status' | 'search'>,
  isFormer: boolean,
): boolean {
  const filters = hashKey([status ?? null, search ?? null]);
  const [shown, setShown] = useState(filters);
  if (!isFormer && shown !== filters) setShown(filters);
  return isFormer && shown !== filters;
}
