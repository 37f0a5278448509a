import { formatAmount } from '../../amount';
import { peerPaymentOf } from '../../money/peer-receipts/peer-payment';
import type { VerifiedEvent } from '../../money/verification/verified-event';
import { getVerifiedEvent } from '../../money/verification/verified-event.service';
import type { Verdict } from '../../money/verification/verdict';
import { describeMembers } from '../account/account-text';
import { CommandError, type ReadText } from '../command';
import { serviceCommand } from '../service-command';

const anEvent = 'impression:<32 hex digits>';
const readEventId: ReadText<string> = (text, name) => {
  if (!/^(impression|click):\S+$/.test(text))
    throw new CommandError(`${name} must be the id of an event, such as ${anEvent}`, 2);
  return text;
};

export const eventShow = serviceCommand({
  name: 'event show',
  summary: 'Shows an event: its verdict, reason and price, and who got what.',
  details: 'Prices are USD; charge, fees and revenue coins. docs/verification.md has the rules.',
  arguments: [{ name: 'id', description: `of the event, such as ${anEvent}`, read: readEventId }],
  options: {},
  work: async (services, { id }) => ({
    event: await getVerifiedEvent(services, id),
    now: services.now(),
  }),
  print({ event, now }) {
    const json = toEventJson(event, now);
    const { previousVerdicts, ...members } = json;
    const before = previousVerdicts.map(
      ({ reason, charge, judgedAt }) =>
        `before: ${reason ?? 'accepted'}, ${charge} coins, ${judgedAt.toISOString()}`,
    );
    return { text: [describeMembers(members), ...before].join('\n'), json };
  },
});

function toEventJson(shown: VerifiedEvent, now: Date) {
  const { verdict, previousVerdicts, ...event } = shown;
  const { id, kind, caseId, campaignId, creativeId, siteId, publisherId, advertiserId } = event;
  const text = (amount: bigint | null | undefined) =>
    amount == null ? null : formatAmount(amount);
  return {
    ...{ id, kind, caseId, campaignId, creativeId, siteId, publisherId, advertiserId },
    ...(event.peer && { peer: event.peer.address, peerCase: event.peer.cid }),
    ...(event.demandServer !== undefined && {
      ...{ demandServer: event.demandServer, peerPayment: peerPaymentOf(shown, now) },
    }),
    ...{ offeredAt: event.offeredAt, occurredAt: event.occurredAt },
    offeredPrice: text(event.price),
    status: verdict?.status ?? 'pending',
    reason: verdict?.reason ?? null,
    price: text(verdict?.price),
    rate: text(verdict?.rate),
    charge: text(verdict?.charge),
    demandFee: text(verdict?.demandFee),
    supplyFee: text(verdict?.supplyFee),
    ...(event.peer && { communityFee: text(verdict && (verdict.communityFee ?? 0n)) }),
    revenue: text(verdict?.revenue),
    judgedAt: verdict?.judgedAt ?? null,
    entryId: verdict?.entryId ?? null,
    previousVerdicts: previousVerdicts.map(toPreviousJson),
  };
}

function toPreviousJson({ status, reason, price, charge, judgedAt, entryId }: Verdict) {
  const amounts = { price: formatAmount(price), charge: formatAmount(charge) };
  return { status, reason, ...amounts, judgedAt, entryId };
}
