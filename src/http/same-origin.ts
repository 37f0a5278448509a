import type { IncomingMessage } from 'node:http';

/**
 * Whether a page of our own sends the request, as the browser says: in `Sec-Fetch-Site`, or in `Origin` where it does not
 * send that, as over plain http. `Origin: null` is nobody's: forms of ours have it, for their pages have
 * `Referrer-Policy: no-referrer`, but so has every sandboxed document. Those forms bring a token of their own.
 *
 * @param publicUrl our own origin, or a URL of it
 * @see W3C Fetch Metadata Request Headers §2.3; Fetch, "append a request `Origin` header"
 */
export function isSameOrigin(headers: IncomingMessage['headers'], publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin';
}
