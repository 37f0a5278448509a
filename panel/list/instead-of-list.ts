import { isNarrowed, type TableSearch } from './table-search';

/** As much of the query for a page of a list as this takes. */
interface ListQuery {
  readonly data: { readonly totalCount: number } | undefined;
  /** True once an answer to it, or a problem, has come. */
  readonly isFetched: boolean;
  readonly isPending: boolean;
  readonly isPlaceholderData: boolean;
}

/**
 * Tells what stands in the place of a list with its tools; null: the list itself. The page of a former search says nothing of a list
 * that nothing narrows, and tools that are there stay while it is read again.
 */
export function insteadOfList(
  { data, isFetched, isPending, isPlaceholderData }: ListQuery,
  search: TableSearch<string, string>,
): 'loading' | 'nothing' | null {
  if (isNarrowed(search)) return null;
  if (isPending && !isFetched) return 'loading';
  return data?.totalCount === 0 && !isPlaceholderData ? 'nothing' : null;
}
