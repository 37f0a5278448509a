import type { Answer } from './exchange';
import type { ReceivedBody } from './json-threads';

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

const maxExcerptLength = 1_024;
/** The longest date that a header may have. */
const maxDateLength = 40;

/** @param answer or why there is none */
export function replyOf(answer: Answer | string): Reply {
  if (typeof answer === 'string')
    return { status: null, excerpt: null, problem: answer, retryAfterMs: null };
  const { status, headers } = answer;
  const text = bytesOf(answer).toString().toWellFormed();
  return {
    status,
    excerpt: text.replaceAll(/\p{Cc}+/gu, ' ').slice(0, maxExcerptLength),
    problem: problemOfStatus(status),
    retryAfterMs: parseRetryAfter(headers['retry-after']),
  };
}

/** @param answer or why there is none */
export function fetchedTextOf(answer: Answer | string): FetchedText {
  if (typeof answer === 'string') return { text: null, problem: answer, location: null };
  const problem = problemOfText(answer);
  if (problem === null) return { text: bytesOf(answer).toString(), problem: null, location: null };
  const isRedirect = answer.status >= 300 && answer.status < 400;
  return { text: null, problem, location: (isRedirect && answer.headers.location) || null };
}

/** @param answer or why there is none */
export function fetchedFileOf(answer: Answer | string): FetchedFile {
  if (typeof answer === 'string') return { problem: answer, bytesRead: 0 };
  const problem = problemOfFile(answer);
  const bytes = bytesOf(answer);
  if (problem !== null) return { problem, bytesRead: bytes.length };
  const [mime] = /^[\w.+-]+\/[\w.+-]+/.exec(answer.headers['content-type'] ?? '') ?? [];
  return { bytes, mime: mime?.toLowerCase() ?? 'application/octet-stream' };
}

/**
 * @param answer or why there is none
 * @returns the body of an answer of status 200, or why there is none.
 */
export function receivedBodyOf(answer: Answer | string, maxBytes: number): ReceivedBody | string {
  if (typeof answer === 'string') return answer;
  const { status, headers, blocks, cut } = answer;
  if (status !== 200) return problemOfStatus(status) ?? `it answered ${status}`;
  return problemOfCut(cut) ?? { blocks, encoding: headers['content-encoding'], maxBytes };
}

const bytesOf = ({ blocks }: Answer): Buffer => Buffer.concat(blocks);

/** Tells why an answer is no plain text; null where it is. */
function problemOfText(answer: Answer): string | null {
  const type = answer.headers['content-type'] ?? '';
  if (answer.status === 200 && !/^text\/plain *(;|$)/i.test(type))
    return 'its answer is no text/plain';
  return problemOfFile(answer);
}

/** Tells why an answer is no whole file; null where it is. */
function problemOfFile({ status, headers, cut }: Answer): string | null {
  if (status !== 200) return problemOfStatus(status) ?? `it answered ${status}`;
  if (!/^(identity)?$/i.test(headers['content-encoding'] ?? '')) return 'its answer is compressed';
  return problemOfCut(cut);
}

const problemOfCut = (cut: string | null) => (cut === null ? null : `its answer ${cut}`);

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
