import { Extensions, Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import type { EventKind } from '../../market/events/event-token';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { rejectionMeanings } from './rejection-meanings';
import { type RejectionReason, rejectionReasons } from './verdict';
import {
  type VerificationStatus,
  verificationStatuses,
  type VerifiedEvent,
} from './verified-event';

export const EventKindEnum = createEnum({
  name: 'EventKind',
  description: 'The kind of an event.',
  values: ['impression', 'click'],
  meanings: { impression: 'A creative was seen.', click: 'It was clicked.' },
});

export const VerificationStatusEnum = createEnum({
  name: 'VerificationStatus',
  description: 'How far the verification of an event is.',
  values: verificationStatuses,
  meanings: {
    pending: 'It has no verdict yet.',
    accepted: 'It counts, at its price.',
    rejected: 'It is not paid for; the reason says why.',
  },
});

export const RejectionReasonEnum = createEnum({
  name: 'RejectionReason',
  description: 'Why an event, or a conversion, is not paid for.',
  values: rejectionReasons,
  meanings: rejectionMeanings,
});

@ObjectType('PreviousVerdict', {
  description: 'A former verdict on an event that was verified again.',
  simpleResolvers: true,
})
class PreviousVerdictType {
  @Field(() => VerificationStatusEnum, { description: 'Accepted or rejected.' })
  status!: VerificationStatus;

  @Field(() => RejectionReasonEnum, { nullable: true, description: 'null: it was accepted.' })
  reason!: RejectionReason | null;

  @Field(() => AmountScalar, { description: 'USD that it cost.' })
  price!: Amount;

  @Field(() => AmountScalar, { description: 'Coins that the advertiser had paid for it.' })
  charge!: Amount;

  @Field(() => DateTimeScalar, { description: 'When it got this verdict.' })
  judgedAt!: Date;
}

@ObjectType('Event', { description: 'A view or a click, and its verdict.' })
export class VerifiedEventType {
  @Field(() => ID, { description: 'The same whenever it is read.' })
  id!: string;

  @Field(() => EventKindEnum, { description: 'Kind of the event.' })
  kind!: EventKind;

  @Field(() => ID, {
    description: 'Id that a view shares with its click, 32 lower-case hex digits.',
  })
  caseId!: string;

  @Field(() => ID, { description: 'Campaign of the event.' })
  campaignId!: string;

  @Field(() => ID, { description: 'Creative that was seen or clicked.' })
  creativeId!: string;

  @Field(() => ID, { description: 'Where it was shown.' })
  siteId!: string;

  @Field(() => ID, { description: 'In which place of the site.' })
  placementId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Account on the ledger of the server whose site has shown it; null: a site of this server has.',
  })
  peer!: string | null;

  @Field(() => DateTimeScalar, {
    description: 'When the find offered it; on another server’s site when it happened.',
  })
  offeredAt!: Date;

  @Field(() => DateTimeScalar, {
    description: 'When it happened: its hour’s budget and rate hold.',
  })
  occurredAt!: Date;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'True where the tag has measured it: enough of the ad was seen for a second, or a press made the click. null: stored before tags told.',
  })
  isMeasured!: boolean | null;

  @Field(() => VerificationStatusEnum, { description: 'How far its verification is.' })
  status!: VerificationStatus;

  @Field(() => RejectionReasonEnum, {
    nullable: true,
    description: 'Why it is rejected; null for any other.',
  })
  reason!: RejectionReason | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: 'USD that it costs, 0 when it is rejected or free; null while it is pending.',
  })
  price!: Amount | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: 'USD per coin that the price was converted at; null where nothing had to be.',
  })
  rate!: Amount | null;

  @Field(() => AmountScalar, {
    nullable: true,
    description: 'Coins that the advertiser has paid for it; null while it is pending.',
  })
  charge!: Amount | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it got its verdict.' })
  judgedAt!: Date | null;

  @Extensions({ listSize: 2 })
  @Field(() => [PreviousVerdictType], {
    description: 'Verdicts before the present one, the oldest first: seldom any, at most 20.',
  })
  previousVerdicts!: readonly PreviousVerdictType[];
}

/** The part of an event that its advertiser may see: not the publisher's revenue. */
export function toVerifiedEventType({ verdict, ...event }: VerifiedEvent): VerifiedEventType {
  const { id, kind, caseId, campaignId, creativeId, siteId, placementId } = event;
  const { offeredAt, occurredAt, isMeasured = null } = event;
  return {
    ...{ id, kind, caseId, campaignId, creativeId, siteId, placementId, offeredAt, occurredAt },
    isMeasured,
    peer: event.peer?.address ?? null,
    status: verdict?.status ?? 'pending',
    reason: verdict?.reason ?? null,
    price: verdict?.price ?? null,
    rate: verdict?.rate ?? null,
    charge: verdict?.charge ?? null,
    judgedAt: verdict?.judgedAt ?? null,
    previousVerdicts: event.previousVerdicts,
  };
}

@ObjectType('EventPageInfo', { description: 'Where a page of events ends.', simpleResolvers: true })
export class EventPageInfoType {
  @Field(() => Boolean, { description: 'True where older events follow.' })
  hasNextPage!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'Where the next page begins; null where there is nothing to page on from.',
  })
  endCursor!: string | null;
}

@ObjectType('EventPage', { description: 'Events, newest first.', simpleResolvers: true })
export class EventPageType {
  @Field(() => [VerifiedEventType], { description: 'The events.' })
  nodes!: readonly VerifiedEventType[];

  @Field(() => EventPageInfoType, { description: 'Where the page ends.' })
  pageInfo!: EventPageInfoType;
}
