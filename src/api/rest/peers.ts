import type { RequestHandler, Router } from 'express';
import type { ServiceContext } from '../context';
import { readAccept } from '../../http/accept';
import { sendJson } from '../../http/answer';
import { answerOtherMethods } from '../../http/cross-origin';
import type { InTime } from '../../http/in-time';
import { infoPath, inventoryPath, tellOwnInfo } from '../../peers/discovery/own-info.service';
import { exportCampaigns } from '../../peers/export/export.service';

/**
 * Adds what other servers of the network ask for: what this server is, and its campaigns. Their formats are the network's
 * own, read strictly, and pass through no GraphQL.
 *
 * @see docs/contract.md §10, docs/peers.md
 */
export function addPeerRoutes(
  router: Pick<Router, 'get' | 'all'>,
  { ctx, inTime }: { readonly ctx: ServiceContext; readonly inTime: InTime },
): void {
  const sendInfo: RequestHandler = (_req, res) => {
    const info = tellOwnInfo(ctx);
    res.setHeader('Access-Control-Allow-Origin', '*');
    res.setHeader('Cache-Control', 'public, max-age=60');
    sendJson(res, 200, info);
  };
  /** Programs get the info; people get the page of the next handler of the same path. */
  const sendInfoToPrograms: RequestHandler = (req, res, next) => {
    const welcome = readAccept(req.headers.accept ?? 'text/html');
    const isProgram = welcome('application/json') > welcome('text/html');
    // Caches tell the page from the info by this, whichever they got first.
    if (ctx.peerMode !== 'off') res.vary('Accept');
    if (ctx.peerMode === 'off' || !isProgram) next();
    else sendInfo(req, res, next);
  };
  const sendInventory: RequestHandler = async (req, res) => {
    res.setHeader('Cache-Control', 'no-store');
    const json = await inTime(exportCampaigns(ctx, req.headers.authorization));
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Content-Length', json.length);
    res.end(json);
  };
  const refuseOthers = answerOtherMethods(['GET', 'HEAD'], {
    crossOrigin: 'public',
    allowedOrigins: [],
  });
  router.get('/', sendInfoToPrograms);
  for (const [path, handler] of [
    [infoPath, sendInfo],
    ['/info', sendInfo],
    [inventoryPath, sendInventory],
  ] as const) {
    router.get(path, handler);
    router.all(path, refuseOthers);
  }
}
