import type { ServerResponse } from 'node:http';
import type { Request, RequestHandler, Router } from 'express';
import type { ServiceContext } from '../context';
import { answerOtherMethods } from '../../http/cross-origin';
import type { InTime } from '../../http/in-time';
import { paramsOf } from '../../http/request-members';
import {
  assertPaymentDetails,
  tellPaymentDetails,
  tellPaymentMeta,
} from '../../money/remittances/payment-details.service';

/**
 * Adds where other servers ask what a payment of ours is for. Amounts are whole numbers of 10^-11 coins, which no floating-point
 * number holds.
 *
 * @see docs/peers.md §10
 */
export function addPeerDetailsRoutes(
  router: Pick<Router, 'get' | 'all'>,
  { ctx, inTime }: { readonly ctx: ServiceContext; readonly inTime: InTime },
): void {
  const sendDetails: RequestHandler = async (req, res) => {
    const query = new URLSearchParams(req.originalUrl.split('?')[1] ?? '');
    const page = { limit: query.get('limit'), offset: query.get('offset') };
    const lines = await inTime(tellPaymentDetails(ctx, questionOf(req), page));
    const texts = lines.map(({ cid, value }) => `{"case_id":"${cid}","event_value":${value}}`);
    sendText(res, `[${texts.join(',')}]`);
  };
  const sendMeta: RequestHandler = async (req, res) => {
    const { count, sum } = await inTime(tellPaymentMeta(ctx, questionOf(req)));
    const none = '{"count":0,"sum":0}';
    const events = `{"count":${count},"sum":${sum}}`;
    sendText(res, `{"allocation":${none},"boost":${none},"events":${events}}`);
  };
  const sendBoost: RequestHandler = async (req, res) => {
    await inTime(assertPaymentDetails(ctx, questionOf(req)));
    sendText(res, '[]');
  };
  const refuseOthers = answerOtherMethods(['GET', 'HEAD'], {
    crossOrigin: 'public',
    allowedOrigins: [],
  });
  const members = ':transaction/:account/:date/:signature';
  for (const [name, handler] of [
    ['payment-details', sendDetails],
    ['payment-details-meta', sendMeta],
    ['boost-details', sendBoost],
  ] as const) {
    router.get(`/${name}/${members}`, handler);
    router.all(`/${name}/${members}`, refuseOthers);
  }
}

function questionOf(req: Request) {
  const { transaction = '', account = '', date = '', signature = '' } = paramsOf(req);
  return { transaction, account, date, signature };
}

function sendText(res: ServerResponse, json: string): void {
  res.setHeader('Content-Type', 'application/json');
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('Content-Length', Buffer.byteLength(json));
  res.end(json);
}
