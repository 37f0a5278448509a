import type { AdEvent } from '../../../src/market/events/event';
import { verifyAllDue } from '../../../src/money/verification/judge/verify.service';
import {
  verifyAgain,
  type VerifyAgainParams,
} from '../../../src/money/verification/again/verify-again.service';
import { anId } from '../../support/events';
import { startVerifier } from '../../support/verification';
import {
  eleven,
  type Market,
  minutesAfter,
  noon,
  usd,
  type Verifier,
} from '../../support/verifier';
import { aNewConversion } from '../../support/conversions';
const clickOf = ({ caseId, offerId }: AdEvent) =>
  ({ kind: 'click', caseId, offerId, price: usd(2) }) as const;

/** Services on the same database, with other settings. */
export async function withSettings(one: Verifier, env: Readonly<Record<string, string>>) {
  const other = await startVerifier({ env, uri: one.uri, rate: null });
  other.clock.now = one.clock.now;
  return other;
}

/** By default the four hours from 11:00 on. */
export const again = ({ ctx }: Verifier, change: Partial<VerifyAgainParams> = {}) =>
  verifyAgain(ctx, { from: eleven, to: minutesAfter(eleven, 240), ...change });

export const setClock = (one: Verifier, minutes: number) =>
  (one.clock.now = minutesAfter(noon, minutes));

/** Four views of a visitor by two batches, the last with a click, at 1 and 2 cents. */
export async function storeVisits(one: Verifier, market: Market) {
  const trackingId = anId();
  setClock(one, 0);
  const first = await one.store(market, { trackingId }, { trackingId });
  await verifyAllDue(one.ctx);
  setClock(one, 1);
  const third = await one.store(market, { trackingId });
  setClock(one, 2);
  const last = await one.store(market, { trackingId });
  setClock(one, 70);
  const click = await one.store(market, clickOf(last[0]!));
  await verifyAllDue(one.ctx);
  return { third: third[0]!, last: last[0]!, click: click[0]!, all: [...first, ...third, ...last] };
}

/** A conversion in budget of a view, recorded at the time of the clock. */
export async function convert(one: Verifier, market: Market, view: AdEvent, cents: number) {
  const { campaignId, advertiserId } = market;
  const { id: eventId, caseId, publisherId, siteId, placementId, creativeId } = view;
  const conversionId = anId();
  const about = { campaignId, advertiserId, limitType: 'in_budget' } as const;
  await one.ctx.conversions.insert(
    aNewConversion({ ...about, id: conversionId, value: usd(cents), isRepeatable: true }),
  );
  const cases = [
    { caseId, eventId, publisherId, siteId, placementId, creativeId, value: usd(cents) },
  ];
  const record = { ...about, id: anId(), conversionId, cases, occurredAt: one.clock.now };
  await one.ctx.inTransaction((session) =>
    one.ctx.recordedConversions.insert(record, { claims: [], nonce: null }, session),
  );
}
