import { unlessAborted } from '../../unless-aborted';
import { isRecord } from '../../record';
import { type Answer, exchange, type ExchangeParams, NoAnswer } from './exchange';
import {
  createJsonThreads,
  type JsonThreads,
  type ParsedJson,
  type ParsedList,
  type ReceivedBody,
} from './json-threads';
import {
  type FetchedFile,
  type FetchedText,
  fetchedFileOf,
  type Reply,
  receivedBodyOf,
  replyOf,
  fetchedTextOf,
} from './read-answer';
import { addressesOf, resolveName } from './target';

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
  getJson(url: string, question: JsonQuestion): Promise<JsonAnswer>;

  /** The same of a JSON that must be a list, which may be long. */
  getList(url: string, question: ListQuestion): Promise<ListAnswer>;
}

/** A JSON of somebody's server, or why there is none. */
export type JsonAnswer = ParsedJson & Answered;

/** A list of somebody's server, or why there is none. */
export type ListAnswer = ParsedList & Answered;

interface Answered {
  /** The HTTP status; null: there was no answer. */
  readonly status: number | null;
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

export interface ListQuestion extends JsonQuestion {
  /** Where an element has a long list by this name, that is a `JsonList`. */
  readonly listMember: string;
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
const jsonHeaders = {
  Accept: 'application/json',
  'Accept-Encoding': 'gzip',
  'User-Agent': 'Adgate/1',
} as const;

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

  /** @returns the body of a JSON, or why there is none. */
  async function getBody(
    target: string,
    { headers, maxBytes, timeoutMs: withinMs, signal }: JsonQuestion,
  ): Promise<Answered & { readonly body: ReceivedBody | string }> {
    const answer = await call(
      target,
      { method: 'GET', headers: { ...jsonHeaders, ...headers }, body: '', maxBytes, signal },
      withinMs,
    );
    const status = typeof answer === 'string' ? null : answer.status;
    return { body: receivedBodyOf(answer, maxBytes), status };
  }

  return {
    async post(target, message) {
      const params = { method: 'POST', maxBytes: maxReadBytes, ...message } as const;
      return replyOf(await call(target, params));
    },

    getText: async (target, maxBytes) => fetchedTextOf(await get(target, maxBytes, 'text/plain')),

    getFile: async (target, maxBytes) => fetchedFileOf(await get(target, maxBytes, '*/*')),

    async getJson(target, question) {
      const { body, status } = await getBody(target, question);
      return typeof body === 'string'
        ? { value: null, problem: body, status }
        : { ...(await jsonThreads.parse(body)), status };
    },

    async getList(target, question) {
      const { body, status } = await getBody(target, question);
      return typeof body === 'string'
        ? { list: null, problem: body, status }
        : { ...(await jsonThreads.parseList(body, question.listMember)), status };
    },
  };
}

function problemOf(error: unknown): string {
  if (error instanceof NoAnswer) return error.message;
  const code = isRecord(error) && typeof error['code'] === 'string' ? error['code'] : 'unknown';
  return `it could not be called: ${code}`;
}
