/** Facts that the caller's HTTP request shows by itself; they are never taken from arguments. */
export interface RequestFacts {
  /** Without a port; empty where no proxy tells an address. */
  readonly remoteAddress: string;
  readonly userAgent: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** The part of a context that belongs to one request. */
export interface WithRequest {
  readonly request: RequestFacts;
}
