import { Field, ID, Int, ObjectType } from 'type-graphql';
import { createEnum } from '../../platform/graphql/enum';
import { DateTimeScalar } from '../../platform/graphql/scalars';
import {
  type CreativeType,
  creativeStatus,
  creativeType,
} from '../../demand/creatives/creative.resource';
import { SiteCreativePeerType } from '../site-creatives/site-creative.type';
import {
  type CreativeReportReason,
  creativeReportReasons,
  type ReportFinding,
  reportFindings,
} from './creative-report';
import type { ReportedCreative } from './reported-creative';

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

export const ReportFindingEnum = createEnum({
  name: 'CreativeReportFinding',
  description: 'How an operator has closed the reports of a creative.',
  values: reportFindings,
  meanings: {
    no_fault: 'Nothing is wrong with the creative.',
    fault: 'Something is wrong with the creative, as with one that is rejected.',
  },
});

@ObjectType('ReportedCreative', {
  description: 'A creative that was reported, as operators judge it.',
})
export class ReportedCreativeType {
  @Field(() => String, { nullable: true, description: 'Its name; null: another server’s.' })
  name!: string | null;

  @Field(() => creativeType.type, { description: 'Type of the creative.' })
  type!: CreativeType;

  @Field(() => String, { description: 'MIME type, read from the content.' })
  mime!: string;

  @Field(() => String, {
    description: 'Size as `<width>x<height>`, `cube`, `pop-up` or `pop-under`.',
  })
  scope!: string;

  @Field(() => creativeStatus.type, {
    nullable: true,
    description: 'How it stands; null: another server’s.',
  })
  status!: ReportedCreative['status'];

  @Field(() => String, {
    nullable: true,
    description: 'Where clicks lead to, placeholders included; null for a campaign that is gone.',
  })
  landingUrl!: string | null;

  @Field(() => SiteCreativePeerType, {
    nullable: true,
    description: 'The server of the network that it comes from; null: this one.',
  })
  peer!: SiteCreativePeerType | null;
}

@ObjectType('ReportedSite', {
  description: 'A site that reports of a creative came from.',
  simpleResolvers: true,
})
export class ReportedSiteType {
  @Field(() => ID, { description: '32 lower-case hex digits.' })
  id!: string;

  @Field(() => String, { description: 'Its name.' })
  name!: string;

  @Field(() => String, { description: 'Its host.' })
  host!: string;
}

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

  @Field(() => Int, { description: 'Of these, the reports that no operator has closed.' })
  openCount!: number;

  @Field(() => ReportFindingEnum, {
    nullable: true,
    description: 'The last finding of an operator; null: there was none.',
  })
  finding!: ReportFinding | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When an operator last closed reports; null: never.',
  })
  closedAt!: Date | null;

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
