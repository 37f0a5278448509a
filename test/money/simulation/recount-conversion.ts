import type { RecordedConversion } from '../../../src/market/recorded-conversions/recorded-conversion';
import type { StoredEvent } from './recount-event';
import { addTo, chargeOf, type Ledger, pay, reasonOfMoney, type Turn } from './recount-money';

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
  const reason = parts.some(({ isAccepted }) => isAccepted)
    ? reasonOfMoney(ledger, { ...payment, price, charge }, turn)
    : isConfirmation
      ? 'click_rejected'
      : parts.every(({ event }) => event === null)
        ? 'no_impression'
        : 'impression_rejected';
  if (reason === null) {
    pay(ledger, payment, parts, turn);
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
