import type { RequestHandler, Router } from 'express';
import type { ServiceContext } from '../context';
import {
  documentPolicyOf,
  getCreativeContent,
} from '../../demand/creatives/creative-content.service';
import type { CreativeContent } from '../../demand/creatives/creative-contents';
import { AppError, notFound } from '../../errors';
import { getUploadContent } from '../../demand/uploads/upload.service';
import { inCohort } from '../../http/cohort';
import { allowOrigin, answerOtherMethods } from '../../http/cross-origin';
import { sendNotModified } from '../../http/entity-tag';
import { readRange } from '../../http/range';
import { paramsOf } from '../../http/request-members';
import type { InTime } from '../../http/in-time';
import type { Metrics } from '../../http/metrics';

type Request = Parameters<RequestHandler>[0];
type Response = Parameters<RequestHandler>[1];

const maxAgeSeconds = 365 * 24 * 60 * 60;
const contentCaching = `public, max-age=${maxAgeSeconds}, immutable, no-transform`;
const previewCaching = 'private, max-age=300, no-transform';

/**
 * Adds the bytes of creatives and of uploads to the given router itself: the answers that are not JSON and do not pass
 * through GraphQL.
 *
 * @see docs/contract.md §6; docs/reference-clients.md §6.3, §6.4
 */
export function addFileRoutes(
  router: Pick<Router, 'get' | 'all'>,
  env: { readonly ctx: ServiceContext; readonly inTime: InTime; readonly metrics: Metrics },
): void {
  const { ctx, inTime } = env;
  const meter = env.metrics.watchRoute('GET', '/serve/:name');
  const policy = `${sandbox}; ${documentPolicyOf(ctx)}`;

  const serve: RequestHandler = (req, res, next) => {
    const startedAt = performance.now();
    allowOrigin(req, res, 'cached', []);
    const id = /^x?([0-9a-f]{32})(?:\.\w{1,5})?$/.exec(String(req.params.name))?.[1];
    if (id === undefined) throw notFound('creative', String(req.params.name));
    const send = (content: CreativeContent) => {
      if (/[?&]xdr(?:[=&]|$)/.test(req.url)) sendAsText(req, res, content);
      else sendContent(req, res, content, { policy, caching: contentCaching });
      meter.end(res.statusCode, startedAt);
    };
    const cached = ctx.creativeContents.get(id);
    if (cached) {
      inCohort(() => {
        send(cached);
      }, next);
      return;
    }
    inTime(getCreativeContent(ctx, id)).then(send).catch(next);
  };

  const preview: RequestHandler = (req, res, next) => {
    allowOrigin(req, res, 'public', []);
    const { type = '', id = '' } = paramsOf(req);
    if (!/^[0-9a-f]{32}$/.test(id)) throw notFound('upload', id);
    inTime(getUploadContent(ctx, { id, type }))
      .then((content) => {
        res.vary('Sec-Fetch-Dest');
        // On the API's own origin: shown inside a page, sandboxed, and never as a page.
        if (isActiveContent(content.mime) && !isEmbedded(req))
          res.setHeader('Content-Disposition', 'attachment');
        sendContent(req, res, content, { policy, caching: previewCaching });
      })
      .catch(next);
  };

  for (const [path, handler, crossOrigin] of [
    ['/serve/:name', serve, 'cached'],
    ['/upload-preview/:type/:id', preview, 'public'],
  ] as const) {
    router.get(path, handler);
    router.all(path, answerOtherMethods(['GET', 'HEAD'], { crossOrigin, allowedOrigins: [] }));
  }
}

/** Uploaded documents run in an origin of their own, and may not navigate the page around them. */
const sandbox = 'sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox';

function sendContent(
  req: Request,
  res: Response,
  { bytes, hash, mime }: CreativeContent,
  { policy, caching }: { readonly policy: string; readonly caching: string },
): void {
  const etag = `"${hash}"`;
  res.setHeader('Cache-Control', caching);
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  res.setHeader('Accept-Ranges', 'bytes');
  if (isActiveContent(mime)) res.setHeader('Content-Security-Policy', policy);
  if (sendNotModified(req, res, etag)) return;
  res.setHeader('Content-Type', mime.startsWith('text/') ? `${mime}; charset=utf-8` : mime);
  // The client has a part of the content that `If-Range` names. A part of another content would not fit it.
  const isSame = req.headers['if-range'] === undefined || req.headers['if-range'] === etag;
  // HEAD has no ranges (RFC 9110 §14.2).
  const asksForPart = isSame && req.method === 'GET';
  const range = asksForPart ? readRange(req.headers.range, bytes.length) : null;
  if (range === 'unsatisfiable') {
    res.setHeader('Content-Range', `bytes */${bytes.length}`);
    throw new AppError('RANGE_NOT_SATISFIABLE', `the content has ${bytes.length} bytes`);
  }
  const body = range ? bytes.subarray(range.first, range.last + 1) : bytes;
  if (range) {
    res.statusCode = 206;
    res.setHeader('Content-Range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  }
  res.setHeader('Content-Length', body.length);
  res.end(req.method === 'HEAD' ? undefined : body);
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

/** Says that a browser puts the bytes into a page. A browser that names no destination may open the bytes as a page. */
function isEmbedded({ headers }: Request): boolean {
  const destination = headers['sec-fetch-dest'];
  return destination !== undefined && destination !== 'document';
}

/** Whatever a browser might run or render as a document. */
function isActiveContent(mime: string): boolean {
  return !/^(?:image\/(?:avif|gif|jpeg|png|webp)|video\/)/.test(mime);
}
