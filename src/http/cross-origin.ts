import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { refuseMethod, sendNoContent } from './answer';

/**
 * The pages that may call a path: `any` origin with its cookies (ads run everywhere), origins that the settings list,
 * or the `public` without cookies, so that caches may keep one answer for all. `cached` is `any` for bytes that caches
 * keep: a request without an origin gets the answer for all, so a cache that sends no origins has an answer that fits.
 */
export type CrossOrigin = 'any' | 'cached' | 'listed' | 'public';

/** Sets the headers that let the calling page read the answer, when it may. @see Fetch, CORS protocol */
export function allowOrigin(
  { headers: { origin } }: IncomingMessage,
  res: ServerResponse,
  crossOrigin: CrossOrigin,
  allowedOrigins: readonly string[],
): void {
  if (crossOrigin !== 'public') res.setHeader('Vary', 'Origin');
  if (crossOrigin === 'public' || (crossOrigin === 'cached' && origin === undefined)) {
    res.setHeader('Access-Control-Allow-Origin', '*');
    return;
  }
  if (origin === undefined) return;
  if (crossOrigin === 'listed' && !allowedOrigins.includes(origin)) return;
  res.setHeader('Access-Control-Allow-Origin', origin);
  res.setHeader('Access-Control-Allow-Credentials', 'true');
  res.setHeader('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After');
}

/**
 * Answers OPTIONS, after `allowOrigin`: pages that may call learn with which methods and headers.
 *
 * @param allow the methods of the path, as `Allow` lists them
 */
export function answerPreflight(req: IncomingMessage, res: ServerResponse, allow: string): void {
  res.setHeader('Allow', allow);
  if (res.hasHeader('Access-Control-Allow-Origin')) {
    res.setHeader('Access-Control-Allow-Methods', allow);
    const headers = req.headers['access-control-request-headers'];
    if (headers !== undefined) res.setHeader('Access-Control-Allow-Headers', headers);
    res.setHeader('Access-Control-Max-Age', '600');
  }
  sendNoContent(res);
}

/** Answers what a path has no handler for: preflights, and 405 with `Allow` for methods that it does not have. */
export function answerOtherMethods(
  methods: readonly string[],
  rule: { readonly crossOrigin: CrossOrigin; readonly allowedOrigins: readonly string[] },
): RequestListener {
  const allow = [...methods, 'OPTIONS'].join(', ');
  return (req, res) => {
    allowOrigin(req, res, rule.crossOrigin, rule.allowedOrigins);
    if (req.method === 'OPTIONS') answerPreflight(req, res, allow);
    else refuseMethod(req, res, allow);
  };
}
