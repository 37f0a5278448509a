import type { IncomingMessage, ServerResponse } from 'node:http';

/** Who may call a path from a page: any origin (ads run everywhere), or those that the settings list. */
export type CrossOrigin = 'any' | 'listed';

/** Sets the headers that let the calling page read the answer, when it may. @see Fetch, CORS protocol */
export function allowOrigin(
  req: IncomingMessage,
  res: ServerResponse,
  crossOrigin: CrossOrigin,
  allowedOrigins: readonly string[],
): void {
  const { origin } = req.headers;
  if (crossOrigin === 'listed') res.setHeader('Vary', 'Origin');
  if (origin === undefined) return;
  if (crossOrigin === 'listed' && !allowedOrigins.includes(origin)) return;
  res.setHeader('Vary', 'Origin');
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  res.setHeader('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After');
}
