import { AppError } from '../../src/errors';
import { recordImpression } from '../../src/market/events/event.service';
import { noEvidence } from '../../src/market/events/evidence';
import type { Bid } from '../../src/market/serving/bid';
import { requestBids } from '../../src/market/serving/serving.service';
import { verifyAllDue } from '../../src/money/verification/judge/verify.service';
import { asRequest } from './app';
import { createActiveCampaign, usd } from './campaigns';
import { type Find, inOrder } from './find-traffic';
import { eleven, minutesAfter, noon, type Verifier } from './verifier';

/** The page that is asked for, and who asks. */
type AskedPage = Omit<Find, 'viewAfterMs'> & {
  /** Default: a browser. */
  readonly userAgent?: string;
  readonly trackingId?: string | null;
};

/** A find and the number of ads that it has brought. */
export interface AnsweredFind {
  readonly find: Find;
  readonly offers: number;
}

/**
 * Lets finds happen on a new market of one campaign, as a gateway would, each at its time; who looks at the ads calls the
 * URLs of their views. Then the views are verified.
 */
export async function happenFinds(
  one: Verifier,
  finds: readonly Find[],
): Promise<readonly AnsweredFind[]> {
  one.clock.now = eleven;
  const { advertiserId } = await one.addMarket();
  // 2,400 views.
  const terms = { hourlyBudget: usd('12'), maxCpm: usd('5'), pacing: 'asap' } as const;
  await createActiveCampaign(one.ctx, { campaign: { ...terms, advertiserId, startsAt: eleven } });
  const answered: AnsweredFind[] = [];
  let views: Promise<unknown>[] = [];
  let keptAt = -Infinity;
  for (const find of inOrder(finds)) {
    if (find.foundAt.getTime() - keptAt >= 1_000) {
      await Promise.all(views);
      views = [];
      keptAt = find.foundAt.getTime();
      one.clock.now = find.foundAt;
      await one.ctx.offerGate.keep();
    }
    one.clock.now = find.foundAt;
    const bids = await bidsOf(one, find);
    answered.push({ find, offers: bids.length });
    if (find.viewAfterMs !== null) views.push(...bids.map((bid) => look(one, find, bid)));
  }
  await Promise.all(views);
  // As a gateway that ends: what no offer has used goes back.
  await one.ctx.offerGate.close();
  one.clock.now = minutesAfter(noon, 3 * 60);
  await verifyAllDue(one.ctx);
  return answered;
}

/** The request of whoever makes a find, some time after it. */
export function requestAfter({ ctx }: Verifier, find: AskedPage, ms: number) {
  const { address: remoteAddress, foundAt, userAgent = browser } = find;
  const at = new Date(foundAt.getTime() + ms);
  const request = { remoteAddress, userAgent, isHead: false, headers: {} };
  return Object.assign(asRequest(ctx), { request, now: () => at });
}
const browser =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let count = 0;

export async function bidsOf(one: Verifier, find: AskedPage): Promise<readonly Bid[]> {
  const { host, publisher, names, trackingId = null } = find;
  const request = {
    id: `find ${(count += 1)}`,
    site: { host, publisher, medium: 'web', vendor: null },
    user: { id: trackingId, hasWallet: false, utcOffset: null, consent: null },
    imps: names.map((name) => ({
      id: name,
      placement: { width: 300, height: 250, depth: 0, name },
      ...{ types: undefined, mimes: undefined, isTopFrame: null },
    })),
    ...{ isTest: false, isFromTag: true },
  };
  try {
    return (await requestBids(requestAfter(one, find, 0), request, { explainTo: null })).bids;
  } catch (error) {
    if (error instanceof AppError && error.code === 'TOO_MANY_REQUESTS') return [];
    throw error;
  }
}

function look(one: Verifier, find: Find, { impressionUrl }: Bid): Promise<unknown> {
  const token = new URL(impressionUrl).searchParams.get('e') ?? '';
  const evidence = { ...noEvidence, seenMs: 1_000 };
  return recordImpression(requestAfter(one, find, find.viewAfterMs ?? 0), {
    ...{ token, caseId: null, evidence },
  });
}
