import { Resolver } from 'node:dns/promises';
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../ip-address';
import { isRecord } from '../../validation';

/** What came of a message to somebody's server. */
export interface Reply {
  /** Of HTTP; null: there was no answer. */
  readonly status: number | null;
  /** The answer's first 1,024 characters at most; null: there was no answer. */
  readonly excerpt: string | null;
  /** Why it was not taken; null: it was, by a status of 2xx. */
  readonly problem: string | null;
  /** For how long it wants to be left alone; null: it says nothing. @see RFC 9110 §10.2.3 */
  readonly retryAfterMs: number | null;
}

/** Sends messages to servers that strangers chose. */
export interface Egress {
  /**
   * Posts once: no redirect is followed, 10 seconds are waited, 4 KiB of the answer are read.
   *
   * @param url one that `problemOfTarget` has nothing against
   * @throws the signal's reason when it is aborted
   */
  post(url: string, message: OutgoingMessage): Promise<Reply>;
}

export interface OutgoingMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

export interface EgressOptions {
  /** For development: servers on the loopback interface of this machine may be called, without TLS too. */
  readonly allowsLoopback: boolean;
  /** Addresses of a name; default: as DNS says, without the hosts file. */
  readonly resolve?: (hostname: string) => Promise<readonly string[]>;
  /** Default 10 seconds, for all of it. */
  readonly timeoutMs?: number;
}

const maxReadBytes = 4_096;
const maxExcerptLength = 1_024;
const maxHeaderBytes = 16 * 2 ** 10;
const maxUrlLength = 1_024;
/** Of a date in a header. */
const maxDateLength = 40;

/** What keeps a URL from being a target; null when nothing does. What its name leads to is looked at when it is called. */
export function problemOfTarget(text: string, allowsLoopback: boolean): string | null {
  const url = text.length <= maxUrlLength ? URL.parse(text) : null;
  if (url === null || !/^https?:\/\/[^/\\]/i.test(text))
    return `must be an https URL of at most ${maxUrlLength} characters`;
  if (url.username !== '' || url.password !== '') return 'must have no user or password in it';
  if (url.hash !== '') return 'must have no fragment';
  const host = hostOf(url);
  if (allowsLoopback && isLoopback(host)) return null;
  if (url.protocol !== 'https:') return 'must be an https URL';
  const isPublic = isIP(host) === 0 ? !/(^|\.)localhost\.?$/.test(host) : isPublicAddress(host);
  return isPublic ? null : 'must lead to a public address';
}

export function createEgress(options: EgressOptions): Egress {
  const { allowsLoopback, resolve = resolveName, timeoutMs = 10_000 } = options;

  /** @returns addresses that may be called, or why there are none. */
  async function addressesOf(url: URL): Promise<readonly string[] | string> {
    const host = hostOf(url);
    if (allowsLoopback && isLoopback(host)) return [host === 'localhost' ? '127.0.0.1' : host];
    if (url.protocol !== 'https:') return 'only https URLs are called';
    const found = isIP(host) === 0 ? await resolve(host).catch(() => []) : [host];
    if (found.length === 0) return 'its host has no address';
    return found.every(isPublicAddress) ? found : 'its host leads to an address that is not public';
  }

  return {
    async post(target, message) {
      const url = new URL(target);
      const signal = AbortSignal.any([message.signal, AbortSignal.timeout(timeoutMs)]);
      let reply: Reply;
      try {
        const addresses = await unlessAborted(addressesOf(url), signal);
        reply =
          typeof addresses === 'string'
            ? noReply(addresses)
            : await exchange(url, addresses, { ...message, signal });
      } catch (error) {
        const problem = signal.aborted ? 'it did not answer in time' : problemOf(error);
        reply = noReply(problem);
      }
      message.signal.throwIfAborted();
      return reply;
    },
  };
}

/** Calls one of these addresses, whatever the name of the host leads to by now. */
async function exchange(
  url: URL,
  addresses: readonly string[],
  { headers, body, signal }: OutgoingMessage,
): Promise<Reply> {
  const known = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_host, { all }, callback) => {
    if (all === true) callback(null, known);
    else callback(null, known[0]!.address, known[0]!.family);
  };
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const request = send(url, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    // A connection of its own, that nothing else can use.
    agent: false,
    lookup,
    rejectUnauthorized: true,
    maxHeaderSize: maxHeaderBytes,
    signal,
  });
  const response = await answerTo(request, body);
  const status = response.statusCode ?? 0;
  const excerpt = await readExcerpt(response);
  request.destroy();
  const retryAfterMs = readRetryAfter(response.headers['retry-after']);
  return { status, excerpt, problem: problemOfStatus(status), retryAfterMs };
}

function noReply(problem: string): Reply {
  return { status: null, excerpt: null, problem, retryAfterMs: null };
}

/** Seconds, or a date; what is neither, or has passed, says nothing. */
function readRetryAfter(text: string | undefined): number | null {
  if (text === undefined || text.length > maxDateLength) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : null;
}

function answerTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request.on('response', resolve);
  request.on('error', reject);
  request.end(body);
  return promise;
}

/** What has come until there is enough, the answer ends, or it breaks off: the status counts all the same. */
async function readExcerpt(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      if ((length += chunk.length) >= maxReadBytes) break;
    }
  } catch {
    // Too slow, or torn off.
  }
  const text = Buffer.concat(chunks).subarray(0, maxReadBytes).toString().toWellFormed();
  return text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxExcerptLength);
}

function problemOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'it redirects, which is not followed';
  return `it answered ${status}`;
}

function problemOf(error: unknown): string {
  const code = isRecord(error) && typeof error['code'] === 'string' ? error['code'] : 'unknown';
  return `it could not be called: ${code}`;
}

async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = () => {
    reject(new Error('aborted'));
  };
  signal.addEventListener('abort', abort, { once: true });
  if (signal.aborted) abort();
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Not by the system's resolver: its threads are few, and whoever chose the name decides how long it takes. */
async function resolveName(hostname: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  const found = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
}

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
