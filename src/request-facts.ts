import type { Language } from './language';

/** Facts that the caller's HTTP request shows by itself; they are never taken from arguments. */
export interface RequestFacts {
  /** Without a port; empty where no proxy tells an address. */
  readonly remoteAddress: string;
  readonly userAgent: string;
  /** The language that the sender likes best of ours; absent: none is known. */
  readonly language?: Language;
  /** True for a HEAD: it is answered as a GET would be, and nothing is recorded of it. @see RFC 9110 §9.3.2 */
  readonly isHead: boolean;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The part of a context that belongs to one request. */
export interface WithRequest {
  readonly request: RequestFacts;
}
