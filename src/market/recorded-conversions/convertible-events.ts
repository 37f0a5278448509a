import { dayMs } from '../../time';
import { type AdEvent, eventIdOf } from '../events/event';
import type { CaseOrVisitor } from '../events/event.store';
import type { EventKind } from '../events/event-token';
import { maxSharedCases } from './recorded-conversion';
import type { RecordedConversionContext } from './recorded-conversion.context';

/** How long after its event a case of another server may convert: that server forgets it after a week. */
const peersConvertForMs = 5 * dayMs;

/** Chooses the cases that convert. */
export interface Whose {
  readonly of: CaseOrVisitor;
  readonly forMs: number;
}

/**
 * The events that cases of a conversion are known by, newest first. Views on other servers' sites count with a click alone.
 *
 * @see docs/verification.md "Conversions"
 */
export async function listConvertible(
  { events, now }: Pick<RecordedConversionContext, 'events' | 'now'>,
  params: Whose & { readonly kind: EventKind; readonly campaignId: string },
): Promise<readonly AdEvent[]> {
  const { kind, campaignId, of, forMs } = params;
  const since = (ms: number) => new Date(now().getTime() - ms);
  const query = { kind, campaignId, of, limit: maxSharedCases };
  const own = await events.listCounted({ ...query, since: since(forMs), isOfPeers: false });
  const theirs = await events.listCounted({
    ...{ ...query, isOfPeers: true },
    since: since(Math.min(forMs, peersConvertForMs)),
  });
  const clicks = await events.listStored(theirs.map(clickIdOf));
  return [...own, ...theirs.filter((event) => clicks.has(clickIdOf(event)))]
    .toSorted((one, other) => other.occurredAt.getTime() - one.occurredAt.getTime())
    .slice(0, maxSharedCases);
}

/** The click of a case of another server. */
export const clickIdOf = ({ offerId }: Pick<AdEvent, 'offerId'>): string =>
  eventIdOf('click', offerId, null);
