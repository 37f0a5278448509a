import type { ServerResponse } from 'node:http';

/** The HTTP answer; a body of null is no body, text goes out unchanged. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const commonHeaders = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' } as const;

export function fault(status: number, message: string): HttpAnswer {
  return { status, body: { error: { code: status, message } } };
}

export function notFound(): HttpAnswer {
  return fault(404, 'no such resource');
}

export function wrongMethod(allow: string, hint = ''): HttpAnswer {
  const message = `the method must be one of ${allow}${hint && `; this is ${hint}`}`;
  return { ...fault(405, message), headers: { Allow: allow } };
}

/** One string, so that head and body leave in one write. */
export function send(response: ServerResponse, { status, body, headers }: HttpAnswer): void {
  const text = body === null || typeof body === 'string' ? body : JSON.stringify(body);
  const content = text !== null && {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
  };
  response.writeHead(status, { ...commonHeaders, ...content, ...headers });
  response.end(text);
}
