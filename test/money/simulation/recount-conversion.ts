import type { RecordedConversion } from '../../../src/market/recorded-conversions/recorded-conversion';
import type { StoredEvent } from './recount-event';
import {
  addTo,
  chargeOf,
  hourOf,
  type Ledger,
  pay,
  reasonOfMoney,
  type Turn,
} from './recount-money';

/** The setting’s default. */
const mostOfNetwork = 5;

/** Judges a conversion, or the confirmation of clicks, by what the documentation says. */
export function recountConversion(
  ledger: Ledger,
  events: ReadonlyMap<string, StoredEvent>,
  conversion: RecordedConversion,
  turn: Turn,
): void {
  const { campaignId, advertiserId, occurredAt, limitType, cases } = conversion;
  const isConfirmation = conversion.conversionId === null;
  const parts = cases.map(({ eventId, value, publisherId, siteId }) => {
    const event = events.get(eventId)?.event ?? null;
    const isAccepted = ledger.outcomes.get(eventId)?.reason === 'accepted';
    const clickPrice = event && isAccepted && event.needsConfirmation ? (event.price ?? 0n) : 0n;
    return { publisherId, siteId, event, isAccepted, price: isConfirmation ? clickPrice : value };
  });
  const price = parts.reduce((sum, part) => sum + part.price, 0n);
  const charge = parts.reduce((sum, part) => sum + chargeOf(part.price, occurredAt), 0n);
  const isInBudget = limitType === 'in_budget';
  const payment = { campaignId, advertiserId, paidAt: occurredAt, isInBudget };
  const hasClick = isClicked(ledger, events, conversion);
  const counts = countsOf(conversion, hasClick);
  const reason = parts.some(({ isAccepted }) => isAccepted)
    ? ((price > 0n ? reasonOfProof(ledger, conversion, { hasClick, counts }) : null) ??
      reasonOfMoney(ledger, { ...payment, price, charge }, turn))
    : isConfirmation
      ? 'click_rejected'
      : parts.every(({ event }) => event === null)
        ? 'no_impression'
        : 'impression_rejected';
  if (reason === null) {
    pay(ledger, payment, parts, turn);
    if (price > 0n)
      for (const key of Object.values(counts))
        ledger.unsigned.set(key, (ledger.unsigned.get(key) ?? 0) + 1);
    if (!isConfirmation) {
      addTo(ledger.totals, `cost of ${conversion.conversionId}`, price);
      addTo(ledger.totals, `occurrences of ${conversion.conversionId}`, 1n);
    }
  }
  const kind = isConfirmation ? 'confirmations' : 'conversions';
  addTo(ledger.totals, `${kind}: ${reason ?? 'accepted'}`, 1n);
  ledger.outcomes.set(conversion.id, {
    reason: reason ?? 'accepted',
    price: reason === null ? price : 0n,
    charge: reason === null ? charge : 0n,
  });
}

/** Says that somebody had clicked, in one of the cases, and that the click was accepted. */
function isClicked(
  { outcomes }: Ledger,
  events: ReadonlyMap<string, StoredEvent>,
  { campaignId, cases, occurredAt }: RecordedConversion,
): boolean {
  const ids = new Set(cases.map(({ caseId }) => caseId));
  return [...events.values()].some(
    ({ event, isRepeat }) =>
      event.kind === 'click' &&
      !isRepeat &&
      event.campaignId === campaignId &&
      ids.has(event.caseId) &&
      event.occurredAt <= occurredAt &&
      outcomes.get(event.id)?.reason === 'accepted',
  );
}

/** The counts that a conversion by an unsigned link is in once it is paid for. */
function countsOf(conversion: RecordedConversion, hasClick: boolean) {
  const { conversionId, advertiserId, occurredAt, evidence, remoteAddress } = conversion;
  const isUnsigned = evidence === 'none' || evidence === 'other_network';
  const isFromElsewhere = evidence === 'other_network' && !hasClick;
  const day = occurredAt.toISOString().slice(0, 10);
  return {
    ...(isUnsigned && { day: `${conversionId} ${day}` }),
    ...(isFromElsewhere && { network: `${advertiserId} ${remoteAddress} ${hourOf(occurredAt)}` }),
  };
}

/** Finds the reason by who could have called the link, and by how often that may be paid for. */
function reasonOfProof(
  { unsigned }: Ledger,
  { evidence, dailyLimit }: RecordedConversion,
  {
    hasClick,
    counts,
  }: { readonly hasClick: boolean; readonly counts: ReturnType<typeof countsOf> },
): string | null {
  const countOf = (key: string | undefined) => (key === undefined ? 0 : (unsigned.get(key) ?? 0));
  if (evidence === 'none' && !hasClick) return 'no_click';
  if (countOf(counts.network) >= mostOfNetwork) return 'network_limit';
  return dailyLimit !== undefined && countOf(counts.day) >= dailyLimit ? 'conversion_limit' : null;
}
