import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { ServiceContext } from '../context';
import { AppError } from '../../errors';
import { refuseMethod } from '../../http/answer';
import { sendNotModified } from '../../http/entity-tag';
import type { ContextMaker } from '../request-context';
import { sendLandingPage, sendNotBuiltPage } from '../pages/landing';
import { logInPathTo, panelPath } from '../pages/page-paths';
import { sendRedirect } from '../pages/page';
import { acceptedLanguage } from '../../language';
import type { PanelFile, PanelFiles } from './panel-files';

const pagePaths = ['/panel', '/panel/*path'];
const assetPath = '/panel/assets/:name';

/**
 * `/` and `/panel`: the page of the panel under every path of its own, for browsers with a session; without one, `/` says
 * what this server is, and the panel's paths lead to the log-in page and back.
 */
export function createPanelRouter(env: {
  readonly ctx: ServiceContext;
  readonly createContext: ContextMaker;
  /** Null where they were not built. */
  readonly files: PanelFiles | null;
}): Router {
  const { ctx, files } = env;
  const policy = policyOf(ctx);
  const contextOf = (req: Request, res: Response) =>
    env.createContext(req, res, { sessionCookie: 'ofAnySite' });

  const sendRoot: RequestHandler = async (req, res) => {
    const { viewer } = await contextOf(req, res);
    if (viewer === null) sendLandingPage(res, acceptedLanguage(req), ctx.config);
    else sendRedirect(res, 303, panelPath);
  };
  const sendPanel: RequestHandler = async (req, res) => {
    const { viewer } = await contextOf(req, res);
    // With the slash, so that the path is one of the panel's own.
    const target = req.originalUrl.replace(/^\/panel(?=\?|$)/, panelPath);
    if (viewer === null) sendRedirect(res, 303, logInPathTo(target));
    else if (files === null) sendNotBuiltPage(res, acceptedLanguage(req));
    else {
      res.setHeader('Content-Security-Policy', policy);
      res.setHeader('X-Frame-Options', 'DENY');
      res.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
      // Nobody else's: without a session there is another answer.
      res.setHeader('Cache-Control', 'private, no-cache');
      sendFile(req, res, files.index);
    }
  };
  const sendAsset: RequestHandler = (req, res) => {
    const file = files?.assets.get(String(req.params.name));
    if (!file) throw new AppError('NOT_FOUND', 'the panel has no such file');
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    sendFile(req, res, file);
  };

  const router = Router();
  router.get('/', sendRoot);
  router.get(assetPath, sendAsset);
  router.get(pagePaths, sendPanel);
  router.all(['/', ...pagePaths], (req, res) => refuseMethod(req, res, 'GET, HEAD'));
  return router;
}

/**
 * No script and no style but our own files. Creatives are shown as images, or in frames with an origin of their own; they
 * are under other origins where the settings say so, or where the page is opened by another name.
 */
function policyOf({ config, publicUrl }: ServiceContext): string {
  const origins = new Set([publicUrl, config.serveUrl].flatMap((url) => originOf(url)));
  const contents = ["'self'", ...origins].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src ${contents} blob:`,
    `media-src ${contents} blob:`,
    `frame-src ${contents}`,
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const originOf = (url: string | null): string[] => (url === null ? [] : [new URL(url).origin]);

function sendFile(req: Request, res: Response, file: PanelFile): void {
  res.setHeader('X-Content-Type-Options', 'nosniff');
  res.setHeader('Referrer-Policy', 'no-referrer');
  res.setHeader('Content-Type', file.type);
  res.vary('Accept-Encoding');
  if (sendNotModified(req, res, file.etag)) return;
  const [coding, bytes] = [...file.compressed].find(
    ([one]) => req.acceptsEncodings(one) === one,
  ) ?? [null, file.bytes];
  if (coding !== null) res.setHeader('Content-Encoding', coding);
  res.setHeader('Content-Length', bytes.length);
  res.end(req.method === 'HEAD' ? undefined : bytes);
}
