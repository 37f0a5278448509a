import type { Request, Response } from 'express';

/** A request whose answer has ended: nothing about the person who asked, or what they sent. */
export interface EndedRequest {
  readonly requestId: string;
  readonly method: string;
  /** The path as it was registered: what stands in the place of a parameter may be a secret. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
  /** Sent on its connection, head included. */
  readonly bytes: number;
  /** True where the client has gone before the end. */
  readonly isCut: boolean;
}

/** Marks the route of a request that express has not found. */
export function noteRoute(res: Response, route: string): void {
  res.locals['route'] = route;
}

type Within = (run: () => void) => void;

/** Says in what the work for a request runs: a span. */
export function noteWithin(res: Response, within: Within): void {
  res.locals['within'] = within;
}

/** Goes on with a request after a wait that does not know for whom: for its body, or for others. */
export function goOnWith(res: Response, run: () => void): void {
  const within: unknown = res.locals['within'];
  if (isWithin(within)) within(run);
  else run();
}

const isWithin = (value: unknown): value is Within => typeof value === 'function';

/** Watches an answer until it has ended or its client is gone. */
export function observeRequest(
  req: Request,
  res: Response,
  onEnd: (ended: EndedRequest) => void,
): void {
  const startedAt = performance.now();
  const { socket } = req;
  const writtenBefore = socket.bytesWritten;
  res.once('close', () => {
    onEnd({
      requestId: String(res.getHeader('X-Request-Id')),
      method: req.method,
      route: routeOf(req, res),
      status: res.statusCode,
      ms: Math.round((performance.now() - startedAt) * 1_000) / 1_000,
      bytes: socket.bytesWritten - writtenBefore,
      isCut: !res.writableFinished,
    });
  });
}

function routeOf(req: Request, res: Response): string {
  const known: unknown = res.locals['route'];
  if (typeof known === 'string') return known;
  // Untyped in express: null where it found none.
  const route: unknown = req.route;
  if (typeof route !== 'object' || route === null || !('path' in route))
    return req.baseUrl || 'unknown';
  return `${req.baseUrl}${String(route.path)}`.replace(/(?<=.)\/$/, '');
}
