import { type RequestHandler, Router } from 'express';
import type { ServiceContext } from '../context';
import { type CreativeContent, getCreativeContent } from '../creatives/creative-content.service';
import { AppError } from '../errors';
import { allowOrigin, answerPreflight } from './cross-origin';
import { refuseMethod } from './route';
import { withTimeout } from './with-timeout';

/**
 * Uploaded documents run in an origin of their own, may not navigate the page around them, and may load only what
 * they carry themselves.
 */
const sandboxPolicy =
  "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; media-src data: blob:; font-src data:";
const maxAgeSeconds = 365 * 24 * 60 * 60;
const allowedMethods = 'GET, HEAD, OPTIONS';

/** The bytes of creatives: the one answer that is not JSON and does not pass through GraphQL. @see contract 6 */
export function createFileRouter(ctx: ServiceContext): Router {
  const serve: RequestHandler = (req, res, next) => {
    allowOrigin(req, res, 'public', []);
    const id = /^x?([0-9a-f]{32})(?:\.\w{1,5})?$/.exec(String(req.params.name))?.[1];
    if (id === undefined) throw new AppError('NOT_FOUND', 'no such creative');
    const cached = ctx.creativeContents.get(id);
    if (cached) {
      sendContent(req, res, cached);
      return;
    }
    withTimeout(getCreativeContent(ctx, id))
      .then((content) => {
        sendContent(req, res, content);
      })
      .catch(next);
  };
  const router = Router();
  router.get('/serve/:name', serve);
  router.all('/serve/:name', (req, res) => {
    allowOrigin(req, res, 'public', []);
    if (req.method === 'OPTIONS') answerPreflight(req, res, allowedMethods);
    else refuseMethod(req, res, allowedMethods);
  });
  return router;
}

function sendContent(
  req: Parameters<RequestHandler>[0],
  res: Parameters<RequestHandler>[1],
  { bytes, hash, mime }: CreativeContent,
): void {
  const etag = `"${hash}"`;
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', `public, max-age=${maxAgeSeconds}, immutable, no-transform`);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  res.setHeader('Accept-Ranges', 'bytes');
  if (isActiveContent(mime)) res.setHeader('Content-Security-Policy', sandboxPolicy);
  if (req.headers['if-none-match']?.includes(etag) === true) {
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Type', mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime);
  const range = readRange(req.headers.range, bytes.length);
  if (range === 'unsatisfiable') {
    res.statusCode = 416;
    res.setHeader('Content-Range', `bytes */${bytes.length}`);
    res.end();
    return;
  }
  const body = range ? bytes.subarray(range.first, range.last + 1) : bytes;
  if (range) {
    res.statusCode = 206;
    res.setHeader('Content-Range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  }
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
}

/** Whatever a browser might run or render as a document. */
function isActiveContent(mime: string): boolean {
  return !/^(?:image\/(?:gif|jpeg|png|webp)|video\/)/.test(mime);
}

/** One byte range, inclusive; null: the whole. Several ranges are answered with the whole, as RFC 9110 §14.2 lets us. */
function readRange(
  header: string | undefined,
  length: number,
): { readonly first: number; readonly last: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return null;
  const isSuffix = match[1] === '';
  const first = isSuffix ? Math.max(0, length - Number(match[2])) : Number(match[1]);
  const last = isSuffix || match[2] === '' ? length - 1 : Math.min(Number(match[2]), length - 1);
  if (first >= length || (isSuffix && Number(match[2]) === 0)) return 'unsatisfiable';
  return first > last ? null : { first, last };
}
