import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type Request, type RequestHandler, Router } from 'express';
import { answerOtherMethods } from '../../http/cross-origin';
import { sendJson, sendNoContent } from '../../http/answer';
import type { InTime } from '../../http/in-time';
import { paramsOf, queryOf } from '../../http/request-members';
import { assertPage, notePageRun } from '../../market/peer-events/note-page-run.service';
import { recordPeerEvent } from '../../market/peer-events/record-peer-event.service';
import type { ContextMaker } from '../request-context';
import { sendPixel } from './pixel';

interface PeerEventEnvironment {
  readonly createContext: ContextMaker;
  readonly inTime: InTime;
}

const outlivesDatabase = { outlivesDatabase: true } as const;

/** Tells us that a browser runs it. */
const script = "fetch(location.href,{method:'POST',mode:'no-cors',keepalive:true})";
const scriptHash = createHash('sha256').update(script).digest('base64');
const page = `<!doctype html><meta charset="utf-8"><title></title><script>${script}</script>`;

/**
 * The paths to which other servers lead the visitors of their sites: views, clicks and the page of a case. What is told in them is
 * nobody's word but theirs.
 *
 * @see docs/peers.md §8
 */
export function createPeerEventRouter({ createContext, inTime }: PeerEventEnvironment): Router {
  const router = Router({ caseSensitive: true });
  const record = async (req: Request, res: ServerResponse, kind: 'impression' | 'click') => {
    // Before anything is refused: pages read that, too.
    allowEverybody(req, res);
    const ctx = await createContext(req, res);
    const query = queryOf(req);
    const { creative = '' } = paramsOf(req);
    const params = { kind, creativeId: creative, query: (name: string) => lastOf(query[name]) };
    return { query, answer: await inTime(recordPeerEvent(ctx, params), outlivesDatabase) };
  };
  const sendView: RequestHandler = async (req, res) => {
    const { query, answer } = await record(req, res, 'impression');
    if ('simple' in query) sendPixel(res);
    else if (req.headers.accept === 'application/json')
      sendJson(res, 200, { context: [answer.pageUrl] });
    else sendHtml(res, frameOf(answer.pageUrl));
  };
  const sendClick: RequestHandler = async (req, res) => {
    const { query, answer } = await record(req, res, 'click');
    const { landingUrl } = answer;
    if (landingUrl === null || 'logonly' in query) sendNothing(res);
    else {
      res.statusCode = 302;
      res.setHeader('Location', landingUrl);
      res.setHeader('Content-Length', 0);
      res.end();
    }
  };
  const sendPage: RequestHandler = async (req, res) => {
    const ctx = await createContext(req, res);
    assertPage(ctx, paramsOf(req)['token'] ?? '');
    res.setHeader(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'sha256-${scriptHash}'; connect-src 'self'`,
    );
    sendHtml(res, page);
  };
  const takePageRun: RequestHandler = async (req, res) => {
    const ctx = await createContext(req, res);
    await inTime(notePageRun(ctx, paramsOf(req)['token'] ?? ''));
    allowEverybody(req, res);
    sendNoContent(res);
  };
  const others = (...methods: readonly string[]) =>
    answerOtherMethods(methods, { crossOrigin: 'any', allowedOrigins: [] });
  router.get('/peer/view/:creative', sendView);
  router.all('/peer/view/:creative', others('GET', 'HEAD'));
  router.get('/peer/click/:creative', sendClick);
  router.all('/peer/click/:creative', others('GET', 'HEAD'));
  router.get('/peer/context/:token', sendPage);
  router.post('/peer/context/:token', takePageRun);
  router.all('/peer/context/:token', others('GET', 'HEAD', 'POST'));
  return router;
}

/** The last value of a member: redirects of other servers repeat some. */
const lastOf = (value: string | readonly string[] | undefined): string | null =>
  (typeof value === 'string' ? value : value?.at(-1)) ?? null;

/** A browser that was redirected to us has the origin `null`. */
function allowEverybody({ headers: { origin } }: Request, res: ServerResponse): void {
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Vary', 'Origin');
  res.setHeader('Access-Control-Allow-Origin', origin ?? '*');
}

/** The page of the case, in a page of its own: for views that a frame loads. */
const frameOf = (pageUrl: string): string =>
  `<!doctype html><meta charset="utf-8"><title></title><iframe src="${pageUrl}" hidden sandbox="allow-scripts allow-same-origin"></iframe>`;

function sendHtml(res: ServerResponse, html: string): void {
  res.setHeader('Content-Type', 'text/html; charset=utf-8');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Length', Buffer.byteLength(html));
  res.end(html);
}

/** 200 with nothing in it. */
function sendNothing(res: ServerResponse): void {
  res.setHeader('Content-Length', 0);
  res.end();
}
