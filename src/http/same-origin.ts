import type { IncomingMessage } from 'node:http';

/**
 * Says that a page of our own sends the request, by the browser's word: `Sec-Fetch-Site`, or `Origin` from a browser
 * that sends no `Sec-Fetch-Site`, as over plain http. `Origin: null` does not count: our forms send it, because their
 * pages have `Referrer-Policy: no-referrer`, and so does every sandboxed document. Those forms bring a token of their
 * own.
 * @param publicUrl our own origin, or a URL of it
 * @see W3C Fetch Metadata Request Headers §2.3; Fetch, "append a request `Origin` header"
 */
export function isSameOrigin(headers: IncomingMessage['headers'], publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(publicUrl).origin : site === 'same-origin';
}
