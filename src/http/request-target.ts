import type { IncomingMessage } from 'node:http';

/**
 * Makes a path of a request's target that is neither a path nor a URL of HTTP: nobody has such a path. Express would go
 * past everything that it was given, and answer by a page of its own.
 *
 * @see RFC 9112 §3.2
 */
export function mendTarget(req: IncomingMessage): void {
  const { url = '' } = req;
  if (url.startsWith('/') || url === '*') return;
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) req.url = `/${url}`;
}
