import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';

const maxHeaderBytes = 16 * 2 ** 10;

export interface ExchangeParams {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** So much of the answer is read. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** At most `maxBytes`. */
  readonly bytes: Buffer;
  /** Whether that is all of it: it had no more, and did not break off. */
  readonly isWhole: boolean;
}

/** Calls one of these addresses, whatever the name of the host leads to by now. No redirect is followed. */
export async function exchange(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, maxBytes, signal }: ExchangeParams,
): Promise<Answer> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, { all }, callback) => {
    if (all === true) callback(null, known);
    else callback(null, known[0]!.address, known[0]!.family);
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, {
    method,
    headers: method === 'GET' ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) },
    // A connection of its own, that nothing else can use.
    agent: false,
    lookup,
    rejectUnauthorized: true,
    maxHeaderSize: maxHeaderBytes,
    signal,
  });
  const response = await answerTo(request, body);
  const read = await readBytes(response, maxBytes);
  request.destroy();
  return { status: response.statusCode ?? 0, headers: response.headers, ...read };
}

function answerTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve);
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** Reads until there is more than enough, the answer ends, or it breaks off. */
async function readBytes(response: IncomingMessage, maxBytes: number) {
  const chunks: Buffer[] = [];
  let length = 0;
  let isWhole = true;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      if ((length += chunk.length) > maxBytes) break;
    }
  } catch {
    // Too slow, or torn off.
    isWhole = false;
  }
  const bytes = Buffer.concat(chunks).subarray(0, maxBytes);
  return { bytes, isWhole: isWhole && length <= maxBytes };
}
