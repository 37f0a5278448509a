import type { RequestHandler, Router } from 'express';
import type { ServiceContext } from '../context';
import { type CreativeContent, getCreativeContent } from '../creatives/creative-content.service';
import { AppError } from '../errors';
import { getUploadContent } from '../uploads/upload.service';
import { inCohort } from './cohort';
import { allowOrigin, answerPreflight } from './cross-origin';
import { readRange } from './range';
import { refuseMethod } from './route';
import { withTimeout } from './with-timeout';

type Request = Parameters<RequestHandler>[0];
type Response = Parameters<RequestHandler>[1];

const maxAgeSeconds = 365 * 24 * 60 * 60;
const contentCaching = `public, max-age=${maxAgeSeconds}, immutable, no-transform`;
const previewCaching = 'private, max-age=300, no-transform';
const allowedMethods = 'GET, HEAD, OPTIONS';

/**
 * Adds the bytes of creatives and of uploads to the given router itself: the answers that are not JSON and do not pass
 * through GraphQL.
 *
 * @see contract 6; reference facts 6.3, 6.4
 */
export function addFileRoutes(router: Pick<Router, 'get' | 'all'>, ctx: ServiceContext): void {
  const policy = policyFor(ctx.config.documentOrigins);

  const serve: RequestHandler = (req, res, next) => {
    allowOrigin(req, res, 'public', []);
    const id = /^x?([0-9a-f]{32})(?:\.\w{1,5})?$/.exec(String(req.params.name))?.[1];
    if (id === undefined) throw new AppError('NOT_FOUND', 'no such creative');
    const send = (content: CreativeContent) => {
      if (/[?&]xdr(?:[=&]|$)/.test(req.url)) sendAsText(req, res, content);
      else sendContent(req, res, content, { policy, caching: contentCaching });
    };
    const cached = ctx.creativeContents.get(id);
    if (cached) {
      inCohort(() => {
        send(cached);
      }, next);
      return;
    }
    withTimeout(getCreativeContent(ctx, id)).then(send).catch(next);
  };

  const preview: RequestHandler = (req, res, next) => {
    allowOrigin(req, res, 'public', []);
    const { type, id } = req.params as { readonly type: string; readonly id: string };
    if (!/^[0-9a-f]{32}$/.test(id)) throw new AppError('NOT_FOUND', 'no such upload');
    withTimeout(getUploadContent(ctx, { id, type }))
      .then((content) => {
        sendContent(req, res, content, { policy, caching: previewCaching });
      })
      .catch(next);
  };

  for (const [path, handler] of [
    ['/serve/:name', serve],
    ['/upload-preview/:type/:id', preview],
  ] as const) {
    router.get(path, handler);
    router.all(path, answerOtherMethods);
  }
}

const answerOtherMethods: RequestHandler = (req, res) => {
  allowOrigin(req, res, 'public', []);
  if (req.method === 'OPTIONS') answerPreflight(req, res, allowedMethods);
  else refuseMethod(req, res, allowedMethods);
};

/**
 * Uploaded documents run in an origin of their own, may not navigate the page around them, and may load only what
 * they carry themselves, and from the origins that the settings name.
 */
function policyFor(origins: readonly string[]): string {
  const from = (...own: readonly string[]) => [...own, ...origins].join(' ');
  return [
    'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox',
    "default-src 'none'",
    `script-src ${from("'unsafe-inline'")}`,
    `style-src ${from("'unsafe-inline'")}`,
    `img-src ${from('data:', 'blob:')}`,
    `media-src ${from('data:', 'blob:')}`,
    `font-src ${from('data:')}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function sendContent(
  req: Request,
  res: Response,
  { bytes, hash, mime }: CreativeContent,
  { policy, caching }: { readonly policy: string; readonly caching: string },
): void {
  const etag = `"${hash}"`;
  res.setHeader('ETag', etag);
  res.setHeader('Cache-Control', caching);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  res.setHeader('Accept-Ranges', 'bytes');
  if (isActiveContent(mime)) res.setHeader('Content-Security-Policy', policy);
  if (isKnownTo(req, hash)) {
    res.statusCode = 304;
    res.end();
    return;
  }
  res.setHeader('Content-Type', mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime);
  // A part of another content than the client has a part of would be of no use to it.
  const isSame = req.headers['if-range'] === undefined || req.headers['if-range'] === etag;
  const range = isSame ? readRange(req.headers.range, bytes.length) : null;
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

/** Whether the client has this very content: one of its entity tags, weak or not, or any (RFC 9110 §13.1.2). */
function isKnownTo({ headers }: Request, hash: string): boolean {
  const known = headers['if-none-match'];
  return known !== undefined && (known.trim() === '*' || known.includes(`"${hash}"`));
}

/** The bytes as base64 text, for scripts that cannot read others. */
function sendAsText(req: Request, res: Response, { bytes }: CreativeContent): void {
  const text = bytes.toString('base64');
  res.setHeader('Cache-Control', contentCaching);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  res.setHeader('Content-Type', 'text/plain; charset=us-ascii');
  res.setHeader('Content-Length', text.length);
  res.end(req.method === 'HEAD' ? undefined : text);
}

/** Whatever a browser might run or render as a document. */
function isActiveContent(mime: string): boolean {
  return !/^(?:image\/(?:gif|jpeg|png|webp)|video\/)/.test(mime);
}
