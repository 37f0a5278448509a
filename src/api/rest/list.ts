import { toDashed } from '../../id';
import type { RestRequest } from './route';

/** The selection that a list's operation makes as `list`, beside `nodes`. */
export const pageFields = 'totalCount pageInfo { listCursor page lastPage pageSize from to }';

/** The data of such an operation. */
export interface ListData<Node> {
  readonly nodes: readonly Node[];
  readonly totalCount: number;
  readonly pageInfo: {
    readonly listCursor: string;
    readonly page: number;
    readonly lastPage: number;
    readonly pageSize: number;
    readonly from: number | null;
    readonly to: number | null;
  };
}

/** The variables `$first: PositiveInt, $after: String, $page: PositiveInt` of a list's operation. */
export function toPageVariables({ query }: RestRequest): Readonly<Record<string, unknown>> {
  return { first: toPositive(query.limit), after: query.cursor, page: toPositive(query.page) };
}

const largest = 2 ** 31 - 1;

/**
 * A text that is no whole number stays as it is, and the schema refuses it. A number above the length of any list is
 * cut.
 */
function toPositive(text: RestRequest['query'][string]): unknown {
  return typeof text === 'string' && /^\d+$/.test(text) ? Math.min(Number(text), largest) : text;
}

const names: Readonly<Record<string, string>> = { first: 'limit', after: 'cursor' };

/** The name that the query has for one of those variables. */
export function nameOfPageMember(path: string): string {
  return names[path] ?? path;
}

/** The envelope of all lists. @see docs/interface.md "Pagination envelope", docs/contract.md §5 */
export function toEnvelope<Node>(
  { nodes, totalCount, pageInfo }: ListData<Node>,
  request: RestRequest,
  toData: (node: Node) => unknown = (node) => node,
): unknown {
  const { page, lastPage, listCursor, pageSize, from, to } = pageInfo;
  const linkTo = (number: number): string => {
    const url = new URL(request.url);
    url.searchParams.set('cursor', listCursor);
    url.searchParams.set('page', String(number));
    return url.href;
  };
  return {
    data: nodes.map(toData),
    links: {
      first: linkTo(1),
      last: linkTo(lastPage),
      prev: page > 1 ? linkTo(Math.min(page - 1, lastPage)) : null,
      next: page < lastPage ? linkTo(page + 1) : null,
    },
    meta: {
      path: request.url.replace(/\?.*$/s, ''),
      cursor: listCursor,
      total: totalCount,
      from,
      to,
      perPage: pageSize,
      currentPage: page,
      lastPage,
    },
  };
}

/** The URL of what was added to the list at a URL, which may end in a slash and have a query. */
export function locationIn(listUrl: string, id: string): string {
  return `${listUrl.replace(/\/?(?:\?.*)?$/s, '')}/${toDashed(id)}`;
}
