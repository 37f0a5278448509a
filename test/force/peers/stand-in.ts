import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { aListedCampaign, aListedCreative } from '../../peers/listed';
import { startStranger } from '../../peers/strict-server';
import { addressOfUser } from '../../money/payments/ledger-world';
import { aPng } from '../../support/campaigns';
import { anId } from '../../support/events';

type Answer = (res: ServerResponse, req: IncomingMessage) => unknown;
/** A page of lines, as somebody tells it. */
type ToldLines = (page: { readonly offset: number; readonly limit: number }) => unknown;

/** Another server of the network, which answers as the test says. */
export interface StandIn {
  readonly user: number;
  readonly address: string;
  readonly url: string;
  readonly size: string;
  /** Its one true campaign. */
  readonly campaign: object;
  readonly picture: Buffer;
  /** As it answers now; null: 404. */
  readonly tells: {
    list: Answer;
    picture: Answer;
    meta: unknown;
    lines: ToldLines | null;
  };
  /** Queries of views that have reached it. */
  readonly reached: URLSearchParams[];
  /** A creative of its size, whose bytes are the true picture's. */
  creative(changes?: object): object;
  /** Answers honestly again. */
  repent(): void;
  close(): void;
}

export const json =
  (value: unknown): Answer =>
  (res) =>
    res.end(JSON.stringify(value));

/** @param user number of its account on the ledger */
export async function startStandIn(user: number, size: string): Promise<StandIn> {
  const picture = aPng(size);
  const checksum = createHash('sha1').update(picture).digest('hex');
  const reached: URLSearchParams[] = [];
  const stranger = await startStranger((self) => (req, res) => answer(req, res, self));
  const creative = (changes: object = {}) => {
    const { url } = stranger;
    const urls = { view_url: `${url}/view/1`, click_url: `${url}/click/1` };
    return aListedCreative({
      ...{ id: anId(), size, checksum, serve_url: `${url}/serve/1`, ...urls },
      ...changes,
    });
  };
  const campaign = aListedCampaign({ id: anId(), targeting_requires: [] }, [creative()]);
  const honest = {
    list: json([campaign]),
    picture: (res: ServerResponse) =>
      res.writeHead(200, { 'Content-Type': 'image/png' }).end(picture),
    meta: null,
    lines: null,
  };
  const tells: StandIn['tells'] = { ...honest };

  function answer(req: IncomingMessage, res: ServerResponse, self: string): unknown {
    const url = new URL(req.url ?? '', self);
    const [, kind = ''] = url.pathname.split('/');
    if (kind === 'list') return tells.list(res, req);
    if (kind === 'serve') return tells.picture(res, req);
    if (kind === 'view') reached.push(url.searchParams);
    if (kind === 'view') return json({ context: [] })(res, req);
    if (kind === 'payment-details-meta' && tells.meta !== null) return json(tells.meta)(res, req);
    if (kind === 'payment-details' && tells.lines !== null) {
      const [offset, limit] = ['offset', 'limit'].map((name) => Number(url.searchParams.get(name)));
      return json(tells.lines({ offset: offset ?? 0, limit: limit ?? 0 }))(res, req);
    }
    return res.writeHead(404).end();
  }

  return {
    ...{ user, address: addressOfUser(user), url: stranger.url, size, campaign, picture },
    ...{ tells, reached, creative },
    repent: () => void Object.assign(tells, honest),
    close: () => stranger.close(),
  };
}
