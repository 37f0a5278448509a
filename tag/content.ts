import { type Bid, failure, toHex, tokenOf } from './bid';
import { load, request, server, toJson } from './script';

/**
 * Downloads a creative.
 *
 * @throws {Failure} `tampered` when the bytes are not those that the find promised; the server is told.
 */
export async function download(bid: Bid): Promise<ArrayBuffer> {
  const response = await request(bid.serveUrl);
  if (!response.ok) throw failure('network', `${response.status}`);
  const bytes = await response.arrayBuffer();
  const hash = await sha1(bytes);
  if (hash === bid.hash) return bytes;
  report(bid, hash);
  throw failure('tampered', `${hash} came for ${bid.hash}`);
}

/** Browsers offer SHA-1 to pages by https only; others load it. */
async function sha1(bytes: ArrayBuffer): Promise<string> {
  const { subtle } = crypto as { readonly subtle?: SubtleCrypto };
  if (subtle) return toHex(new Uint8Array(await subtle.digest('SHA-1', bytes)));
  const loaded = await load('sha1');
  return toHex(loaded.sha1(new Uint8Array(bytes)));
}

/** Nothing waits for it, and nothing is shown whether it arrives or not. */
function report(bid: Bid, hash: string): void {
  void request(`${server}/supply/report`, {
    method: 'POST',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: toJson({ token: tokenOf(bid), reason: 'tampered', hash }),
  }).catch(() => undefined);
}
