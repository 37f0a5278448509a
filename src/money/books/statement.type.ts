import { Field, ID, ObjectType } from 'type-graphql';
import type { Amount } from '../../amount';
import { createEnum } from '../../platform/graphql/enum';
import { AmountScalar, DateTimeScalar } from '../../platform/graphql/scalars';
import { type EntryKind, entryKinds } from './journal-entry';
import { type PocketName, pocketNames, type StatementLine } from './statement';

export const BookingKindEnum = createEnum({
  name: 'BookingKind',
  description: 'The kind of a booking.',
  values: entryKinds,
  meanings: {
    deposit: 'Paid in.',
    withdrawal: 'Paid out of the funds.',
    transfer: 'Moved from the earnings to the funds.',
    charge: 'Accepted events of a campaign, charged to its advertiser and earned by publishers.',
    conversion: 'Accepted conversions and confirmed clicks, charged and earned alike.',
    reversal: 'A charge taken back, after its events were verified again.',
    payment: 'Earnings on their way to a payout address, or back from there.',
    receipt: 'Cases of another server’s campaigns that it has paid for.',
  },
});

export const PocketEnum = createEnum({
  name: 'Pocket',
  description: 'Where an account has its coins.',
  values: pocketNames,
  meanings: {
    funds: 'Coins that were paid in: they pay for campaigns.',
    earnings: 'Coins that sites have earned: they are paid out.',
  },
});

@ObjectType('JournalLine', {
  description: 'The change that a booking made to one pocket of an account.',
  simpleResolvers: true,
})
export class StatementLineType implements Omit<StatementLine, 'entryId' | 'position'> {
  @Field(() => ID, { description: 'The same whenever it is read.' })
  id!: string;

  @Field(() => DateTimeScalar, { description: 'When it was booked.' })
  bookedAt!: Date;

  @Field(() => BookingKindEnum, { description: 'The kind of the booking.' })
  kind!: EntryKind;

  @Field(() => PocketEnum, { description: 'Which pocket it changes.' })
  pocket!: PocketName;

  @Field(() => AmountScalar, { description: 'Coins that came in; below 0: that went out.' })
  amount!: Amount;

  @Field(() => ID, { nullable: true, description: 'The site that has earned it.' })
  siteId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The campaign that was charged.' })
  campaignId!: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'Start of the clock hour (UTC) of the events.',
  })
  hour!: Date | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Of deposits, withdrawals and transfers: their reference. Of a receipt: by which server, and its transaction.',
  })
  memo!: string | null;
}

@ObjectType('JournalPageInfo', {
  description: 'Where a page of a journal ends.',
  simpleResolvers: true,
})
class StatementPageInfoType {
  @Field(() => Boolean, { description: 'True where older lines follow.' })
  hasNextPage!: boolean;

  @Field(() => String, { nullable: true, description: 'As `after` it goes on behind this page.' })
  endCursor!: string | null;
}

@ObjectType('JournalConnection', {
  description: 'A page of a journal, newest first.',
  simpleResolvers: true,
})
export class StatementPageType {
  @Field(() => [StatementLineType], { description: 'The lines.' })
  nodes!: readonly StatementLine[];

  @Field(() => StatementPageInfoType, { description: 'Where the page ends.' })
  pageInfo!: StatementPageInfoType;
}
