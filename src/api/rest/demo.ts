import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import type { ServiceContext } from '../context';
import { AppError } from '../../errors';
import { isUuid, toId } from '../../id';
import { listDemoEvents } from '../../insight/demo-page/demo-case';
import { isDemoMarket, showDemoMarket } from '../../insight/demo-page/demo-market';
import { adPolicyOf, plainPolicyOf } from '../../insight/demo-page/demo-policy';
import { findDemoSite } from '../../insight/demo-page/demo-site';
import { refuseMethod, sendJson } from '../../http/answer';
import { sendNotModified } from '../../http/entity-tag';
import type { InTime } from '../../http/in-time';
import { findInstalledFolder } from '../../http/installed-folder';

interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Buffer;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/**
 * `/demo`: a page that behaves as a publisher's page would. Static files, `config.json` with the site and the
 * placements that it shows, what has become of a case that it made, and how servers of a market trade.
 */
export function createDemoRouter({
  ctx,
  inTime,
}: {
  readonly ctx: ServiceContext;
  readonly inTime: InTime;
}): Router {
  const folder = findInstalledFolder(__dirname, 'demo', 'index.html');
  if (folder === null) throw new Error('the folder demo/ is missing from this installation');
  const files = readFiles(folder);
  const pageWithAds = 'index.html';
  const policies = { plain: plainPolicyOf(ctx), withAds: adPolicyOf(ctx) };
  const send = (name: string): RequestHandler => {
    return (req, res) => {
      const asked = name || String(req.params.file);
      const file = files.get(asked);
      if (!file) throw new AppError('NOT_FOUND', 'the demo has no such file');
      const policy = asked === pageWithAds ? policies.withAds : policies.plain;
      res.setHeader('Content-Security-Policy', policy);
      res.setHeader('X-Content-Type-Options', 'nosniff');
      res.setHeader('Referrer-Policy', 'no-referrer');
      res.setHeader('X-Robots-Tag', 'noindex');
      res.setHeader('Cache-Control', 'no-cache');
      if (sendNotModified(req, res, file.etag)) return;
      res.setHeader('Content-Type', file.type);
      res.end(req.method === 'HEAD' ? undefined : file.bytes);
    };
  };
  const sendConfig: RequestHandler = async (_req, res) => {
    const site = await inTime(findDemoSite(ctx));
    if (!site) throw new AppError('NOT_FOUND', 'this server has no demo data');
    res.setHeader('Cache-Control', 'no-store');
    sendJson(res, 200, { ...site, isMarket: isDemoMarket(ctx.config) });
  };
  const sendMarket: RequestHandler = async (_req, res) => {
    const market = isDemoMarket(ctx.config) ? await inTime(showDemoMarket(ctx)) : null;
    if (!market) throw new AppError('NOT_FOUND', 'this server is no part of a market');
    res.setHeader('Cache-Control', 'no-store');
    // The page of the other server asks.
    res.setHeader('Access-Control-Allow-Origin', '*');
    sendJson(res, 200, market);
  };
  const sendCase: RequestHandler = async (req, res) => {
    const caseId = String(req.params['caseId']);
    if (!isUuid(caseId)) throw new AppError('NOT_FOUND', 'a case has the id of a UUID');
    res.setHeader('Cache-Control', 'no-store');
    sendJson(res, 200, { events: await inTime(listDemoEvents(ctx, toId(caseId))) });
  };
  const router = Router();
  router.get('/demo', send(pageWithAds));
  router.get('/demo/config.json', sendConfig);
  router.get('/demo/market', send('market.html'));
  router.get('/demo/market.json', sendMarket);
  router.get('/demo/cases/:caseId', sendCase);
  router.get('/demo/:file', send(''));
  router.all(['/demo', '/demo/:file', '/demo/cases/:caseId'], (req, res) =>
    refuseMethod(req, res, 'GET, HEAD'),
  );
  return router;
}

function readFiles(folder: string): ReadonlyMap<string, StaticFile> {
  return new Map(
    readdirSync(folder).flatMap((name) => {
      const type = contentTypes[extname(name)];
      if (type === undefined) return [];
      const bytes = readFileSync(join(folder, name));
      const etag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
      return [[name, { type, etag, bytes }]];
    }),
  );
}
