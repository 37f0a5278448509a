import {
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { Blocks } from './blocks';

/** Of one answer, each informational one included. */
const maxHeaderBytes = 16 * 2 ** 10;
/** Before the answer. @see RFC 9110 §15.2 */
const mostInformational = 10;
/** A body in smaller pieces than these keeps the event loop from other work, but for so many of them. */
const leastPieceBytes = 64;
const mostSmallPieces = 1_000;

export interface ExchangeParams {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** So much of the answer is read. */
  readonly maxBytes: number;
  /** Whatever the server does, nothing is waited for once it is aborted. */
  readonly signal: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Its bytes, at most `maxBytes`. */
  readonly blocks: readonly Uint8Array<ArrayBuffer>[];
  /** Why the blocks are not the whole answer, as what the answer does or has; null: they are. */
  readonly cut: string | null;
}

/** A server that keeps us busy without an answer. The message can be told to whoever chose the server. */
export class NoAnswer extends Error {}

/**
 * Calls one of these addresses, whatever the name of the host leads to by now. No redirect is followed, and no other
 * protocol is switched to. The connection is closed when the promise settles.
 *
 * @throws the system's error, `NoAnswer`, or an error once `signal` is aborted
 */
export async function exchange(
  url: URL,
  addresses: readonly string[],
  { method, headers, body, maxBytes, signal }: ExchangeParams,
): Promise<Answer> {
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, {
    method,
    headers: method === 'GET' ? headers : { ...headers, 'Content-Length': Buffer.byteLength(body) },
    // A connection of its own, that nothing else can use.
    agent: false,
    lookup: lookupIn(addresses),
    rejectUnauthorized: true,
    maxHeaderSize: maxHeaderBytes,
    signal,
  });
  try {
    const answered = answerTo(request, signal);
    request.end(body);
    const response = await answered;
    const read = await readBlocks(response, maxBytes, signal);
    return { status: response.statusCode ?? 0, headers: response.headers, ...read };
  } finally {
    request.destroy();
  }
}

function lookupIn(addresses: readonly string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all }, callback) => {
    const [first] = known;
    if (all === true) callback(null, known);
    else callback(null, first?.address ?? '', first?.family);
  };
}

/** The head of the answer. Settles by whatever becomes of the request. */
async function answerTo(request: ClientRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const fail = () => {
    reject(new NoAnswer('it did not answer'));
  };
  let informational = 0;
  request.on('information', () => {
    informational += 1;
    if (informational > mostInformational)
      request.destroy(new NoAnswer(`it gave more than ${mostInformational} informational answers`));
  });
  request.on('upgrade', (response, socket) => {
    // Node has let go of the connection: the request does not close it, nor does its signal.
    socket.on('error', () => undefined).destroy();
    resolve(response);
  });
  request.on('response', resolve);
  request.on('error', reject);
  request.on('close', fail);
  signal.addEventListener('abort', fail, { once: true });
  try {
    return await promise;
  } finally {
    signal.removeEventListener('abort', fail);
  }
}

/** Reads until there is more than enough, or the answer ends, breaks off, takes too long or comes in crumbs. */
function readBlocks(
  response: IncomingMessage,
  maxBytes: number,
  signal: AbortSignal,
): Promise<Pick<Answer, 'blocks' | 'cut'>> {
  const { promise, resolve } = Promise.withResolvers<Pick<Answer, 'blocks' | 'cut'>>();
  const mostPieces = mostSmallPieces + maxBytes / leastPieceBytes;
  const blocks = new Blocks();
  let [length, pieces] = [0, 0];
  const end = (cut: string | null) => {
    response.off('data', take);
    resolve({ blocks: blocks.all(), cut });
  };
  const breakOff = () => {
    end('broke off');
  };
  function take(piece: Buffer): void {
    pieces += 1;
    blocks.add(piece.subarray(0, maxBytes - length));
    if ((length += piece.length) > maxBytes) end(`has more than ${maxBytes} bytes`);
    else if (pieces > mostPieces) end('comes in too many pieces');
  }
  response.on('data', take);
  addAbortSignal(signal, response)
    .once('end', () => {
      end(null);
    })
    // Too slow, or torn off.
    .once('error', breakOff)
    .once('close', breakOff);
  return promise;
}
