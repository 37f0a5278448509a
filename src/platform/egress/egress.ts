import { unlessAborted } from '../../unless-aborted';
import { isRecord } from '../../validation';
import { type Answer, exchange, type ExchangeParams, NoAnswer } from './exchange';
import { inflate } from './inflate';
import { createJsonThreads, type JsonThreads, type ParsedJson } from './json-threads';
import { addressesOf, resolveName } from './target';

/** The outcome of a message to somebody's server. */
export interface Reply {
  /** The HTTP status; null: there was no answer. */
  readonly status: number | null;
  /** The answer's first 1,024 characters at most; null: there was no answer. */
  readonly excerpt: string | null;
  /** Why it was not taken; null: it was, by a status of 2xx. */
  readonly problem: string | null;
  /** For how long it wants to be left alone; null: it says nothing. @see RFC 9110 §10.2.3 */
  readonly retryAfterMs: number | null;
}

/** A text of somebody's server, or why there is none. */
export type FetchedText =
  | { readonly text: string; readonly problem: null; readonly location: null }
  | {
      readonly text: null;
      readonly problem: string;
      /** Where a redirect leads to, as the server spells it; null: it is none. */
      readonly location: string | null;
    };

/** A file of somebody's server, or why there is none. */
export type FetchedFile =
  | { readonly bytes: Buffer; readonly mime: string }
  | {
      readonly problem: string;
      /** Bytes that were read all the same. */
      readonly bytesRead: number;
    };

/** Calls servers that strangers chose. */
export interface Egress {
  /**
   * Posts once: no redirect is followed, 10 seconds are waited, 4 KiB of the answer are read.
   *
   * @param url one that `problemOfTarget` has nothing against
   * @throws the signal's reason when it is aborted
   */
  post(url: string, message: OutgoingMessage): Promise<Reply>;

  /**
   * Gets a plain text once: no redirect is followed, 10 seconds are waited. What is not UTF-8 in it is replaced.
   *
   * @param url one that `problemOfTarget` has nothing against
   * @param maxBytes a longer text is none
   */
  getText(url: string, maxBytes: number): Promise<FetchedText>;

  /**
   * Gets a file once, as it is: no redirect is followed, 10 seconds are waited.
   *
   * @param url one that `problemOfTarget` has nothing against
   * @param maxBytes a longer file is none
   */
  getFile(url: string, maxBytes: number): Promise<FetchedFile>;

  /**
   * Gets a JSON once, by status 200 alone: no redirect is followed. A thread of its own parses the JSON.
   *
   * @param url one that `problemOfTarget` has nothing against
   * @returns the value, or why there is none: also for a text that is not UTF-8
   * @throws the signal's reason when it is aborted
   */
  getJson(url: string, question: JsonQuestion): Promise<ParsedJson>;
}

export interface JsonQuestion {
  /** Beside those that each of these questions has. */
  readonly headers: Readonly<Record<string, string>>;
  /** A longer answer is none, before it is inflated and after. */
  readonly maxBytes: number;
  /** For all of it, the look-up of the name included, the parsing not. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
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
  /** Parse what `getJson` gets; default: threads of its own, which never keep the process. */
  readonly jsonThreads?: JsonThreads;
}

const maxReadBytes = 4_096;
const maxExcerptLength = 1_024;
/** The longest date that a header may have. */
const maxDateLength = 40;

export function createEgress(options: EgressOptions): Egress {
  const {
    allowsLoopback,
    resolve = resolveName,
    timeoutMs = 10_000,
    jsonThreads = createJsonThreads(),
  } = options;

  /** @returns the answer, or why there is none. */
  async function call(
    target: string,
    params: ExchangeParams,
    withinMs = timeoutMs,
  ): Promise<Answer | string> {
    const url = new URL(target);
    const signal = AbortSignal.any([params.signal, AbortSignal.timeout(withinMs)]);
    let answer: Answer | string;
    try {
      const found = await unlessAborted(addressesOf(url, { allowsLoopback, resolve }), signal);
      answer =
        typeof found === 'string' ? found : await exchange(url, found, { ...params, signal });
    } catch (error) {
      answer = signal.aborted ? 'it did not answer in time' : problemOf(error);
    }
    params.signal.throwIfAborted();
    return answer;
  }

  const get = (target: string, maxBytes: number, accept: string) =>
    call(target, {
      method: 'GET',
      headers: { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': 'Adgate/1' },
      body: '',
      maxBytes,
      signal: new AbortController().signal,
    });

  return {
    async post(target, message) {
      const params = { method: 'POST', maxBytes: maxReadBytes, ...message } as const;
      const answer = await call(target, params);
      if (typeof answer === 'string')
        return { status: null, excerpt: null, problem: answer, retryAfterMs: null };
      const { status, headers, bytes } = answer;
      const text = bytes.toString().toWellFormed();
      return {
        status,
        excerpt: text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxExcerptLength),
        problem: problemOfStatus(status),
        retryAfterMs: parseRetryAfter(headers['retry-after']),
      };
    },

    async getText(target, maxBytes) {
      const answer = await get(target, maxBytes, 'text/plain');
      if (typeof answer === 'string') return { text: null, problem: answer, location: null };
      const problem = problemOfText(answer, maxBytes);
      if (problem === null) return { text: answer.bytes.toString(), problem: null, location: null };
      const isRedirect = answer.status >= 300 && answer.status < 400;
      return { text: null, problem, location: (isRedirect && answer.headers.location) || null };
    },

    async getFile(target, maxBytes) {
      const answer = await get(target, maxBytes, '*/*');
      if (typeof answer === 'string') return { problem: answer, bytesRead: 0 };
      const problem = problemOfFile(answer, maxBytes);
      if (problem !== null) return { problem, bytesRead: answer.bytes.length };
      const [mime] = /^[\w.+-]+\/[\w.+-]+/.exec(answer.headers['content-type'] ?? '') ?? [];
      return { bytes: answer.bytes, mime: mime?.toLowerCase() ?? 'application/octet-stream' };
    },

    async getJson(target, { headers, maxBytes, timeoutMs: withinMs, signal }) {
      const own = {
        Accept: 'application/json',
        'Accept-Encoding': 'gzip',
        'User-Agent': 'Adgate/1',
      };
      const params = {
        method: 'GET',
        headers: { ...own, ...headers },
        body: '',
        maxBytes,
        signal,
      } as const;
      const answer = await call(target, params, withinMs);
      if (typeof answer === 'string') return { value: null, problem: answer };
      if (answer.status !== 200)
        return {
          value: null,
          problem: problemOfStatus(answer.status) ?? `it answered ${answer.status}`,
        };
      const cut = problemOfCut(answer, maxBytes);
      if (cut !== null) return { value: null, problem: cut };
      const bytes = await inflate(answer.bytes, answer.headers['content-encoding'], maxBytes);
      if (typeof bytes === 'string') return { value: null, problem: bytes };
      return jsonThreads.parse(bytes);
    },
  };
}

/** Tells why an answer is no plain text; null where it is. */
function problemOfText(answer: Answer, maxBytes: number): string | null {
  const type = answer.headers['content-type'] ?? '';
  if (answer.status === 200 && !/^text\/plain *(;|$)/i.test(type))
    return 'its answer is no text/plain';
  return problemOfFile(answer, maxBytes);
}

/** Tells why an answer is no whole file; null where it is. */
function problemOfFile(
  { status, headers, bytes, isWhole }: Answer,
  maxBytes: number,
): string | null {
  if (status !== 200) return problemOfStatus(status) ?? `it answered ${status}`;
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) return 'its answer is compressed';
  return problemOfCut({ bytes, isWhole }, maxBytes);
}

/** Tells why an answer is not all there; null where it is. */
function problemOfCut(
  { bytes, isWhole }: Pick<Answer, 'bytes' | 'isWhole'>,
  maxBytes: number,
): string | null {
  if (isWhole) return null;
  return bytes.length === maxBytes
    ? `its answer has more than ${maxBytes} bytes`
    : 'its answer broke off';
}

/** Seconds, or a date; what is neither, or has passed, says nothing. */
function parseRetryAfter(text: string | undefined): number | null {
  if (text === undefined || text.length > maxDateLength) return null;
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - Date.now();
  return ms > 0 ? ms : null;
}

function problemOfStatus(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'it redirects, which is not followed';
  return `it answered ${status}`;
}

function problemOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  const code = isRecord(error) && typeof error['code'] === 'string' ? error['code'] : 'unknown';
  return `it could not be called: ${code}`;
}
