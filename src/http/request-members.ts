import type { Request } from 'express';

/** The parameters of the path: one text each, because no path of ours has a wildcard. */
export function paramsOf({ params }: Pick<Request, 'params'>): Readonly<Record<string, string>> {
  // A wildcard's would be a list.
  return params as Record<string, string>;
}

/** The query; a member given more than once is a list. */
export function queryOf({
  query,
}: Pick<Request, 'query'>): Readonly<Record<string, string | readonly string[] | undefined>> {
  // It is parsed by `node:querystring`, which makes nothing else.
  return query as Record<string, string | string[]>;
}
