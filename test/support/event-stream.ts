/** One event of a stream, as its client reads it. */
export interface ReadEvent {
  readonly event: string;
  readonly id: string | null;
  /** Parsed JSON; null for an event without data. */
  readonly data: any; // oxlint-disable-line typescript/no-explicit-any -- whatever the server sent
}

export interface ReadStream {
  readonly status: number;
  readonly headers: Headers;
  /** The next event; null when the answer is over. */
  next(): Promise<ReadEvent | null>;
  /** Everything that is left. */
  rest(): Promise<readonly ReadEvent[]>;
  close(): void;
}

export interface StreamRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
  readonly token?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: POST. */
  readonly method?: 'GET' | 'POST';
}

/** Asks `/graphql/stream` without any library of its clients. */
export async function openEventStream(
  url: string,
  { query, variables = {}, token = null, headers = {}, method = 'POST' }: StreamRequest,
): Promise<ReadStream> {
  const control = new AbortController();
  const asked = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  const response = await fetch(
    `${url}/graphql/stream${method === 'GET' ? `?${asked.toString()}` : ''}`,
    {
      method,
      signal: control.signal,
      headers: {
        Accept: 'text/event-stream',
        ...(method === 'POST' && { 'Content-Type': 'application/json' }),
        ...(token !== null && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(method === 'POST' && { body: JSON.stringify({ query, variables }) }),
    },
  );
  const events = readEvents(response.body!);
  const next = async () => (await events.next()).value ?? null;
  return {
    status: response.status,
    headers: response.headers,
    next,
    async rest() {
      const rest: ReadEvent[] = [];
      for (let one = await next(); one; one = await next()) rest.push(one);
      return rest;
    },
    close() {
      control.abort();
    },
  };
}

async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ReadEvent> {
  let text = '';
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n\n');
    text = parts.pop()!;
    for (const part of parts) {
      const fields = new Map(
        part.split('\n').map((line) => {
          const at = line.indexOf(':');
          return [line.slice(0, at), line.slice(at + 1).trim()] as const;
        }),
      );
      const event = fields.get('event');
      if (event === undefined) continue;
      const data = fields.get('data') ?? '';
      yield { event, id: fields.get('id') ?? null, data: data === '' ? null : JSON.parse(data) };
    }
  }
}
