import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import { type CreativeReportReason, creativeReportReasons } from './creative-report';

export const CreativeReportReasonEnum = createEnum({
  name: 'CreativeReportReason',
  description: 'Why a creative was reported.',
  values: creativeReportReasons,
  meanings: {
    tampered: 'The bytes that came are not those that were promised; pages find that out.',
    misleading: 'Its claims are not true.',
    offensive: 'It offends.',
    malware: 'It, or where it leads, does harm.',
    broken: 'It is not shown as it should be.',
    other: 'Something else.',
  },
});

@ObjectType('CreativeReport', {
  description: 'How often a creative was reported for a reason; kept for 90 days after the last.',
})
export class CreativeReportType {
  @Field(() => ID, { description: '`<creative>-<reason>`.' })
  id!: string;

  @Field(() => ID, { description: 'Of the creative, 32 hex digits.' })
  creativeId!: string;

  @Field(() => ID, { description: 'Of its campaign, 32 hex digits.' })
  campaignId!: string;

  @Field(() => ID, { description: 'Account of its advertiser, 32 hex digits.' })
  advertiserId!: string;

  @Field(() => CreativeReportReasonEnum, { description: 'The reason for the report.' })
  reason!: CreativeReportReason;

  @Field(() => Int, { description: 'How many reports came; anybody may send them.' })
  count!: number;

  @Field(() => DateTimeScalar, { description: 'When the first one came.' })
  firstReportedAt!: Date;

  @Field(() => DateTimeScalar, { description: 'When the last one came.' })
  lastReportedAt!: Date;

  @Field(() => ID, { description: 'Site that the last one came from.' })
  lastSiteId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'SHA-1 of the bytes that came last, 40 hex digits; null: nobody said.',
  })
  lastHash!: string | null;

  @Field(() => [String], { description: 'Comments of people, newest last; at most 10.' })
  comments!: readonly string[];
}
