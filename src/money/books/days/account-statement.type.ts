import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Amount } from '../../../amount';
import { AmountScalar, DateTimeScalar, PositiveIntScalar } from '../../../platform/graphql/scalars';
import type { TablePageInfo } from '../../../platform/lists/table';
import { TablePageInfoType } from '../../../platform/lists/table.type';
import type { EntryKind } from '../journal-entry';
import type { PocketName } from '../statement';
import { BookingKindEnum, PocketEnum } from '../statement.type';
import type { AccountStatementPage, PocketChange, StatementRow } from './account-statement';

/** Rows of a page. */
export const pageOfRows = { usual: 100, most: 500 } as const;

@ArgsType()
export class AccountStatementArgs {
  @Field(() => DateTimeScalar, { description: 'A time of the first day (UTC).' })
  from!: Date;

  @Field(() => DateTimeScalar, {
    description: 'The end, not meant itself: its day counts when it has begun. 92 days at most.',
  })
  to!: Date;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    defaultValue: pageOfRows.usual,
    description: `Rows of a page; default ${pageOfRows.usual}, at most ${pageOfRows.most}: more is cut.`,
  })
  first?: number | null;

  @Field(() => PositiveIntScalar, {
    nullable: true,
    description: 'Which page; default 1. Past the end the page is empty.',
  })
  page?: number | null;
}

@ObjectType('PocketChange', {
  description: 'A pocket over the days of a statement.',
  simpleResolvers: true,
})
class PocketChangeType implements PocketChange {
  @Field(() => PocketEnum, { description: 'Which pocket.' })
  pocket!: PocketName;

  @Field(() => AmountScalar, { description: 'Coins when the first day began.' })
  opening!: Amount;

  @Field(() => AmountScalar, { description: 'Coins that the rows have brought, from 0.' })
  incoming!: Amount;

  @Field(() => AmountScalar, { description: 'Coins that the rows have taken, from 0.' })
  outgoing!: Amount;

  @Field(() => AmountScalar, {
    description: 'Coins when the last day ended, or now where it has not ended.',
  })
  closing!: Amount;
}

@ObjectType('StatementRow', {
  description: 'The change of a pocket on a day by bookings of one kind for one campaign or site.',
  simpleResolvers: true,
})
class StatementRowType implements Omit<StatementRow, 'subjectId'> {
  @Field(() => DateTimeScalar, {
    description: 'Start of the day (UTC) on which the bookings were made.',
  })
  day!: Date;

  @Field(() => PocketEnum, { description: 'Which pocket changes.' })
  pocket!: PocketName;

  @Field(() => BookingKindEnum, { description: 'The kind of the bookings.' })
  kind!: EntryKind;

  @Field(() => ID, { nullable: true, description: 'The campaign that was charged.' })
  campaignId!: string | null;

  @Field(() => ID, { nullable: true, description: 'The site that has earned.' })
  siteId!: string | null;

  @Field(() => AmountScalar, { description: 'Coins that came in; below 0: that went out.' })
  amount!: Amount;

  @Field(() => Int, { description: 'Lines of the journal that it sums up.' })
  lines!: number;
}

@ObjectType('AccountStatement', {
  description: 'Bookings in the pockets of an account over some days, summed up by day.',
  simpleResolvers: true,
})
export class AccountStatementType implements Omit<AccountStatementPage, 'rows'> {
  @Field(() => [PocketChangeType], { description: 'Funds and earnings.' })
  pockets!: readonly PocketChange[];

  @Field(() => [StatementRowType], {
    description: 'The newest day first, and of a day the largest amounts.',
  })
  rows!: readonly StatementRowType[];

  @Field(() => Int, { description: 'Rows of all pages.' })
  totalCount!: number;

  @Field(() => TablePageInfoType, { description: 'Where the page stands in the table.' })
  pageInfo!: TablePageInfo;
}
